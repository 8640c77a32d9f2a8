import { once } from "node:events";
import WebSocket from "ws";
import { firstByteOfCommand, scanFrames } from "./frames.ts";

/**
 * The credentials with which a load process connects as a person: a session token, and the name of the person's STOMP
 * queue.
 */
export interface MemberCredentials {
  token: string;
  endpoint: string;
}

/**
 * Is called with each STOMP frame that contains an event. The frame's body is in `data` from `start` to `end`.
 * `arrivedAt` is a value of `performance.now()`.
 */
export type ReceiveFrameBody = (data: Buffer, start: number, end: number, arrivedAt: number) => void;

/** Milliseconds between heart-beats. The web app uses the same interval. */
const heartbeatIntervalMs = 20_000;

interface ExpectedFrame {
  command: number;
  resolve(): void;
  reject(error: Error): void;
}

/**
 * Opens a WebSocket that neither compresses messages nor validates UTF-8, to save processor time. A real reader's
 * browser does both on another computer.
 */
export function openSocket(url: string, protocols: string[] = []): WebSocket {
  return new WebSocket(url, protocols, { perMessageDeflate: false, skipUTF8Validation: true });
}

/** The live connection of one person, subscribed to this person's STOMP queue. */
export class MemberConnection {
  readonly #socket: WebSocket;
  readonly #fail: (error: Error) => void;
  #expected: ExpectedFrame | null = null;
  #heartbeat: NodeJS.Timeout | undefined;

  private constructor(socket: WebSocket, onFrameBody: ReceiveFrameBody, onFailure: (error: Error) => void) {
    this.#socket = socket;
    this.#fail = onFailure;
    let arrivedAt = 0;
    const onFrame = (data: Buffer, commandByte: number, start: number, end: number) => {
      if (commandByte === firstByteOfCommand.message) onFrameBody(data, start, end, arrivedAt);
      else this.#answer(commandByte, data.toString("utf8", start, end));
    };
    socket.on("message", (data: Buffer) => {
      arrivedAt = performance.now();
      try {
        scanFrames(data, onFrame);
      } catch (error) {
        this.#failWithError(error instanceof Error ? error : new Error(String(error)));
      }
    });
    socket.on("error", (error) => this.#failWithError(error));
    socket.on("close", (code, reason) =>
      this.#failWithError(new Error(`A live socket closed: ${code} ${reason}`)),
    );
  }

  /** Connects and subscribes. Calls `onFailure` if the connection closes before `close` was called. */
  static async join(
    url: string,
    { token, endpoint }: MemberCredentials,
    onFrameBody: ReceiveFrameBody,
    onFailure: (error: Error) => void,
  ): Promise<MemberConnection> {
    const socket = openSocket(url, ["v12.stomp"]);
    const member = new MemberConnection(socket, onFrameBody, onFailure);
    await once(socket, "open");
    await member.#sendFrame(
      `CONNECT\naccept-version:1.2\nhost:bench\nheart-beat:${heartbeatIntervalMs},0\nAuthorization:Bearer ${token}\n\n\0`,
      firstByteOfCommand.connected,
    );
    await member.#sendFrame(
      `SUBSCRIBE\nid:0\ndestination:/queue/${endpoint}\nreceipt:subscribed\n\n\0`,
      firstByteOfCommand.receipt,
    );
    member.#heartbeat = setInterval(() => socket.send("\n"), heartbeatIntervalMs);
    return member;
  }

  /** Resolves when this connection has received everything that the server has sent on it so far. */
  waitForDelivery(): Promise<void> {
    return this.#sendFrame("ACK\nid:0\nreceipt:fence\n\n\0", firstByteOfCommand.receipt);
  }

  /** Stops reading what the server sends, but still sends heart-beats. */
  stopReading(): void {
    this.#socket.pause();
  }

  close(): void {
    clearInterval(this.#heartbeat);
    this.#socket.removeAllListeners();
    this.#socket.on("error", () => {});
    this.#socket.terminate();
  }

  #sendFrame(frame: string, expectedCommand: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#expected = { command: expectedCommand, resolve, reject };
      this.#socket.send(frame);
    });
  }

  #answer(commandByte: number, body: string): void {
    const expected = this.#expected;
    if (expected?.command === commandByte) {
      this.#expected = null;
      expected.resolve();
    } else this.#failWithError(new Error(`The server said: ${body}`));
  }

  #failWithError(error: Error): void {
    const expected = this.#expected;
    this.close();
    if (expected) expected.reject(error);
    else this.#fail(error);
  }
}
