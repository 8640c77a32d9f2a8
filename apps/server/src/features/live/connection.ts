import { presenceDestination } from "@kakehashi/contract/live";
import { FrameImpl, Parser } from "@stomp/stompjs";
import type { WebSocket } from "ws";
import { AppError } from "../../kit/errors.ts";
import { encodeFrame, flawOf, messageHead, type Version, versions } from "./frames.ts";

/** Bytes of one frame, whole or in pieces. What a client has to say fits in a tenth of it. */
export const maximumFrame = 64 * 1024;
/** Bytes that may wait for a slow client before it is dropped; it catches up by `changes?since`. */
const maximumBacklog = 4 * 1024 * 1024;

/** What the hub decides for a connection. */
export interface Gatekeeper {
  /** Who holds this token. Rejects with an AppError when nobody does. */
  identify(token: string): Promise<{ userId: string; sessionId: string; endpoint: string }>;
  /** Resolves once everything published from now on will arrive, the end of the session too. */
  admit(connection: Connection): Promise<void>;
  /** Takes what the client tells of itself; answers what is wrong with it. */
  report(connection: Connection, body: string): string | null;
  /** Has the connection flushed soon. */
  wake(connection: Connection): void;
}

interface Session {
  userId: string;
  sessionId: string;
  endpoint: string;
  version: Version;
}

