import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterAll } from "vitest";

export interface TranslationMachineCall {
  url: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: each provider has another type of body
  body: any;
}

interface MachineAnswer {
  status?: number;
  headers?: Record<string, string>;
  /**
   * The response body of the translation provider. A string is sent unchanged, any other value as JSON. Null: the
   * provider never responds.
   */
  body: unknown;
}

/**
 * Starts a fake translation provider on this computer. A test can replace `answer` at any time. The provider stops
 * after the last test of the file.
 */
export async function startTranslationMachine() {
  const fakeMachine = {
    url: "",
    calls: [] as TranslationMachineCall[],
    answer: (_call: TranslationMachineCall): MachineAnswer => ({ status: 500, body: "not set" }),
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const chunk of request) parts.push(chunk);
    const body = JSON.parse(Buffer.concat(parts).toString("utf8"));
    const call = { url: request.url ?? "", headers: request.headers, body };
    fakeMachine.calls.push(call);
    const answer = fakeMachine.answer(call);
    if (answer.body === null) return;
    response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
    response.end(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening");
  fakeMachine.url = `http://127.0.0.1:${address.port}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return fakeMachine;
}
