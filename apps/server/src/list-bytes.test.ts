import { listBookmarks, markForTranslation } from "@kakehashi/contract/bookmarks";
import { listMessageRevisions, listPins } from "@kakehashi/contract/changes";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import { listConversations } from "@kakehashi/contract/conversations";
import { listDrafts, saveDraft } from "@kakehashi/contract/drafts";
import { maximumFileNameLength, maximumFilesPerMessage, type StoredFile } from "@kakehashi/contract/files";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { maximumListBytes } from "@kakehashi/contract/kit/page";
import { lastMessageExcerptUnits } from "@kakehashi/contract/last-message";
import { maximumMessageCodeUnits } from "@kakehashi/contract/message-text";
import {
  listMessages,
  listMessagesAbove,
  listMessagesAround,
  listMessagesBelow,
  type Message,
  maximumTotalReactionsPerMessage,
} from "@kakehashi/contract/messages";
import { maximumPreviewsPerMessage } from "@kakehashi/contract/previews";
import { listThreads } from "@kakehashi/contract/threads";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { beforeAll, expect, test } from "vitest";
import { setUpTestServer } from "./test/open-world.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "./test/rooms.ts";

const { server, testPeople } = await setUpTestServer();

/**
 * In JSON each of these characters takes six bytes, the maximum for a character. So this is the largest possible
 * message.
 */
const longestText = "\u0001".repeat(maximumMessageCodeUnits);
const messageCount = 44;
/** A translation of maximum length. Two of these are added to every second message of the room. */
const translationOfMaximumLength: MessageTranslation = {
  language: "en",
  state: "TRANSLATED",
  content: longestText,
  revision: 1,
  version: 1,
  origin: "PERSON",
  user_id: null,
  claimed_by: null,
  updated_at: new Date().toISOString(),
};
let roomId: string;
let messages: Message[];

/** Fills the room and its threads with pinned messages of maximum length. */
beforeAll(async () => {
  const { aiko, an } = testPeople;
  roomId = await createGroupRoom(aiko, an);
  messages = [];
  for (let sentCount = 0; sentCount < messageCount; sentCount++)
    messages.push(await sendText(aiko, roomId, "x"));
  for (const message of messages.slice(0, 20)) {
    await sendText(an, roomId, "x", { parent_id: message.id });
    await aiko.call(markForTranslation, { ...messagePathParamsOf(message), body: { marked: true } });
  }
  await server.db.pool.query(
    `update messages set content = $2, pinned_at = now() - number * interval '1 second',
       translations = case when number % 2 = 0 then $3::jsonb end,
       translation_bytes = case when number % 2 = 0 then octet_length($2) * 2 end
     where conversation_id = $1`,
    [
      roomId,
      longestText,
      JSON.stringify(["en", "vi"].map((language) => ({ ...translationOfMaximumLength, language }))),
    ],
  );
});

const jsonBytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Reads a list page by page to its end. Checks that the size of each response is within the limit. */
async function readAll<T>(readPage: (skip: number) => Promise<{ data: T[]; meta: { next: number | null } }>) {
  const readItems: T[] = [];
  let responseCount = 0;
  for (let rowsToSkip: number | null = 0; rowsToSkip !== null; responseCount++) {
    const { data, meta }: { data: T[]; meta: { next: number | null } } = await readPage(rowsToSkip);
    expect(jsonBytesOf(data)).toBeLessThan(maximumListBytes + 2);
    readItems.push(...data);
    rowsToSkip = meta.next;
  }
  return { all: readItems, answers: responseCount };
}

const countDistinctIds = (list: readonly { id: string }[]) => new Set(list.map(({ id }) => id)).size;

test("drafts come in answers of a bounded size, and each comes once", async () => {
  const { linh, an } = testPeople;
  const id = await createGroupRoom(linh, an);
  // Stores more drafts than the API allows. An account may have so many drafts from before this limit existed.
  await server.db.pool.query(
    `insert into drafts (user_id, conversation_id, message_id, content)
     select $1, $2, gen_random_uuid(), $3 from generate_series(1, 90)`,
    [linh.id, id, longestText],
  );
  const { all, answers } = await readAll((rowsToSkip) =>
    linh.call(listDrafts, { query: { skip: String(rowsToSkip), paging: "100" } }),
  );
  expect(new Set(all.map(({ parent_id }) => parent_id)).size).toBe(90);
  expect(all).toHaveLength(90);
  expect(answers).toBeGreaterThan(4);
  expect((await linh.call(saveDraft, { params: { id }, body: { content: "more" } })).error?.code).toBe(
    "DRAFT.TOO_MANY",
  );
});

