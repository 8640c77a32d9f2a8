import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface KeepAliveReply {
  status: number;
  body: string;
}

/**
 * Returns the first complete HTTP response in `data`, or null if bytes are missing. Understands only responses as our
 * server sends them, with a content length and without chunked encoding. Throws for any other response.
 */
export function readReply(data: Buffer): KeepAliveReply | null {
  const headersEnd = data.indexOf("\r\n\r\n");
  if (headersEnd === -1) return null;
  const lines = data.toString("latin1", 0, headersEnd);
  const status = /^HTTP\/1\.1 (\d{3})/.exec(lines)?.[1];
  const length = /\r\ncontent-length: *(\d+)/i.exec(lines)?.[1];
  if (!status || !length) throw new Error(`Not an answer with a length: ${lines}`);
  const responseEnd = headersEnd + 4 + Number(length);
  return data.length < responseEnd
    ? null
    : { status: Number(status), body: data.toString("utf8", headersEnd + 4, responseEnd) };
}

interface PendingRequest {
  resolve(reply: KeepAliveReply): void;
  reject(error: Error): void;
}

/**
 * One HTTP/1.1 keep-alive connection, which carries one request at a time. A full HTTP client would use as much
 * processor time as the server, and both share the same cores.
 */
export class KeepAliveConnection {
  readonly #socket: Socket;
  readonly #host: string;
  readonly #headers: () => string;
  #bufferedBytes: Buffer = Buffer.alloc(0);
  #pendingRequest: PendingRequest | null = null;

  private constructor(socket: Socket, host: string, headers: () => string) {
    this.#socket = socket;
    this.#host = host;
    this.#headers = headers;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#onData(chunk));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("The server closed the connection")));
  }

  /** `headers` returns extra header lines, which are added unchanged to each request. */
  static async open(url: string, headers = () => ""): Promise<KeepAliveConnection> {
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    return new KeepAliveConnection(socket, host, headers);
  }

  /** Whether the connection is still open. The server closes a connection that was idle for some seconds. */
  get isOpen(): boolean {
    return this.#socket.writable;
  }

  send(method: "GET" | "POST", path: string, token: string | null, json?: string): Promise<KeepAliveReply> {
    // If the socket is already closed, no further event would come, and the promise of this request would never settle.
    if (!this.isOpen) return Promise.reject(new Error("The connection is closed"));
    const body =
      json === undefined
        ? ""
        : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
    return new Promise((resolve, reject) => {
      this.#pendingRequest = { resolve, reject };
      this.#socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${this.#headers()}${token === null ? "" : `authorization: Bearer ${token}\r\n`}${body || "\r\n"}`,
      );
    });
  }

  close(): void {
    this.#pendingRequest = null;
    this.#socket.destroy();
  }

  #onData(chunk: Buffer): void {
    this.#bufferedBytes =
      this.#bufferedBytes.length === 0 ? chunk : Buffer.concat([this.#bufferedBytes, chunk]);
    try {
      const reply = readReply(this.#bufferedBytes);
      if (!reply) return;
      this.#bufferedBytes = Buffer.alloc(0);
      const pendingRequest = this.#pendingRequest;
      this.#pendingRequest = null;
      pendingRequest?.resolve(reply);
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #fail(error: Error): void {
    this.#pendingRequest?.reject(error);
    this.#pendingRequest = null;
  }
}
