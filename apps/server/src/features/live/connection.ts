import type { Writable } from "node:stream";
import { maximumEarlyFrames, maximumFrameBytes } from "@kakehashi/contract/live";
import type { WebSocket } from "ws";
import { AppError } from "../../kit/errors.ts";
import type { Backlog } from "./backlog.ts";
import { FrameError, FrameReader, type RawFrame } from "./frame-reader.ts";
import {
  decodeFrame,
  encodeFrame,
  type Frame,
  isValidAcknowledgement,
  type StompVersion,
  versionsAllowedBy,
} from "./frames.ts";
import { agreeOnHeartBeat, type HeartBeat, HeartBeatTimes } from "./heart-beat.ts";
import { Outbox, type QueuedFrame } from "./outbox.ts";
import { Subscriptions } from "./subscriptions.ts";

const maximumBytesBeforeConnected = maximumFrameBytes;

/** The functions of the hub that a connection calls. */
export interface ConnectionHub {
  /** Finds the person and session of a token. Rejects with an AppError if the token is not valid. */
  identify(token: string): Promise<{ userId: string; sessionId: string; endpoint: string }>;
  /**
   * Adds a connection to the hub. Resolves when the connection receives every event that is published from now on,
   * including the end of its session.
   */
  admit(connection: Connection): Promise<void>;
  /**
   * Counts one frame of a person. Returns 0 if the frame is allowed, or the seconds until the person may send another
   * frame.
   */
  countFrame(userId: string): number;
  /**
   * Returns the function that handles the reports that clients send to this destination. The returned function returns
   * an error message or null.
   */
  findReportHandler(
    destination: string,
  ): ((connection: Connection, body: string) => string | null) | undefined;
  /** Asks the hub to send the waiting messages of this connection in its next round of sending. */
  scheduleFlush(connection: Connection): void;
}

interface SignedInSession {
  userId: string;
  sessionId: string;
  endpoint: string;
  version: StompVersion;
}

/**
 * The WebSocket of one client and its STOMP session. The class stays in one file, because the handshake, subscriptions,
 * heart-beats and sending all change the session, the outbox and the closed state.
 */
