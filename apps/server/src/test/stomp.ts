import { EventEmitter, once } from "node:events";
import type { LiveEvent } from "@kakehashi/contract/live";
import { FrameImpl, Parser } from "@stomp/stompjs";
import WebSocket from "ws";

export interface StompFrame {
  command: string;
  headers: Record<string, string>;
  body: string;
}

export interface StompOptions {
  origin?: string;
  /** The WebSocket subprotocols that the client offers. */
  protocols?: string[];
  /** The STOMP version of the frames that the client receives. In version 1.0, headers have no escape sequences. */
  stompVersionOfReceivedFrames?: string;
  /** Called for each STOMP frame that arrives. */
  onFrame?: (frame: StompFrame) => void;
}

/** A STOMP client that sends exactly what the test says, even invalid frames. It keeps all frames that it receives. */
export class StompClient {
  readonly socket: WebSocket;
  readonly frames: StompFrame[] = [];
  closeDetails: { code: number; reason: string } | null = null;
  readonly #events = new EventEmitter();

  constructor(url: string, options: StompOptions = {}) {
    const { origin, protocols = ["v12.stomp"], stompVersionOfReceivedFrames = "1.2" } = options;
    this.socket = new WebSocket(`${url.replace("http", "ws")}/api/live`, protocols, {
      ...(origin && { origin }),
    });
    const parser = new Parser(
      (raw) => {
        const { command, headers, body } = FrameImpl.fromRawFrame(
          raw,
          stompVersionOfReceivedFrames !== "1.0",
        );
        const frame = { command, headers, body };
        this.frames.push(frame);
        options.onFrame?.(frame);
        this.#events.emit("change");
      },
      () => {},
    );
    this.socket.on("message", (data) => parser.parseChunk(data as unknown as ArrayBuffer));
    this.socket.on("error", () => {});
    this.socket.on("close", (code, reason) => {
      this.closeDetails = { code, reason: reason.toString() };
      this.#events.emit("change");
    });
  }

  async waitForOpen(): Promise<this> {
    await once(this.socket, "open");
    return this;
  }

  send(text: string): void {
    this.socket.send(text);
  }

  /**
   * Returns the first frame with this command that `matches` accepts. Waits if no such frame has arrived yet. Rejects
   * if the socket closes first.
   */
  async waitForFrame(
    command: string,
    matches: (frame: StompFrame) => boolean = () => true,
  ): Promise<StompFrame> {
    for (;;) {
      const matchingFrame = this.frames.find((frame) => frame.command === command && matches(frame));
      if (matchingFrame) return matchingFrame;
      if (this.closeDetails) throw new Error(`Closed (${this.closeDetails.code}) before ${command}`);
      await once(this.#events, "change");
    }
  }

  async waitForClose(): Promise<{ code: number; reason: string }> {
    while (!this.closeDetails) await once(this.#events, "change");
    return this.closeDetails;
  }

  listEvents(): LiveEvent[] {
    return this.frames.filter((frame) => frame.command === "MESSAGE").map((frame) => JSON.parse(frame.body));
  }

  waitForEvent(matches: (event: LiveEvent) => boolean): Promise<LiveEvent> {
    return this.waitForFrame("MESSAGE", (frame) => matches(JSON.parse(frame.body))).then((frame) =>
      JSON.parse(frame.body),
    );
  }
}

/**
 * Connects a STOMP client as this person, and subscribes the client to the person's queue. Resolves when the
 * subscription is active.
 */
export async function connectAndSubscribe(
  url: string,
  person: { tokens: { access_token: string }; endpoint: string },
): Promise<StompClient> {
  const client = await new StompClient(url).waitForOpen();
  client.send(`CONNECT\naccept-version:1.2\nAuthorization:Bearer ${person.tokens.access_token}\n\n\0`);
  await client.waitForFrame("CONNECTED");
  client.send(`SUBSCRIBE\nid:0\ndestination:/queue/${person.endpoint}\nreceipt:ready\n\n\0`);
  await client.waitForFrame("RECEIPT");
  return client;
}