test("threads, bookmarks and pins come in answers of a bounded size, and each comes once", async () => {
  const { aiko } = testPeople;
  const threads = await readAll((rowsToSkip) =>
    aiko.call(listThreads, { query: { skip: String(rowsToSkip), paging: "30" } }),
  );
  expect(countDistinctIds(threads.all.map(({ message }) => message))).toBe(20);
  expect(threads.all).toHaveLength(20);
  const bookmarks = await readAll((rowsToSkip) =>
    aiko.call(listBookmarks, { query: { skip: String(rowsToSkip), paging: "100" } }),
  );
  expect(countDistinctIds(bookmarks.all.map(({ message }) => message))).toBe(20);
  expect(bookmarks.all).toHaveLength(20);
  const pins = await readAll((rowsToSkip) =>
    aiko.call(listPins, { params: { id: roomId }, query: { skip: String(rowsToSkip) } }),
  );
  expect(countDistinctIds(pins.all)).toBe(messageCount + 20);
  expect(pins.all).toHaveLength(messageCount + 20);
});

/** Reads the messages of a room page by page, in one direction, until there are no more. */
async function readMessageWindows(
  endpoint: Endpoint,
  direction: "above" | "below",
  firstMessages: Message[],
  hasMoreAtStart: boolean,
) {
  let allMessages = firstMessages;
  for (let hasMore = hasMoreAtStart; hasMore; ) {
    const outermostMessage = direction === "above" ? allMessages[0] : allMessages.at(-1);
    if (!outermostMessage) throw new Error("An empty window says that there is more.");
    const { data, meta } = await testPeople.aiko.call(endpoint as typeof listMessagesAbove, {
      ...messagePathParamsOf(outermostMessage),
      query: { paging: "100" },
    });
    expect(jsonBytesOf(data)).toBeLessThan(maximumListBytes + 2);
    allMessages = direction === "above" ? [...data, ...allMessages] : [...allMessages, ...data];
    hasMore = meta[direction];
  }
  return allMessages;
}

test("a room's messages come in answers of a bounded size, in both directions and without a hole", async () => {
  const { aiko } = testPeople;
  const ids = messages.map(({ id }) => id);
  const newestPage = await aiko.call(listMessages, { params: { id: roomId }, query: { paging: "100" } });
  expect(jsonBytesOf(newestPage.data)).toBeLessThan(maximumListBytes + 2);
  expect(newestPage.meta).toMatchObject({ above: true, below: false });
  const olderMessages = await readMessageWindows(listMessagesAbove, "above", newestPage.data, true);
  expect(olderMessages.map(({ id }) => id)).toEqual(ids);

  const middleMessage = messages[20];
  if (!middleMessage) throw new Error("No middle");
  const middleWindow = await aiko.call(listMessagesAround, {
    ...messagePathParamsOf(middleMessage),
    query: { paging: "100" },
  });
  expect(jsonBytesOf(middleWindow.data)).toBeLessThan(maximumListBytes + 2);
  expect(middleWindow.meta).toMatchObject({ above: true, below: true });
  const messagesFromStart = await readMessageWindows(listMessagesAbove, "above", middleWindow.data, true);
  const messagesOfWholeRoom = await readMessageWindows(listMessagesBelow, "below", messagesFromStart, true);
  expect(messagesOfWholeRoom.map(({ id }) => id)).toEqual(ids);

  const unreadPage = await aiko.call(listMessages, {
    params: { id: roomId },
    query: { paging: "100", after: "20" },
  });
  expect(jsonBytesOf(unreadPage.data)).toBeLessThan(maximumListBytes + 2);
  expect(unreadPage.meta).toMatchObject({ above: true, below: true });
  expect(unreadPage.data.map(({ number }) => number)).toContain(21);
});

test("catching up comes in answers of a bounded size, and ends", async () => {
  const receivedIds = new Set<string>();
  for (let sinceSeq = 0, hasMore = true; hasMore; ) {
    const { data, meta } = await testPeople.aiko.call(getConversationChanges, {
      params: { id: roomId },
      query: { since: String(sinceSeq) },
    });
    expect(jsonBytesOf(data.messages)).toBeLessThan(maximumListBytes + 2);
    for (const { id } of data.messages) receivedIds.add(id);
    expect(data.seq).toBeGreaterThan(sinceSeq);
    sinceSeq = data.seq;
    hasMore = meta.has_more;
  }
  expect(receivedIds.size).toBe(messageCount + 20);
});

test("what a message said before comes in answers of a bounded size", async () => {
  const message = await sendText(testPeople.aiko, roomId, "edited often");
  await server.db.pool.query(
    `insert into message_revisions (conversation_id, message_id, revision, content, language, created_at)
     select $1, $2, n, $3, 'en', now() from generate_series(1, 30) n`,
    [roomId, message.id, longestText],
  );
  const revisionNumbers: number[] = [];
  for (let beforeId: string | undefined, hasMore = true; hasMore; ) {
    const { data, meta } = await testPeople.aiko.call(listMessageRevisions, {
      ...messagePathParamsOf(message),
      query: { ...(beforeId && { before: beforeId }) },
    });
    expect(jsonBytesOf(data)).toBeLessThan(maximumListBytes + 2);
    revisionNumbers.unshift(...data.map(({ revision }) => revision));
    beforeId = String(data[0]?.revision);
    hasMore = meta.above;
  }
  expect(revisionNumbers).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
});