/** One client's socket and its STOMP conversation. */
export class Connection {
  session: Session | null = null;
  lastHeard = Date.now();
  /** When the frame that is not whole yet began; infinity for none. */
  frameBegan = Number.POSITIVE_INFINITY;
  readonly #socket: WebSocket;
  readonly #gatekeeper: Gatekeeper;
  readonly #parser: Parser;
  #unfinished = 0;
  #subscription: { id: string; head: Buffer } | null = null;
  #waiting: Buffer[] = [];
  /** Frames are answered in their order, though some answers take a while. */
  #work: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(socket: WebSocket, gatekeeper: Gatekeeper) {
    this.#socket = socket;
    this.#gatekeeper = gatekeeper;
    this.#parser = new Parser(
      (raw) => {
        this.#endFrame();
        this.#work = this.#work
          .then(() =>
            this.#answer(
              FrameImpl.fromRawFrame(raw, this.session !== null && this.session.version !== "1.0"),
            ),
          )
          .catch(() => this.fail("The server could not do that. Please connect again."));
      },
      () => this.#endFrame(),
    );
    socket.on("message", (data: Buffer) => this.#hear(data));
    // A client that is gone while its CONNECT is looked into must not be admitted any more.
    socket.on("close", () => {
      this.#closed = true;
    });
  }

  #hear(data: Buffer): void {
    if (this.#closed) return;
    this.lastHeard = Date.now();
    if (this.#unfinished === 0) this.frameBegan = this.lastHeard;
    this.#unfinished += data.length;
    this.#parser.parseChunk(data as unknown as ArrayBuffer);
    if (this.#unfinished > maximumFrame) this.fail("The frame is too large, or its NUL is missing.");
  }

  #endFrame(): void {
    this.#unfinished = 0;
    this.frameBegan = Number.POSITIVE_INFINITY;
  }

  async #answer(frame: FrameImpl): Promise<void> {
    if (this.#closed) return;
    const flaw = flawOf(frame);
    if (flaw) return this.fail(flaw);
    const { command, headers } = frame;
    if (!this.session) {
      if (command !== "CONNECT" && command !== "STOMP") return this.fail("The first frame must be CONNECT.");
      return this.#connect(headers);
    }
    switch (command) {
      case "SUBSCRIBE":
        if (!this.#subscribe(headers)) return;
        break;
      case "UNSUBSCRIBE":
        // Version 1.0 may name the destination instead.
        if ((headers.id ?? headers.destination) === this.#subscription?.id) this.#subscription = null;
        break;
      case "SEND": {
        const refusal =
          headers.destination === presenceDestination
            ? this.#gatekeeper.report(this, frame.body)
            : "Messages are sent through the API, not through a queue.";
        if (refusal) return this.fail(refusal, { receipt: headers.receipt });
        break;
      }
      case "ACK":
      case "NACK":
        break;
      case "DISCONNECT":
        this.#receipt(headers);
        return this.close(1000, "Goodbye");
      default:
        return this.fail("Unknown command.", { receipt: headers.receipt });
    }
    this.#receipt(headers);
  }

  async #connect(headers: Record<string, string>): Promise<void> {
    const accepted = (headers["accept-version"] ?? "1.0").split(",").map((version) => version.trim());
    const version = versions.find((known) => accepted.includes(known));
    if (!version) return this.fail(`Supported versions are ${versions.join(", ")}.`);
    const token = /^Bearer (.+)$/.exec(headers.Authorization ?? headers.authorization ?? "")?.[1];
    if (!token) return this.fail("Authorization is missing.");
    try {
      const who = await this.#gatekeeper.identify(token);
      if (this.#closed) return;
      this.session = { ...who, version };
    } catch (error) {
      if (error instanceof AppError) return this.fail(error.code);
      throw error;
    }
    await this.#gatekeeper.admit(this);
    // The server promises no heart-beat and wants one every 20 s (spec §9).
    this.#send("CONNECTED", { version, "heart-beat": "0,20000", server: "kakehashi" });
  }

  #subscribe(headers: Record<string, string>): boolean {
    const { session } = this;
    const own = `/queue/${session?.endpoint}`;
    const id = headers.id ?? (session?.version === "1.0" ? own : "");
    const refusal =
      id === "" || id.length > 200
        ? "SUBSCRIBE needs an id of at most 200 characters."
        : headers.destination !== own
          ? "There is no such queue for you."
          : this.#subscription && this.#subscription.id !== id
            ? "This connection is subscribed already."
            : null;
    if (refusal || !session) {
      this.fail(refusal ?? "Not connected.", { receipt: headers.receipt });
      return false;
    }
    this.#subscription = { id, head: messageHead(id, own, session.version) };
    return true;
  }

  #receipt(headers: Record<string, string>): void {
    if (headers.receipt) this.#send("RECEIPT", { "receipt-id": headers.receipt });
  }

  #send(command: string, headers: Record<string, string>, body = ""): void {
    if (this.#closed) return;
    this.flush();
    // Who asks for receipts and reads none is a slow client like any other.
    if (this.#socket.bufferedAmount > maximumBacklog) this.#drop();
    else this.#socket.send(encodeFrame(command, headers, body, this.session?.version ?? "1.2"));
  }

  /** Queues a message; all that gather until the flush travel as one WebSocket message. */
  deliver(tail: Buffer): void {
    if (!this.#subscription || this.#closed) return;
    if (this.#waiting.push(tail) === 1) this.#gatekeeper.wake(this);
  }

  flush(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    if (this.#closed || !this.#subscription) return;
    const { head } = this.#subscription;
    let size = head.length * waiting.length;
    for (const tail of waiting) size += tail.length;
    if (this.#socket.bufferedAmount + size > maximumBacklog) {
      this.#drop();
      return;
    }
    const batch = Buffer.allocUnsafe(size);
    let offset = 0;
    for (const tail of waiting) {
      batch.set(head, offset);
      offset += head.length;
      batch.set(tail, offset);
      offset += tail.length;
    }
    this.#socket.send(batch, { binary: false });
  }

  #drop(): void {
    this.#closed = true;
    this.#socket.terminate();
  }

  /** Says why, as STOMP asks, and ends the connection. `retryAfter` in seconds. */
  fail(message: string, more: { receipt?: string | undefined; retryAfter?: number } = {}): void {
    const headers: Record<string, string> = { message, "content-type": "text/plain" };
    if (more.receipt) headers["receipt-id"] = more.receipt;
    if (more.retryAfter) headers["retry-after"] = String(more.retryAfter);
    this.#send("ERROR", headers, message);
    this.close(1008, message);
  }

  close(code: number, reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#socket.close(code, Buffer.from(reason).subarray(0, 120).toString());
  }

  terminate(): void {
    this.#drop();
  }
}
