import type { Writable } from "node:stream";
import { maximumFrameBytes, maximumFramesBeforeConnected } from "@kakehashi/contract/live";
import type { WebSocket } from "ws";
import { AppError } from "../../kit/errors.ts";
import type { BacklogMeasurement } from "./backlog.ts";
import { ClientSendQueue, type QueuedFrame } from "./client-send-queue.ts";
import { FrameError, FrameReader, type RawFrame } from "./frame-reader.ts";
import {
  decodeFrame,
  encodeFrame,
  type Frame,
  isValidAcknowledgement,
  listAllowedVersions,
  type StompVersion,
} from "./frames.ts";
import { agreeOnHeartBeat, type HeartBeatSettings, LastHeartBeatTimes } from "./heart-beat.ts";
import { ConnectionSubscriptions } from "./subscriptions.ts";

const maximumBytesBeforeConnected = maximumFrameBytes;

/** The functions of the hub that a connection needs. */
export interface ConnectionHost {
  /** Returns the person and session of an access token. Rejects with an AppError if the token is invalid. */
  identify(token: string): Promise<{ userId: string; sessionId: string; endpoint: string }>;
  /**
   * Adds a connection to the hub. The promise resolves when the connection receives all events that are published from
   * then on, including the end of its session.
   */
  addConnection(connection: Connection): Promise<void>;
  /**
   * Counts one STOMP frame of a person towards the rate limit. Returns 0 if the frame is allowed; otherwise the seconds
   * until the next frame is allowed.
   */
  countFrameAndReturnWait(userId: string): number;
  /**
   * Returns the handler for SEND frames to this destination. In a SEND frame, a client reports something, such as whose
   * presence it shows. The handler returns null, or an error message for the client's developer.
   */
  findReportHandler(
    destination: string,
  ): ((connection: Connection, body: string) => string | null) | undefined;
  /** Asks the hub to call `flush` on this connection in its next round of sending. */
  scheduleFlush(connection: Connection): void;
}

interface SignedInSession {
  userId: string;
  sessionId: string;
  endpoint: string;
  version: StompVersion;
}

/**
 * The WebSocket of one client and its STOMP session. This is one class, because the handshake, subscriptions,
 * heart-beats and sending all change the session, the send queue and the closed state.
 */
export class Connection {
  /**
   * The person, their sign-in session and the STOMP version of this connection. Null until the server accepts the
   * CONNECT frame.
   */
  session: SignedInSession | null = null;
  heartBeat: HeartBeatSettings | null = null;
  lastReceivedAt = Date.now();
  /** When messages were last sent to the client, measured by `performance.now`. */
  lastSentAt = Number.NEGATIVE_INFINITY;
  readonly #heartBeatTimes = new LastHeartBeatTimes();
  /** When the first bytes of the incomplete frame arrived. Infinity if no frame is incomplete. */
  frameBeganAt = Number.POSITIVE_INFINITY;
  readonly #socket: WebSocket;
  readonly #outbox: ClientSendQueue;
  readonly #hub: ConnectionHost;
  readonly #reader = new FrameReader(maximumFrameBytes);
  readonly #subscriptions = new ConnectionSubscriptions();
  #framesBeforeConnected = 0;
  #bytesBeforeConnected = 0;
  #isStreamBroken = false;
  /**
   * Resolves when all received frames are handled. Each new frame is chained to this promise, so that frames are
   * handled in order.
   */
  #allFramesHandled: Promise<void> = Promise.resolve();
  #isClosed = false;

