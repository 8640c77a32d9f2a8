import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";

// The HTTP server of a stand-in (fake platform). It records all requests. A test can make the next requests fail.

export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The query parameters. Unlike `query`, they can contain the same name several times. */
  readonly searchParams: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The raw request body as text. */
  readonly body: string;
}

export type PlatformResponse =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly html: string }
  | { readonly location: string };

/** The files that customers send, by the path of their URL. */
export type ServedFiles = ReadonlyMap<string, { readonly type: string; readonly bytes: Buffer }>;

/**
 * How a request fails. It can also fail after the action: the platform does what the request asks for, and only the
 * response is lost.
 */
export type PlannedFailure = { readonly failsAfterAction?: boolean } & (
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "hang" }
  | { readonly kind: "cut" }
  | { readonly kind: "brokenJson" }
  | { readonly kind: "redirect"; readonly redirectUrl: string }
  | { readonly kind: "large" }
  /** An error with this code, in the platform's own format. */
  | { readonly kind: "error"; readonly code: number }
);

interface PlatformHandlers {
  answer(call: ReceivedCall): PlatformResponse;
  /** Returns the response that the platform sends for its error with this code. */
  errorAnswerOf(code: number): PlatformResponse;
}

const maximumBodyBytes = 2_000_000;

async function readBody(request: IncomingMessage): Promise<string> {
  const bodyChunks: Buffer[] = [];
  let bytes = 0;
  for await (const bodyChunk of request) {
    bytes += bodyChunk.length;
    if (bytes > maximumBodyBytes) throw new Error("The body is too large.");
    bodyChunks.push(bodyChunk);
  }
  return Buffer.concat(bodyChunks).toString("utf8");
}

export class PlatformServer {
  readonly calls: ReceivedCall[] = [];
  /** The files that customers send, for download. Downloads are not recorded as API requests. */
  files: ServedFiles = new Map();
  readonly #failures: PlannedFailure[] = [];
  readonly #handlers: PlatformHandlers;
  readonly #server = createServer((request, response) => {
    this.#handleRequest(request, response).catch(() => response.destroy());
  });

  constructor(handlers: PlatformHandlers) {
    this.#handlers = handlers;
  }

  /** Starts to listen for requests. Returns the origin (scheme, host, port) of the server. */
  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, "127.0.0.1", resolve);
    });
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("Not listening");
    return `http://127.0.0.1:${address.port}`;
  }

  failNextCall(failure: PlannedFailure): void {
    this.#failures.push(failure);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const file = this.files.get(url.pathname);
    if (file) {
      response.writeHead(200, { "content-type": file.type, "content-length": file.bytes.length });
      response.end(file.bytes);
      return;
    }
    const receivedCall: ReceivedCall = {
      method: request.method ?? "GET",
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      searchParams: url.searchParams,
      headers: request.headers,
      body: await readBody(request),
    };
    this.calls.push(receivedCall);
    const failure = this.#failures.shift();
    if (!failure) return writeAnswer(response, this.#handlers.answer(receivedCall));
    if (failure.failsAfterAction) this.#handlers.answer(receivedCall);
    switch (failure.kind) {
      case "hang":
        return;
      case "cut":
        response.destroy();
        return;
      case "status":
        response.writeHead(failure.status).end("Something went wrong.");
        return;
      case "brokenJson":
        response.writeHead(200, { "content-type": "application/json" }).end('{"message_id":"m_1","rec');
        return;
      case "redirect":
        return writeAnswer(response, { location: failure.redirectUrl });
      case "large":
        response.writeHead(200, { "content-type": "application/json" }).end(`"${"x".repeat(2_000_000)}"`);
        return;
      case "error":
        return writeAnswer(response, this.#handlers.errorAnswerOf(failure.code));
    }
  }
}

function writeAnswer(response: ServerResponse, platformAnswer: PlatformResponse): void {
  if ("location" in platformAnswer) response.writeHead(302, { location: platformAnswer.location }).end();
  else if ("html" in platformAnswer)
    response
      .writeHead(platformAnswer.status, { "content-type": "text/html; charset=utf-8" })
      .end(platformAnswer.html);
  else
    response
      .writeHead(platformAnswer.status, { "content-type": "application/json; charset=UTF-8" })
      .end(JSON.stringify(platformAnswer.json));
}
