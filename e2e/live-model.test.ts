import { randomInt, randomUUID } from "node:crypto";
import { deleteMessage, editMessage, toggleMessageReaction } from "@kakehashi/contract/changes";
import { createConversation, markConversationRead } from "@kakehashi/contract/conversations";
import { type Message, sendMessage } from "@kakehashi/contract/messages";
import { markMessageUnread } from "@kakehashi/contract/threads";
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ConnectionProxy } from "../apps/server/src/test/gate.ts";
import { createAccount } from "./live-model/accounts.ts";
import { type CallEndpoint, createApiCaller, OutageError } from "./live-model/ask.ts";
import { type DeviceAccount, ModelDevice } from "./live-model/device.ts";
import { waitForFreshState } from "./live-model/fresh.ts";
import { answerDelaysMs, anyStep, type ModelStep, ownerIndexByDevice } from "./live-model/steps.ts";
import { ServerProcess } from "./server.ts";

let server: ServerProcess;
let people: DeviceAccount[];
/** One proxy between each device and the server. The test cuts a device's connection at its proxy. */
let connectionGates: ConnectionProxy[];

beforeAll(async () => {
  server = await ServerProcess.start({}, inject("prepared").empty);
  people = [];
  for (const name of ["aiko", "an", "minh"]) people.push(await createAccount(server, name));
  connectionGates = await Promise.all(ownerIndexByDevice.map(() => ConnectionProxy.open(server.port)));
});
afterAll(async () => {
  await Promise.all((connectionGates ?? []).map((connectionGate) => connectionGate.close()));
  await server?.stopAndDeleteData();
});

/** One run of the test: three people with four devices are in one room. */
class ModelRun {
  readonly #room: string;
  readonly #devices: ModelDevice[];
  readonly #runningAttempts: Promise<void>[] = [];
  /**
   * For each person, the promise of the last update of the read mark. The next update waits for it, so that the server
   * gets the updates in order.
   */
  readonly #lastReadMarkUpdates: Promise<void>[] = people.map(() => Promise.resolve());
  #editCount = 0;
  readonly acknowledgedIds = new Map<string, string>();

