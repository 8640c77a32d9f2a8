import { strictEqual } from "node:assert";
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { deleteMessage, editMessage, toggleMessageReaction } from "@kakehashi/contract/changes";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import { createConversation, getConversation, markConversationRead } from "@kakehashi/contract/conversations";
import { type Message, sendMessage } from "@kakehashi/contract/messages";
import { markMessageUnread } from "@kakehashi/contract/threads";
import { ConnectionProxy } from "../../apps/server/src/test/gate.ts";
import { createAccount } from "../live-model/accounts.ts";
import { type CallEndpoint, createApiCaller, OutageError } from "../live-model/ask.ts";
import { type DeviceAccount, ModelDevice } from "../live-model/device.ts";
import { waitForFreshState } from "../live-model/fresh.ts";
import type { ServerProcess } from "../server.ts";
import { countUnread, MessageLedger } from "./ledger.ts";

/** For each of the six devices, the index of the person who owns it. The first two people own two devices each. */
const ownerIndexes = [0, 0, 1, 1, 2, 3];
/**
 * How many milliseconds a device waits: after each action (`acts`), and before it repeats a call that did not reach the
 * server (`attempts`).
 */
const pausesMs = { acts: 15, attempts: 60 };

/**
 * Four people with six devices are in one room. Until they are stopped, they write, edit and read messages, and lose
 * their connections at random.
 */
export class RandomActivity {
  readonly ledger = new MessageLedger();
  /** How many API calls failed because of an outage. */
  outageCount = 0;
  connectionCutCount = 0;
  /** The time at which the server last acknowledged a message, as a value of `performance.now()`. */
  answeredAt = 0;
  readonly #server: ServerProcess;
  readonly #people: DeviceAccount[];
  readonly #room: string;
  readonly #seqBefore: number;
  readonly #connectionGates: ConnectionProxy[];
  readonly #devices: ModelDevice[];
  /**
   * For each person, the promise of the last update of the read mark. The next update waits for it, so that the server
   * gets the updates in order.
   */
  readonly #lastReadMarkUpdates: Promise<void>[];
  #isRunning = true;
  #editCount = 0;
  #runningTasks: Promise<void>[] = [];

