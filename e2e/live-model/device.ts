import { EventEmitter, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import { type Conversation, getConversation } from "@kakehashi/contract/conversations";
import type { LiveEvent } from "@kakehashi/contract/live";
import { listMessages, listMessagesAbove } from "@kakehashi/contract/messages";
import type { ConnectionProxy } from "../../apps/server/src/test/gate.ts";
import { StompClient } from "../../apps/server/src/test/stomp.ts";
import {
  applyRecordedEvents,
  EventsDuringRequestRecorder,
} from "../../apps/web/app/features/conversations/event-recorder.ts";
import { applyEventToList, upsertInList } from "../../apps/web/app/features/conversations/list.ts";
import * as core from "../../apps/web/app/features/messages/state/timeline.ts";
import { runOneAtATime } from "../../apps/web/app/kit/run-one-at-a-time.ts";
import { type CallEndpoint, createApiCaller, OutageError } from "./ask.ts";

/**
 * Milliseconds between two attempts to connect. Browsers wait longer. The pause is short here, so that more attempts
 * meet a server that is still starting.
 */
const reconnectPauseMs = 50;
/**
 * The time limit for a device to show the stored state, in milliseconds. On a busy computer the device may need most of
 * this time.
 */
const waitTimeoutMs = 60_000;

export interface DeviceAccount {
  id: string;
  token: string;
  endpoint: string;
}

/**
 * A test client that stands for a person's device, without a browser. It runs the web app's own code for one
 * conversation: it loads messages, receives live events, and catches up after an outage. A proxy can cut its
 * connection.
 */
export class ModelDevice {
  readonly account: DeviceAccount;
  readonly connectionGate: ConnectionProxy;
  readonly call: CallEndpoint;
  readonly #room: string;
  readonly #changeEmitter = new EventEmitter();
  readonly #eventRecorder = new EventsDuringRequestRecorder();
  #list: readonly Conversation[] = [];
  #earlyEvents: LiveEvent[] = [];
  #client: StompClient | null = null;
  #timeline: core.ChatTimeline | null = null;
  readonly #catchUp: () => Promise<void> = runOneAtATime(() =>
    this.#repeatAfterOutage(this.#readChanges(), this.#catchUp),
  );
  readonly #refreshConversation: () => Promise<void> = runOneAtATime(() =>
    this.#repeatAfterOutage(this.#readConversation(), this.#refreshConversation),
  );

  constructor(account: DeviceAccount, connectionGate: ConnectionProxy, room: string, delayMs: number) {
    this.account = account;
    this.connectionGate = connectionGate;
    this.#room = room;
    this.call = createApiCaller(() => `http://127.0.0.1:${connectionGate.address}`, account.token, delayMs);
  }

  get timeline(): core.ChatTimeline | null {
    return this.#timeline;
  }

  get conversation(): Conversation | undefined {
    return this.#list[0];
  }

  get isConnected(): boolean {
    return this.#client?.closeDetails === null;
  }

  /** Tries to connect until it succeeds. Resolves when the device has fetched everything that it missed. */
  async connect(): Promise<void> {
    while (!this.isConnected) {
      const client = new StompClient(`http://127.0.0.1:${this.connectionGate.address}`, {
        onFrame: ({ command, body }) => command === "MESSAGE" && this.#onEvent(JSON.parse(body)),
      });
      try {
        await client.waitForOpen();
        client.send(`CONNECT\naccept-version:1.2\nAuthorization:Bearer ${this.account.token}\n\n\0`);
        await client.waitForFrame("CONNECTED");
        client.send(`SUBSCRIBE\nid:0\ndestination:/queue/${this.account.endpoint}\nreceipt:r\n\n\0`);
        await client.waitForFrame("RECEIPT");
      } catch {
        client.socket.terminate();
        // Pauses before the next attempt, because a server that is starting needs the processor time.
        await wait(reconnectPauseMs);
        continue;
      }
      this.#client = client;
      client.socket.on("close", () => this.#changeEmitter.emit("change"));
      if (!this.#timeline) await this.#open().catch(OutageError.rethrowUnlessOutage);
      await Promise.all([this.#refreshConversation(), this.#catchUp()]);
    }
  }

  async #open(): Promise<void> {
    const { data, meta } = await this.call(listMessages, { params: { id: this.#room } });
    const newTimeline = core.createTimeline(this.#room, meta.seq, {
      messages: data,
      lines: meta.lines,
      above: meta.above,
    });
    this.#showTimeline(this.#earlyEvents.reduce(core.applyEvent, newTimeline));
  }

  #showTimeline(timeline: core.ChatTimeline): void {
    this.#timeline = timeline;
    this.#changeEmitter.emit("change");
    if (core.isMissingChanges(timeline)) void this.#catchUp();
  }

  #onEvent(event: LiveEvent): void {
    if (event.conversation_id !== this.#room) return;
    this.#eventRecorder.record(event);
    const { list, staleId } = applyEventToList(this.#list, event, this.#reader);
    this.#list = list;
    if (staleId) void this.#refreshConversation();
    if (this.#timeline) this.#showTimeline(core.applyEvent(this.#timeline, event));
    else this.#earlyEvents.push(event);
  }

  get #reader() {
    return { userId: this.account.id, openRoomId: null };
  }

  /**
   * Waits for `task`. If an outage interrupted it and the device is still connected, calls `repeatTask` after a short
   * pause. Without a connection nothing is repeated here, because connecting repeats the work.
   */
  async #repeatAfterOutage(task: Promise<void>, repeatTask: () => Promise<void>): Promise<void> {
    await task.catch((error: unknown) => {
      OutageError.rethrowUnlessOutage(error);
      if (this.isConnected) setTimeout(() => void repeatTask(), reconnectPauseMs);
    });
  }

  async #readChanges(): Promise<void> {
    for (let hasMore = true; hasMore && this.#timeline; ) {
      const query = { since: this.#timeline.seq };
      const { data, meta } = await this.call(getConversationChanges, { params: { id: this.#room }, query });
      this.#showTimeline(core.applyChanges(this.#timeline, data));
      hasMore = meta.has_more;
    }
  }

  async #readConversation(): Promise<void> {
    const { value, events } = await this.#eventRecorder.recordDuring(() =>
      this.call(getConversation, { params: { id: this.#room } }),
    );
    const { list, staleIds } = applyRecordedEvents([value.data], events, this.#reader);
    for (const conversation of list) this.#list = upsertInList(this.#list, conversation);
    this.#changeEmitter.emit("change");
    if (staleIds.size > 0) void this.#refreshConversation();
  }

  /** Loads older messages, as a page does when a person scrolls up. */
  async scrollUp(): Promise<void> {
    const timelineBefore = this.#timeline;
    const firstMessage = timelineBefore?.messages[0];
    if (!firstMessage || !timelineBefore.above) return;
    const { data, meta } = await this.call(listMessagesAbove, {
      params: { id: this.#room, mid: firstMessage.id },
    });
    if (!this.#timeline) return;
    this.#showTimeline(
      core.addOlderMessages(this.#timeline, { messages: data, lines: meta.lines, above: meta.above }),
    );
    for (let since = meta.seq; since < this.#timeline.seq; ) {
      const changes = await this.call(getConversationChanges, {
        params: { id: this.#room },
        query: { since },
      });
      this.#showTimeline(core.applyChanges(this.#timeline, { ...changes.data, seq: this.#timeline.seq }));
      if (changes.data.seq <= since) return;
      since = changes.data.seq;
    }
  }

  /** Waits until the condition is true. After a time limit, throws an error that describes the device's state. */
  async until(condition: () => boolean, describeFailure: () => string): Promise<void> {
    const signal = AbortSignal.timeout(waitTimeoutMs);
    while (!condition()) {
      if (!this.isConnected) await this.connect();
      else
        await once(this.#changeEmitter, "change", { signal }).catch(() => {
          throw new Error(describeFailure());
        });
    }
  }

  close(): void {
    this.#client?.socket.terminate();
    this.#client = null;
  }
}
