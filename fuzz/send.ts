import { type Agent, request } from "node:http";
import type { ReceivedAnswer } from "./judge.ts";
import type { FuzzRequest } from "./requests.ts";

/** How many milliseconds the server may take to respond. */
const answerTimeoutMs = 30_000;

/**
 * Sends a request exactly as it is, and returns the response. Null if the server closed the connection without a
 * response, which HTTP allows while the body is still being sent. Rejects if there is no response within 30 seconds.
 */
export function sendFuzzRequest(
  address: string,
  agent: Agent,
  { method, path, headers, body }: FuzzRequest,
  token: string | undefined,
): Promise<ReceivedAnswer | null> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(address + path, {
      agent,
      method,
      timeout: answerTimeoutMs,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { "content-length": body.length }),
      },
    });
    clientRequest.on("timeout", () => {
      reject(new Error(`no answer in ${answerTimeoutMs / 1_000} s`));
      clientRequest.destroy();
    });
    clientRequest.on("error", () => resolve(null));
    clientRequest.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => resolve(null));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"] ?? "",
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    clientRequest.end(body);
  });
}