export class Connection {
  /** The signed-in session of the client. Null until the client's CONNECT frame is accepted. */
  session: SignedInSession | null = null;
  heartBeat: HeartBeat | null = null;
  lastReceivedAt = Date.now();
  /** When messages were last sent to the client, as a time of `performance.now`. */
  sentAt = Number.NEGATIVE_INFINITY;
  readonly #heartBeatTimes = new HeartBeatTimes();
  /** When the frame that is still incomplete began to arrive. Infinity if no frame is incomplete. */
  frameBeganAt = Number.POSITIVE_INFINITY;
  readonly #socket: WebSocket;
  readonly #outbox: Outbox;
  readonly #hub: ConnectionHub;
  readonly #reader = new FrameReader(maximumFrameBytes);
  readonly #subscriptions = new Subscriptions();
  #framesBeforeConnected = 0;
  #bytesBeforeConnected = 0;
  #isStreamBroken = false;
  /** The end of a promise chain. The chain answers the client's frames in the order in which they arrived. */
  #lastFrameAnswer: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** `stream` is the network socket below the WebSocket. It reports when it is full and when it has drained. */
  constructor(socket: WebSocket, stream: Writable, hub: ConnectionHub) {
    this.#socket = socket;
    this.#outbox = new Outbox(socket, stream, () => hub.scheduleFlush(this));
    this.#hub = hub;
    socket.on("message", (data: Buffer) => this.#onData(data));
    socket.on("pong", () => {
      this.lastReceivedAt = Date.now();
    });
    // A client that disconnects while its CONNECT frame is checked must not be admitted afterwards.
    socket.on("close", () => {
      this.#isClosed = true;
    });
  }

  #onData(data: Buffer): void {
    if (this.#isClosed || this.#isStreamBroken) return;
    this.lastReceivedAt = Date.now();
    if (!this.#reader.isWithinFrame) this.frameBeganAt = this.lastReceivedAt;
    if (!this.heartBeat && this.#framesBeforeConnected > 0) this.#bytesBeforeConnected += data.length;
    try {
      this.#reader.read(data, (rawFrame) => {
        this.frameBeganAt = this.lastReceivedAt;
        if (!this.heartBeat && ++this.#framesBeforeConnected > maximumEarlyFrames) return;
        this.#lastFrameAnswer = this.#lastFrameAnswer
          .then(() => this.#answerFrame(rawFrame))
          .catch((error) => this.#failWithError(error));
      });
    } catch (error) {
      this.#isStreamBroken = true;
      // The client gets the answers to its earlier frames before this error message.
      this.#lastFrameAnswer = this.#lastFrameAnswer.then(() => this.#failWithError(error));
    }
    if (!this.#reader.isWithinFrame) this.frameBeganAt = Number.POSITIVE_INFINITY;
    // Check these limits as soon as data arrives. The promise chain handles early frames only after the answer to
    // CONNECT, which may take long. Until then a client could fill the memory with frames.
    if (
      this.#framesBeforeConnected > maximumEarlyFrames ||
      this.#bytesBeforeConnected > maximumBytesBeforeConnected
    )
      this.fail("Too much was sent before CONNECTED.");
  }

  #failWithError(error: unknown): void {
    if (error instanceof FrameError) this.fail(error.message);
    else this.fail("The server could not do that. Please connect again.");
  }

  async #answerFrame(rawFrame: RawFrame): Promise<void> {
    if (this.#isClosed) return;
    const frame = decodeFrame(rawFrame, this.session?.version ?? null);
    const { command, headers } = frame;
    if (!this.session) {
      if (command !== "CONNECT" && command !== "STOMP") return this.fail("The first frame must be CONNECT.");
      return this.#connect(headers);
    }
    const { receipt } = headers;
    const retryAfter = this.#hub.countFrame(this.session.userId);
    if (retryAfter > 0) return this.fail("ERR.TOO_MANY", { retryAfter, receipt });
    const refusal = this.#runCommand(frame, this.session);
    if (refusal !== null) return this.fail(refusal, { receipt });
    if (receipt) this.#send("RECEIPT", { "receipt-id": receipt });
    if (command === "DISCONNECT") this.close(1000, "Goodbye");
  }

  /** Handles a frame from the client. Returns an error for the client's developer, or null. */
  #runCommand({ command, headers, body }: Frame, session: SignedInSession): string | null {
    switch (command) {
      case "SUBSCRIBE":
      case "UNSUBSCRIBE": {
        const refusal =
          command === "SUBSCRIBE"
            ? this.#subscriptions.add(headers, session)
            : this.#subscriptions.remove(headers, session);
        if (refusal === null) this.#outbox.setMessageHeads(this.#subscriptions.messageHeads);
        return refusal;
      }
      case "SEND": {
        const handle = this.#hub.findReportHandler(headers.destination ?? "");
        if (!handle) return "Messages are sent through the API, not through a queue.";
        return headers.transaction === undefined ? handle(this, body) : "There are no transactions.";
      }
      case "ACK":
      case "NACK":
        return isValidAcknowledgement(headers, session.version)
          ? null
          : `${command} does not say what it is for.`;
      case "DISCONNECT":
        return null;
      case "BEGIN":
      case "COMMIT":
      case "ABORT":
        return "There are no transactions.";
      default:
        return "Unknown command.";
    }
  }

  async #connect(headers: Record<string, string>): Promise<void> {
    const acceptedVersions = (headers["accept-version"] ?? "1.0").split(",").map((version) => version.trim());
    const stompVersions = versionsAllowedBy(this.#socket.protocol);
    const version = stompVersions.find((supportedVersion) => acceptedVersions.includes(supportedVersion));
    if (!version) {
      const version = stompVersions.join(",");
      return this.fail(`Supported versions are ${stompVersions.join(", ")}.`, { version });
    }
    const heartBeat = agreeOnHeartBeat(headers["heart-beat"], version);
    const token = /^Bearer (.+)$/.exec(headers.Authorization ?? headers.authorization ?? "")?.[1];
    if (!token) return this.fail("Authorization is missing.");
    try {
      const identity = await this.#hub.identify(token);
      if (this.#isClosed) return;
      this.session = { ...identity, version };
    } catch (error) {
      if (error instanceof AppError) return this.fail(error.code);
      throw error;
    }
    const retryAfter = this.#hub.countFrame(this.session.userId);
    if (retryAfter > 0) return this.fail("ERR.TOO_MANY", { retryAfter });
    await this.#hub.admit(this);
    this.heartBeat = heartBeat;
    const heartBeatHeaders = heartBeat.header === null ? {} : { "heart-beat": heartBeat.header };
    this.#send("CONNECTED", { version, ...heartBeatHeaders, server: "kakehashi" });
  }

  #encode(command: string, headers: Record<string, string>, body = ""): string {
    return encodeFrame(command, headers, body, this.session?.version ?? "1.2");
  }

  #send(command: string, headers: Record<string, string>): void {
    if (!this.#isClosed && !this.#outbox.answer(this.#encode(command, headers))) this.terminate();
  }

  /** Queues a message for every subscription of the client. The next flush sends it. */
  deliver(message: QueuedFrame): void {
    if (!this.#isClosed) this.#outbox.deliver(message);
  }

  /** The number of queued messages that will be sent by the next flush. */
  get waitingFrames(): number {
    return this.#outbox.waitingFrames;
  }

  flush(): void {
    if (!this.#isClosed) this.#outbox.flush();
  }

  /**
   * Returns how far the client is behind. Returns null if the client has received everything. `sentBytes` are the total
   * bytes of all messages of this process so far.
   */
  backlog(now: number, sentBytes: number): Backlog | null {
    return this.#isClosed ? null : this.#outbox.backlog(now, sentBytes);
  }

  /** Sends an ERROR frame, as STOMP requires, and closes the connection. `retryAfter` is in seconds. */
  fail(
    message: string,
    extraHeaders: { receipt?: string | undefined; retryAfter?: number; version?: string } = {},
  ): void {
    const headers: Record<string, string> = { message, "content-type": "text/plain" };
    if (extraHeaders.receipt) headers["receipt-id"] = extraHeaders.receipt;
    if (extraHeaders.version) headers.version = extraHeaders.version;
    if (extraHeaders.retryAfter) headers["retry-after"] = String(extraHeaders.retryAfter);
    if (!this.#isClosed) this.#outbox.sendLastFrame(this.#encode("ERROR", headers, message));
    this.close(1008, message);
  }

  /**
   * Sends a heart-beat and a WebSocket ping, each only if it is due before the next check. There is a check every
   * `checkIntervalMs`.
   */
  checkHeartBeat(now: number, checkIntervalMs: number): void {
    const { heartBeat } = this;
    // A heart-beat would only wait behind the queued data of a full socket. If this data is sent, the client is alive.
    if (!heartBeat || this.#isClosed || this.#outbox.isFull) return;
    const dueHeartBeats = this.#heartBeatTimes.takeDueHeartBeats(heartBeat, now, checkIntervalMs);
    if (dueHeartBeats.isHeartBeatDue) this.#socket.send("\n");
    if (dueHeartBeats.ping) this.#socket.ping();
  }

  close(code: number, reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#outbox.discardWaiting();
    this.#socket.close(code, Buffer.from(reason).subarray(0, 120).toString());
  }

  terminate(): void {
    this.#isClosed = true;
    this.#outbox.discardWaiting();
    this.#socket.terminate();
  }
}