  /**
   * `stream` is the network socket below the WebSocket. The send queue uses it to notice when the socket is full and
   * when it has drained.
   */
  constructor(socket: WebSocket, stream: Writable, hub: ConnectionHost) {
    this.#socket = socket;
    this.#outbox = new ClientSendQueue(socket, stream, () => hub.scheduleFlush(this));
    this.#hub = hub;
    socket.on("message", (data: Buffer) => this.#onData(data));
    socket.on("pong", () => {
      this.lastReceivedAt = Date.now();
    });
    // If the client disconnects while its CONNECT frame is checked, the check must not add the connection to the hub
    // afterwards.
    socket.on("close", () => {
      this.#isClosed = true;
    });
  }

  /** Calls `listener` when the socket is closed. */
  onClose(listener: () => void): void {
    this.#socket.on("close", listener);
  }

  #onData(data: Buffer): void {
    if (this.#isClosed || this.#isStreamBroken) return;
    this.lastReceivedAt = Date.now();
    if (!this.#reader.isWithinFrame) this.frameBeganAt = this.lastReceivedAt;
    if (!this.heartBeat && this.#framesBeforeConnected > 0) this.#bytesBeforeConnected += data.length;
    try {
      this.#reader.read(data, (rawFrame) => {
        this.frameBeganAt = this.lastReceivedAt;
        if (!this.heartBeat && ++this.#framesBeforeConnected > maximumFramesBeforeConnected) return;
        this.#allFramesHandled = this.#allFramesHandled
          .then(() => this.#answerFrame(rawFrame))
          .catch((error) => this.#failWithError(error));
      });
    } catch (error) {
      this.#isStreamBroken = true;
      // The responses to the client's earlier frames are sent before this error message.
      this.#allFramesHandled = this.#allFramesHandled.then(() => this.#failWithError(error));
    }
    if (!this.#reader.isWithinFrame) this.frameBeganAt = Number.POSITIVE_INFINITY;
    // These limits apply as soon as data arrives. Frames wait in the promise chain until CONNECT is answered, which may
    // take long. Without limits, a client could fill the memory with frames in this time.
    if (
      this.#framesBeforeConnected > maximumFramesBeforeConnected ||
      this.#bytesBeforeConnected > maximumBytesBeforeConnected
    )
      this.closeWithError("Too much was sent before CONNECTED.");
  }

  #failWithError(error: unknown): void {
    if (error instanceof FrameError) this.closeWithError(error.message);
    else this.closeWithError("The server could not do that. Please connect again.");
  }

  async #answerFrame(rawFrame: RawFrame): Promise<void> {
    if (this.#isClosed) return;
    const frame = decodeFrame(rawFrame, this.session?.version ?? null);
    const { command, headers } = frame;
    if (!this.session) {
      if (command !== "CONNECT" && command !== "STOMP")
        return this.closeWithError("The first frame must be CONNECT.");
      return this.#connect(headers);
    }
    const { receipt } = headers;
    const retryAfter = this.#hub.countFrameAndReturnWait(this.session.userId);
    if (retryAfter > 0) return this.closeWithError("ERR.TOO_MANY", { retryAfter, receipt });
    const refusalMessage = this.#runCommand(frame, this.session);
    if (refusalMessage !== null) return this.closeWithError(refusalMessage, { receipt });
    if (receipt) this.#send("RECEIPT", { "receipt-id": receipt });
    if (command === "DISCONNECT") this.close(1000, "Goodbye");
  }

  /** Handles a STOMP frame of the client. Returns null, or an error message for the client's developer. */
  #runCommand({ command, headers, body }: Frame, session: SignedInSession): string | null {
    switch (command) {
      case "SUBSCRIBE":
      case "UNSUBSCRIBE": {
        const refusalMessage =
          command === "SUBSCRIBE"
            ? this.#subscriptions.add(headers, session)
            : this.#subscriptions.remove(headers, session);
        if (refusalMessage === null) this.#outbox.setMessageHeads(this.#subscriptions.messageHeads);
        return refusalMessage;
      }
      case "SEND": {
        const handleReport = this.#hub.findReportHandler(headers.destination ?? "");
        if (!handleReport) return "Messages are sent through the API, not through a queue.";
        return headers.transaction === undefined ? handleReport(this, body) : "There are no transactions.";
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
    const stompVersions = listAllowedVersions(this.#socket.protocol);
    const version = stompVersions.find((supportedVersion) => acceptedVersions.includes(supportedVersion));
    if (!version) {
      const version = stompVersions.join(",");
      return this.closeWithError(`Supported versions are ${stompVersions.join(", ")}.`, { version });
    }
    const heartBeat = agreeOnHeartBeat(headers["heart-beat"], version);
    const token = /^Bearer (.+)$/.exec(headers.Authorization ?? headers.authorization ?? "")?.[1];
    if (!token) return this.closeWithError("Authorization is missing.");
    try {
      const identity = await this.#hub.identify(token);
      if (this.#isClosed) return;
      this.session = { ...identity, version };
    } catch (error) {
      if (error instanceof AppError) return this.closeWithError(error.code);
      throw error;
    }
    const retryAfter = this.#hub.countFrameAndReturnWait(this.session.userId);
    if (retryAfter > 0) return this.closeWithError("ERR.TOO_MANY", { retryAfter });
    await this.#hub.addConnection(this);
    this.heartBeat = heartBeat;
    const heartBeatHeaders = heartBeat.header === null ? {} : { "heart-beat": heartBeat.header };
    this.#send("CONNECTED", { version, ...heartBeatHeaders, server: "kakehashi" });
  }

  #encode(command: string, headers: Record<string, string>, body = ""): string {
    return encodeFrame(command, headers, body, this.session?.version ?? "1.2");
  }

  #send(command: string, headers: Record<string, string>): void {
    if (!this.#isClosed && !this.#outbox.queueResponse(this.#encode(command, headers))) this.terminate();
  }

  /** Queues a message for every subscription of the client. The next flush sends it. */
  deliver(message: QueuedFrame): void {
    if (!this.#isClosed) this.#outbox.deliver(message);
  }

  get waitingFrameCount(): number {
    return this.#outbox.waitingFrameCount;
  }

  flush(): void {
    if (!this.#isClosed) this.#outbox.flush();
  }

  /**
   * Returns how much data waits for the client. Null if the client has received everything. `queuedBytesSoFar` is the
   * total size of all messages that this process has queued so far.
   */
  measureBacklog(now: number, queuedBytesSoFar: number): BacklogMeasurement | null {
    return this.#isClosed ? null : this.#outbox.measureBacklog(now, queuedBytesSoFar);
  }

  /** Sends an ERROR frame, as STOMP requires, and closes the connection. `retryAfter` is in seconds. */
  closeWithError(
    message: string,
    extraHeaders: { receipt?: string | undefined; retryAfter?: number; version?: string } = {},
  ): void {
    const headers: Record<string, string> = { message, "content-type": "text/plain" };
    if (extraHeaders.receipt) headers["receipt-id"] = extraHeaders.receipt;
    if (extraHeaders.version) headers.version = extraHeaders.version;
    if (extraHeaders.retryAfter) headers["retry-after"] = String(extraHeaders.retryAfter);
    if (!this.#isClosed) this.#outbox.discardWaitingAndSend(this.#encode("ERROR", headers, message));
    this.close(1008, message);
  }

  /** Sends a heart-beat and a WebSocket ping, each only if it is due before the next check (`checkIntervalMs`). */
  sendDueHeartBeats(now: number, checkIntervalMs: number): void {
    const { heartBeat } = this;
    // On a full socket, a heart-beat would only wait behind the queued data. Sending that data has the same effect as a
    // heart-beat.
    if (!heartBeat || this.#isClosed || this.#outbox.isSocketFull) return;
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