  constructor(room: string, answerDelaysMs: readonly number[]) {
    this.#room = room;
    this.#devices = ownerIndexByDevice.map(
      (owner, index) =>
        new ModelDevice(
          people[owner] as DeviceAccount,
          connectionGates[index] as ConnectionProxy,
          room,
          answerDelaysMs[index] ?? 0,
        ),
    );
  }

  async connectDevices(): Promise<void> {
    await Promise.all(this.#devices.map((device) => device.connect()));
  }

  /**
   * Repeats an API call until the server responds. The server must make sure that a repeated call takes effect only
   * once.
   */
  #retryUntilAnswered(device: ModelDevice, attempt: (ask: CallEndpoint) => Promise<unknown>): Promise<void> {
    const attemptResult = (async () => {
      for (;;) {
        try {
          await attempt(device.call);
          return;
        } catch (error) {
          OutageError.rethrowUnlessOutage(error);
        }
      }
    })();
    this.#runningAttempts.push(attemptResult);
    return attemptResult;
  }

  #pickShownMessage(device: ModelDevice, index: number, onlyOwnMessages: boolean): Message | undefined {
    const shownMessages = device.timeline?.messages ?? [];
    const candidates = shownMessages.filter(
      ({ user_id, deleted }) => !deleted && (!onlyOwnMessages || user_id === device.account.id),
    );
    return candidates[index % Math.max(candidates.length, 1)];
  }

  #markRead(device: ModelDevice, attempt: (ask: CallEndpoint) => Promise<unknown>): void {
    const owner = people.indexOf(device.account);
    const previousUpdate = this.#lastReadMarkUpdates[owner];
    this.#lastReadMarkUpdates[owner] = this.#retryUntilAnswered(device, async (callApi) => {
      await previousUpdate;
      await attempt(callApi);
    });
  }

  async runStep(modelStep: ModelStep): Promise<void> {
    const id = this.#room;
    if (modelStep.act === "settle") {
      await Promise.all(this.#runningAttempts.splice(0));
      return;
    }
    const device = this.#devices[modelStep.device] as ModelDevice;
    switch (modelStep.act) {
      case "post":
        for (let count = 0; count < modelStep.count; count++) {
          const body = { client_id: randomUUID(), content: `text ${count} 橋` };
          void this.#retryUntilAnswered(device, async (callApi) => {
            const { data } = await callApi(sendMessage, { params: { id }, body });
            this.acknowledgedIds.set(data.client_id, data.id);
          });
        }
        break;
      case "reply": {
        const parentMessage = this.#pickShownMessage(device, modelStep.message, false);
        const body = { client_id: randomUUID(), content: "reply", parent_id: parentMessage?.id };
        if (parentMessage)
          void this.#retryUntilAnswered(device, (callApi) => callApi(sendMessage, { params: { id }, body }));
        break;
      }
      case "edit":
      case "delete": {
        const mid = this.#pickShownMessage(device, modelStep.message, true)?.id;
        if (!mid) break;
        const change = modelStep.act === "edit" ? editMessage : deleteMessage;
        const body = modelStep.act === "edit" ? { body: { content: `edited ${++this.#editCount}` } } : {};
        // Another person may have deleted the message already. Then the server refuses the change.
        void this.#retryUntilAnswered(device, (callApi) =>
          callApi(change, { params: { id, mid }, ...body }).catch(ignoreRefusal),
        );
        break;
      }
      case "react": {
        const mid = this.#pickShownMessage(device, modelStep.message, false)?.id;
        if (!mid) break;
        const query = { type: "👍" };
        void this.#retryUntilAnswered(device, (callApi) =>
          callApi(toggleMessageReaction, { params: { id, mid }, query }).catch(ignoreRefusal),
        );
        break;
      }
      case "read":
        this.#markRead(device, (callApi) => callApi(markConversationRead, { params: { id }, body: {} }));
        break;
      case "unread": {
        const mid = this.#pickShownMessage(device, modelStep.message, false)?.id;
        if (mid) this.#markRead(device, (callApi) => callApi(markMessageUnread, { params: { id, mid } }));
        break;
      }
      case "cut":
        device.connectionGate.cutAfterBytes(modelStep.bytes);
        break;
      case "back":
        await device.connect();
        break;
      case "scroll":
        await device.scrollUp().catch(OutageError.rethrowUnlessOutage);
    }
  }

  /** Waits until every device shows the same state as a device that has just fetched everything. */
  async finish(): Promise<void> {
    await Promise.all(this.#runningAttempts);
    for (const device of this.#devices) device.connectionGate.cutAfterBytes(Number.POSITIVE_INFINITY);
    for (const device of this.#devices) {
      const freshState = await waitForFreshState(device, this.#room, server.address);
      const storedIdPairs = freshState.messages.map(({ client_id, id }) => [client_id, id] as const);
      expect(new Map(storedIdPairs)).toEqual(this.acknowledgedIds);
      expect(storedIdPairs).toHaveLength(this.acknowledgedIds.size);
    }
  }

  closeDevices(): void {
    for (const device of this.#devices) device.close();
  }
}

function ignoreRefusal(error: unknown): void {
  if (error instanceof OutageError) throw error;
}

test("after any lost connection, a device that catches up shows what a new request returns (200 random runs)", async () => {
  const randomSeed = Number(process.env.SEED ?? randomInt(2 ** 31));
  console.log(`Seed of the live model: ${randomSeed}`);
  const [firstPerson, ...otherPeople] = people;
  const callApi = createApiCaller(() => server.address, firstPerson?.token);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(25),
      answerDelaysMs,
      fc.array(anyStep, { minLength: 5, maxLength: 30 }),
      async (earlierMessageCount, answerDelaysMs, steps) => {
        const body = { kind: "GROUP", name: "model", user_ids: otherPeople.map(({ id }) => id) };
        const { data: room } = await callApi(createConversation, { body });
        const modelRun = new ModelRun(room.id, answerDelaysMs);
        try {
          for (let count = 0; count < earlierMessageCount; count++) {
            const messageBody = { client_id: randomUUID(), content: `before ${count}` };
            const { data } = await callApi(sendMessage, { params: { id: room.id }, body: messageBody });
            modelRun.acknowledgedIds.set(data.client_id, data.id);
          }
          await modelRun.connectDevices();
          for (const modelStep of steps) await modelRun.runStep(modelStep);
          await modelRun.finish();
        } finally {
          modelRun.closeDevices();
        }
      },
    ),
    { numRuns: 200, seed: randomSeed, endOnFailure: true },
  );
}, 240_000);