  private constructor(
    server: ServerProcess,
    people: DeviceAccount[],
    room: { id: string; seq: number },
    connectionGates: ConnectionProxy[],
  ) {
    this.#server = server;
    this.#people = people;
    this.#room = room.id;
    this.#seqBefore = room.seq;
    this.#connectionGates = connectionGates;
    this.#devices = ownerIndexes.map(
      (owner, index) =>
        new ModelDevice(
          people[owner] as DeviceAccount,
          connectionGates[index] as ConnectionProxy,
          room.id,
          0,
        ),
    );
    this.#lastReadMarkUpdates = people.map(() => Promise.resolve());
  }

  static async create(server: ServerProcess): Promise<RandomActivity> {
    const people: DeviceAccount[] = [];
    for (const name of ["aiko", "an", "minh", "linh"]) people.push(await createAccount(server, name));
    const [firstPerson, ...otherPeople] = people;
    const body = { kind: "GROUP", name: "storm", user_ids: otherPeople.map(({ id }) => id) };
    const { data: room } = await createApiCaller(() => server.address, firstPerson?.token)(
      createConversation,
      {
        body,
      },
    );
    const connectionGates = await Promise.all(ownerIndexes.map(() => ConnectionProxy.open(server.port)));
    const activity = new RandomActivity(server, people, room, connectionGates);
    await Promise.all(activity.#devices.map((device) => device.connect()));
    activity.#runningTasks = [
      ...activity.#devices.map((device) => activity.#actUntilStopped(device)),
      ...activity.#devices.map((device) => activity.#reconnectUntilStopped(device)),
      activity.#cutConnectionsRepeatedly(),
    ];
    // `finish` reports the errors of these tasks later. Until then, Node must not treat them as unhandled rejections.
    for (const runningTask of activity.#runningTasks) runningTask.catch(() => {});
    return activity;
  }

  /** Resolves when the server has acknowledged `count` more sent messages. */
  async waitForAcknowledgements(count: number): Promise<void> {
    const targetCount = this.ledger.acknowledgedCount + count;
    const taskFailure = Promise.all(this.#runningTasks);
    while (this.ledger.acknowledgedCount < targetCount)
      await Promise.race([wait(pausesMs.acts), taskFailure]);
  }

  /** Resolves when `count` more API calls have failed because of an outage. */
  async waitForOutages(count: number): Promise<void> {
    const targetCount = this.outageCount + count;
    const taskFailure = Promise.all(this.#runningTasks);
    while (this.outageCount < targetCount) await Promise.race([wait(pausesMs.acts), taskFailure]);
  }

  async #reconnectUntilStopped(device: ModelDevice): Promise<void> {
    while (this.#isRunning) {
      await device.connect();
      await wait(pausesMs.attempts);
    }
  }

  async #cutConnectionsRepeatedly(): Promise<void> {
    while (this.#isRunning) {
      await wait(randomInt(100, 600));
      this.#connectionGates[randomInt(this.#connectionGates.length)]?.cutAfterBytes(randomInt(4_000));
      this.connectionCutCount++;
    }
  }

  async #actUntilStopped(device: ModelDevice): Promise<void> {
    while (this.#isRunning) {
      await this.#takeRandomAction(device, randomInt(20));
      await wait(randomInt(2 * pausesMs.acts));
    }
  }

  /**
   * Repeats an API call until the server responds. The server must make sure that a repeated call takes effect only
   * once.
   */
  async #retryUntilAnswered<T>(
    device: ModelDevice,
    attempt: (ask: CallEndpoint) => Promise<T>,
    onAnswerLost = () => {},
  ): Promise<T> {
    for (;;) {
      try {
        return await attempt(device.call);
      } catch (error) {
        OutageError.rethrowUnlessOutage(error);
        this.outageCount++;
        onAnswerLost();
        await wait(pausesMs.attempts);
      }
    }
  }

  #pickMessage(device: ModelDevice, onlyOwnMessages = false): Message | undefined {
    const messages = device.timeline?.messages ?? [];
    // Chooses among the newest messages only, so that several devices often change the same message.
    const candidates = messages
      .slice(-40)
      .filter(({ user_id, deleted }) => !deleted && (!onlyOwnMessages || user_id === device.account.id));
    return candidates[randomInt(Math.max(candidates.length, 1))];
  }

  async #takeRandomAction(device: ModelDevice, actionNumber: number): Promise<void> {
    const id = this.#room;
    if (actionNumber < 10) return this.#postMessage(device, undefined);
    if (actionNumber < 12) return this.#postMessage(device, this.#pickMessage(device)?.id);
    const mid = this.#pickMessage(device, actionNumber < 16)?.id;
    if (!mid) return;
    const params = { id, mid };
    if (actionNumber < 15) {
      const body = { content: `edited ${++this.#editCount}` };
      await this.#change(device, (callApi) => callApi(editMessage, { params, body }));
    } else if (actionNumber < 16) await this.#change(device, (callApi) => callApi(deleteMessage, { params }));
    else if (actionNumber < 17) {
      const query = { type: "👍" };
      await this.#change(device, (callApi) => callApi(toggleMessageReaction, { params, query }));
    } else if (actionNumber < 19) {
      await this.#markRead(device, (callApi) => callApi(markConversationRead, { params: { id }, body: {} }));
    } else await this.#markRead(device, (callApi) => callApi(markMessageUnread, { params }));
  }

  async #postMessage(device: ModelDevice, parent_id: string | undefined): Promise<void> {
    const params = { id: this.#room };
    const body = { client_id: randomUUID(), content: "今日は、xin chào", ...(parent_id && { parent_id }) };
    const { data } = await this.#retryUntilAnswered(device, (callApi) =>
      callApi(sendMessage, { params, body }),
    );
    this.answeredAt = performance.now();
    this.ledger.sent(data);
  }

  async #change(device: ModelDevice, attempt: (ask: CallEndpoint) => Promise<{ data: Message }>) {
    // Another person may have deleted the message already. Then the server refuses the change.
    const recordRefusal = (error: unknown) => {
      if (error instanceof Error && error.message.includes("MESSAGE.DELETED")) return null;
      throw error;
    };
    const changeResponse = await this.#retryUntilAnswered(
      device,
      (callApi) => attempt(callApi).catch(recordRefusal),
      () => this.ledger.countUnansweredChange(),
    );
    if (changeResponse) this.ledger.recordChange(changeResponse.data);
  }

  async #markRead(device: ModelDevice, attempt: (ask: CallEndpoint) => Promise<unknown>): Promise<void> {
    const owner = this.#people.indexOf(device.account);
    const markBefore = this.#lastReadMarkUpdates[owner];
    const readMarkMove = this.#retryUntilAnswered(device, async (callApi) => {
      await markBefore;
      await attempt(callApi);
    });
    this.#lastReadMarkUpdates[owner] = readMarkMove.catch(() => {});
    await readMarkMove;
  }

  /** Waits until no call is running. Then compares what every device shows with what the server has stored. */
  async finish(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#runningTasks);
    for (const gate of this.#connectionGates) gate.cutAfterBytes(Number.POSITIVE_INFINITY);
    for (const device of this.#devices) await waitForFreshState(device, this.#room, this.#server.address);
    const storedMessages = await this.#loadAllMessages();
    for (const person of this.#people) {
      const callApi = createApiCaller(() => this.#server.address, person.token);
      const { data } = await callApi(getConversation, { params: { id: this.#room } });
      strictEqual(data.unread_count, countUnread(storedMessages, person.id, data.read_number));
      this.ledger.checkStoredMessages(storedMessages, data, this.#seqBefore);
    }
  }

  async #loadAllMessages(): Promise<Message[]> {
    const callApi = createApiCaller(() => this.#server.address, this.#people[0]?.token);
    const messages: Message[] = [];
    for (let since = 0; ; ) {
      const { data, meta } = await callApi(getConversationChanges, {
        params: { id: this.#room },
        query: { since },
      });
      messages.push(...data.messages);
      if (!meta.has_more) return messages;
      since = data.seq;
    }
  }

  async closeDevices(): Promise<void> {
    this.#isRunning = false;
    for (const device of this.#devices) device.close();
    await Promise.all(this.#connectionGates.map((gate) => gate.close()));
  }
}