test("a list of rooms holds no more of a last message than it shows", async () => {
  const id = await createGroupRoom(testPeople.kenji, testPeople.an);
  const longText = `${"a".repeat(lastMessageExcerptUnits - 1)}😀 and more`;
  await sendText(testPeople.kenji, id, longText);
  const { data } = await testPeople.kenji.call(listConversations);
  const lastMessage = data.find((conversation) => conversation.id === id)?.last_message;
  expect(lastMessage?.content).toBe(`${"a".repeat(lastMessageExcerptUnits - 1)}\uFFFD`);
});

/** Returns how many bytes the database sent to the server during an API call. */
async function bytesReadBy(readList: () => Promise<unknown>): Promise<number> {
  const bytesReadBefore = new Map<object, { stream: { bytesRead: number }; from: number }>();
  const recordInitialBytes = (client: object) => {
    const { stream } = (client as { connection: { stream: { bytesRead: number } } }).connection;
    if (!bytesReadBefore.has(client)) bytesReadBefore.set(client, { stream, from: stream.bytesRead });
  };
  server.db.pool.on("acquire", recordInitialBytes);
  await readList();
  server.db.pool.off("acquire", recordInitialBytes);
  return [...bytesReadBefore.values()].reduce(
    (totalBytes, { stream, from }) => totalBytes + stream.bytesRead - from,
    0,
  );
}

test("no more of the reactions, files and previews of messages is read than an answer has room for", async () => {
  const { aiko, emma } = testPeople;
  const id = await createGroupRoom(aiko, emma);
  const sentMessages: Message[] = [];
  for (let index = 0; index < 30; index++) {
    const message = await sendText(aiko, id, "x");
    sentMessages.push(message, await sendText(emma, id, "y", { parent_id: message.id }));
    await aiko.call(markForTranslation, { ...messagePathParamsOf(message), body: { marked: true } });
  }
  // These values have the maximum size, but the database can compress them to a few bytes.
  const user_ids = Array.from({ length: maximumTotalReactionsPerMessage }, () => aiko.id);
  const name = "x".repeat(2 * maximumFileNameLength);
  const fileFields = {
    type: "text/plain",
    category: "application",
    size: 1,
    width: null,
    height: null,
  } as const;
  const file: StoredFile = { ...fileFields, id: aiko.id, name };
  const files = Array.from({ length: maximumFilesPerMessage }, () => file);
  const text = "x".repeat(400);
  const preview = { url: `https://example.com/${"x".repeat(1_900)}`, title: text, description: text };
  await server.db.pool.query(
    `update messages set pinned_at = now(), reactions = $2::jsonb, files = $3::jsonb, previews = $4::jsonb
     where conversation_id = $1`,
    [
      id,
      JSON.stringify([{ type: "👍", user_ids }]),
      JSON.stringify(files),
      JSON.stringify(
        Array.from({ length: maximumPreviewsPerMessage }, () => ({
          ...preview,
          site_name: "x",
          image: null,
        })),
      ),
    ],
  );
  const [messageInMiddle] = sentMessages.slice(30);
  if (!messageInMiddle) throw new Error("No middle");
  const query = { paging: "100" };
  const calls = {
    newest: () => aiko.call(listMessages, { params: { id }, query }),
    around: () => aiko.call(listMessagesAround, { ...messagePathParamsOf(messageInMiddle), query }),
    above: () => aiko.call(listMessagesAbove, { ...messagePathParamsOf(messageInMiddle), query }),
    below: () => aiko.call(listMessagesBelow, { ...messagePathParamsOf(messageInMiddle), query }),
    pins: () => aiko.call(listPins, { params: { id } }),
    changes: () => aiko.call(getConversationChanges, { params: { id }, query: { since: "0" } }),
    threads: () => aiko.call(listThreads, { query: { paging: "30" } }),
    bookmarks: () => aiko.call(listBookmarks, { query }),
  };
  for (const [name, callApi] of Object.entries(calls)) {
    const bytesRead = await bytesReadBy(async () => expect((await callApi()).status, name).toBe(200));
    expect(bytesRead, name).toBeLessThan(2.5 * maximumListBytes);
    // If a list ended long before its SQL statement has reached its limit of bytes, this check would fail.
    expect(bytesRead, name).toBeGreaterThan(maximumListBytes / 4);
  }
});
