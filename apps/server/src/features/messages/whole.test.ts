import { randomUUID } from "node:crypto";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import type { SystemLine } from "@kakehashi/contract/lines";
import { isSequencedEvent } from "@kakehashi/contract/live";
import { listMessages, type Message } from "@kakehashi/contract/messages";
import { listReplies } from "@kakehashi/contract/threads";
import fc from "fast-check";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom } from "../../test/rooms.ts";
import { connectAndSubscribe, type StompClient } from "../../test/stomp.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();

/** A client that applies events in order and requests changes that it missed. */
class RecordingClient {
  readonly messages = new Map<string, Message>();
  readonly lines = new Map<number, SystemLine>();
  seq = 0;
  #eventsSeen = 0;
  readonly #id: string;
  #live: StompClient | null = null;

  constructor(id: string) {
    this.#id = id;
  }

  async connect(): Promise<void> {
    this.#live = await connectAndSubscribe(serverUrl, testPeople.an);
    this.#eventsSeen = 0;
    await this.catchUp();
  }

  async disconnect(): Promise<void> {
    this.applyNewEvents();
    this.#live?.socket.terminate();
    await this.#live?.waitForClose();
    this.#live = null;
  }

  #applyMessage(message: Message): void {
    const storedMessage = this.messages.get(message.id);
    if (!storedMessage || storedMessage.changed_seq < message.changed_seq)
      this.messages.set(message.id, message);
  }

  applyNewEvents(): void {
    const events = this.#live?.listEvents() ?? [];
    for (const event of events.slice(this.#eventsSeen)) {
      if (event.conversation_id !== this.#id || !isSequencedEvent(event) || event.seq !== this.seq + 1)
        continue;
      if ("message" in event) this.#applyMessage(event.message);
      else if (event.line) this.lines.set(event.seq, event.line);
      this.seq = event.seq;
    }
    this.#eventsSeen = events.length;
  }

  async catchUp(): Promise<void> {
    const { data } = await testPeople.an.call(getConversationChanges, {
      params: { id: this.#id },
      query: { since: String(this.seq) },
    });
    for (const message of data.messages) this.#applyMessage(message);
    for (const line of data.lines) this.lines.set(line.seq, line);
    this.seq = data.seq;
  }

  /**
   * Waits until the client has the change with this `seq`. While the client is connected, fails if an earlier change is
   * missing.
   */
  async catchUpTo(seq: number): Promise<void> {
    if (!this.#live) return;
    this.applyNewEvents();
    // The client already got this change in the response to its request for missed changes, so no event about it
    // follows.
    if (this.seq === seq) return;
    await this.#live.waitForEvent(
      (event) => event.conversation_id === this.#id && isSequencedEvent(event) && event.seq >= seq,
    );
    this.applyNewEvents();
    expect(this.seq).toBe(seq);
  }
}

const translatorId = testPeople.linh.id;
const createTranslationBody = (index: number) => ({ content: `Đã dịch ${index}`, confirmed: true });

const messageIndex = fc.nat({ max: 20 });
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant("send" as const), which: messageIndex }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constantFrom(
        "reply",
        "edit",
        "delete",
        "react",
        "pin",
        "rename",
        "mark",
        "translate",
        "claim",
        "approve",
      ),
      which: messageIndex,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom("cut", "connect"), which: messageIndex }) },
);

test("old state, events and catch-up equal fetched state, whatever changes and wherever it is interrupted", {
  timeout: 60_000,
}, async () => {
  const { services } = server.app;
  const userId = testPeople.aiko.id;
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 30 }), async (steps) => {
      const id = await createGroupRoom(testPeople.aiko, testPeople.an, testPeople.linh);
      const client = new RecordingClient(id);
      await client.connect();
      let isConnected = true;
      const sentIds: string[] = [];
      const sendRandomText = async (parent_id?: string) => {
        const input = {
          client_id: randomUUID(),
          content: `said ${sentIds.length}`,
          ...(parent_id && { parent_id }),
        };
        return services.messages.send({ userId, writingLanguage: "en" }, id, input);
      };
      for (const { act, which: stepIndex } of steps) {
        const targetMessageId = sentIds[stepIndex % Math.max(1, sentIds.length)];
        if (act === "cut" && isConnected) {
          await client.disconnect();
          isConnected = false;
        } else if (act === "connect" && !isConnected) {
          await client.connect();
          isConnected = true;
        } else if (act === "send") sentIds.push((await sendRandomText()).id);
        else if (act === "rename") await services.conversations.rename(userId, id, `name ${stepIndex}`);
        else if (targetMessageId && act === "reply") await sendRandomText(targetMessageId);
        else if (targetMessageId && act === "delete")
          await services.messages.remove(userId, id, targetMessageId);
        else if (targetMessageId && act !== "cut" && act !== "connect") {
          // If the message is already deleted, each of these changes must be refused and change nothing.
          const readRevision = async (messageId: string) =>
            (await services.messages.findForMember(translatorId, messageId)).revision;
          const actions = {
            edit: () =>
              services.messages.edit({ userId, writingLanguage: "en" }, id, targetMessageId, {
                content: `edited ${stepIndex}`,
              }),
            react: () => services.messages.react(userId, id, targetMessageId, "👍"),
            pin: () => services.messages.pin(userId, id, targetMessageId, undefined),
            mark: () =>
              services.bookmarks.markMessage({ userId, writingLanguage: "vi" }, id, targetMessageId, {}),
            translate: async () => {
              const submission = {
                ...createTranslationBody(stepIndex),
                revision: await readRevision(targetMessageId),
              };
              await services.translations.submit(translatorId, targetMessageId, "vi", submission, false);
            },
            claim: () => services.translations.claim(translatorId, targetMessageId, "vi"),
            approve: async () =>
              services.translations.approve(translatorId, targetMessageId, "vi", {
                revision: await readRevision(targetMessageId),
              }),
          }[act as Exclude<typeof act, "reply" | "delete">];
          await actions().catch((error: Error) =>
            expect(error.message).toMatch(/^MESSAGE.DELETED|TRANSLATION.(?:STEP|CHANGED)$/),
          );
        }
      }
      const { seq } = await services.conversations.view(testPeople.an.id, id);
      if (isConnected && seq > 0) await client.catchUpTo(seq);
      else await client.catchUp();
      const query = { paging: "100" };
      const { data: fetchedMessages, meta } = await testPeople.an.call(listMessages, {
        params: { id },
        query,
      });
      expect([...client.lines.values()]).toEqual(meta.lines);
      for (const { id: mid, reply_count } of [...fetchedMessages]) {
        if (reply_count === 0) continue;
        const replies = await testPeople.an.call(listReplies, { params: { id, mid }, query });
        fetchedMessages.push(...replies.data);
      }
      expect([...client.messages.values()].sort((a, b) => a.seq - b.seq)).toEqual(
        fetchedMessages.sort((a, b) => a.seq - b.seq),
      );
      if (isConnected) await client.disconnect();
    }),
    { numRuns: 25 },
  );
});
