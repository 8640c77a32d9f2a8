import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../apps/server/src/test/app.ts";
import { addTestPeople, type TestPeople } from "../apps/server/src/test/world.ts";
import { fuzzCalls } from "./calls.ts";
import { readEndpoints } from "./endpoints.ts";
import { FaultCollector } from "./faults.ts";

let app: TestApp;
let testPeople: TestPeople;
let serverAddress: string;
beforeAll(async () => {
  app = await createTestApp();
  testPeople = await addTestPeople(app);
  serverAddress = await app.listen();
});
afterAll(() => app.close());

interface PlantedFault {
  status: number;
  body: string;
}

/**
 * Starts a proxy in front of the server's OpenAPI document. For one path, the proxy returns the faulty response. For
 * every other path, it returns the document.
 */
async function startFaultyProxy(
  path: string,
  fault: PlantedFault,
): Promise<{ proxyServer: Server; url: string }> {
  const proxyServer = createServer(async (request, response) => {
    if (request.url?.split("?")[0] === path) {
      response.writeHead(fault.status, { "content-type": "application/json" }).end(fault.body);
      return;
    }
    const openApiResponse = await fetch(`${serverAddress}/api/openapi.json`);
    response.writeHead(200, { "content-type": "application/json" }).end(await openApiResponse.text());
  });
  await new Promise<void>((resolve) => proxyServer.listen(0, "127.0.0.1", resolve));
  const proxyAddress = proxyServer.address();
  if (proxyAddress === null || typeof proxyAddress === "string") throw new Error("Not listening");
  return { proxyServer, url: `http://127.0.0.1:${proxyAddress.port}` };
}

async function findFaults(url: string, endpointPath: string): Promise<string[]> {
  const endpoints = (await readEndpoints()).filter(
    (endpoint) => endpoint.path === endpointPath && endpoint.method === "GET",
  );
  expect(endpoints).toHaveLength(1);
  const faultCollector = new FaultCollector();
  const callers = [{ role: "dev", id: testPeople.an.id, token: testPeople.an.tokens.access_token }];
  await fuzzCalls({ address: url, endpoints, callers, seed: 7, durationMs: 0, faults: faultCollector });
  return faultCollector.lines();
}

test("the endpoints of the contract are those that the server has", async () => {
  const formatEndpointName = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
  expect((await readEndpoints()).map(formatEndpointName).sort()).toEqual(
    app.app.endpoints.map(formatEndpointName).sort(),
  );
});

describe("a planted fault is found:", () => {
  const createErrorBody = (code: string) => JSON.stringify({ error: { code, message: "Planted." } });
  test.each([
    ["a 500", { status: 500, body: createErrorBody("ERR.INTERNAL") }, "a 500"],
    ["an error of another shape", { status: 400, body: '{"message":"no"}' }, "a 400 without the shape"],
    [
      "an answer that is not as described",
      { status: 200, body: '{"data":{"id":7}}' },
      "otherwise than described",
    ],
    [
      "a stack",
      { status: 422, body: createErrorBody("X\n    at f (/srv/main.ts:1:2)") },
      "shows its program",
    ],
  ])("%s", async (_, fault, expectedFaultKind) => {
    const { proxyServer, url } = await startFaultyProxy("/api/users/info", fault);
    try {
      const lines = await findFaults(url, "/users/info");
      expect(lines.join("\n")).toContain(expectedFaultKind);
    } finally {
      proxyServer.closeAllConnections();
      proxyServer.close();
    }
  });
});

test("no fault is found in a server without faults", async () => {
  expect(await findFaults(serverAddress, "/users/info")).toEqual([]);
});
