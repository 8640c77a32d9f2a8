import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterAll } from "vitest";

export interface TranslationProviderCall {
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
export async function startFakeTranslationProvider() {
  const fakeMachine = {
    url: "",
    calls: [] as TranslationProviderCall[],
    answer: (_call: TranslationProviderCall): MachineAnswer => ({ status: 500, body: "not set" }),
  };
  const server = createServer(async (request, response) => {
    const bodyChunks: Buffer[] = [];
    for await (const chunk of request) bodyChunks.push(chunk);
    const body = JSON.parse(Buffer.concat(bodyChunks).toString("utf8"));
    const receivedCall = { url: request.url ?? "", headers: request.headers, body };
    fakeMachine.calls.push(receivedCall);
    const machineAnswer = fakeMachine.answer(receivedCall);
    if (machineAnswer.body === null) return;
    response.writeHead(machineAnswer.status ?? 200, {
      "content-type": "application/json",
      ...machineAnswer.headers,
    });
    response.end(
      typeof machineAnswer.body === "string" ? machineAnswer.body : JSON.stringify(machineAnswer.body),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening");
  fakeMachine.url = `http://127.0.0.1:${address.port}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return fakeMachine;
}
