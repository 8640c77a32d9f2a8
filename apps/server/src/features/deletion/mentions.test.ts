import { editMessage, listMessageRevisions } from "@kakehashi/contract/changes";
import { deletedNameByLanguage, deletedNameMark } from "@kakehashi/contract/deleted-names";
import { listDrafts, saveDraft } from "@kakehashi/contract/drafts";
import { sendInvitation } from "@kakehashi/contract/invitations";
import type { Language } from "@kakehashi/contract/languages";
import { listMemorySuggestions, searchMemory } from "@kakehashi/contract/memory";
import { findMentionedIdsEvenInCode } from "@kakehashi/contract/mentions";
import { getMessage, listMessages, type Message } from "@kakehashi/contract/messages";
import { listNotifications } from "@kakehashi/contract/notifications";
import { searchEverything } from "@kakehashi/contract/search";
import { listReplies } from "@kakehashi/contract/threads";
import { getTranslationDraft, saveTranslationDraft } from "@kakehashi/contract/translation-drafts";
import { listTranslationHistory } from "@kakehashi/contract/translation-history";
import { approveTranslation, getTranslation } from "@kakehashi/contract/translations";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../../kit/db/database.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createDirectRoom, createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { resubmitTranslation, submitTranslation, translationPathParamsOf } from "../../test/translations.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";
import { accountDeletionJobName } from "./service.ts";

const { server, testPeople } = await setUpTestServer();
const address = await server.listen();
const { aiko, linh, kenji } = testPeople;
const owner = openDatabase(server.ownerDatabaseUrl, { maximumConnections: 1 });
afterAll(() => owner.close());

let lastPersonNumber = 0;
const addLeavingPerson = (name: string) =>
  addSignedInPerson(server, {
    email: `leaving-${++lastPersonNumber}@leaving.example`,
    name,
    role: "dev",
    language: "vi",
  });

async function startDeletion(...people: TestPerson[]): Promise<void> {
  await server.db.pool.query("update users set deletion_due_at = now() where id = any($1)", [
    people.map(({ id }) => id),
  ]);
  await server.runJob(accountDeletionJobName);
}

async function deletePeople(...people: TestPerson[]): Promise<void> {
  await startDeletion(...people);
  const countUnfinished = async () => {
    const { rows } = await server.db.pool.query(
      "select from users where id = any($1) and (deleted_at is null or deletion_due_at is not null)",
      [people.map(({ id }) => id)],
    );
    return rows.length;
  };
  await expect.poll(countUnfinished).toBe(0);
  await server.app.services.search.catchUp();
}

/**
 * Searches every column of every table for the word, also in the tables of the job queue. Returns the columns that
 * contain it.
 */
async function findColumnsContaining(word: string): Promise<string[]> {
  const { rows: tables } = await owner.pool.query<{ place: string }>(
    `select format('%I.%I', table_schema, table_name) as place from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`,
  );
  const foundColumns: string[] = [];
  for (const { place } of tables) {
    const { rows } = await owner.pool.query<{ columns: string[] }>(
      `select array_agg(distinct e.key) as columns from ${place} t, jsonb_each_text(to_jsonb(t)) e
       where lower(e.value) like '%' || $1 || '%'`,
      [word],
    );
    foundColumns.push(...(rows[0]?.columns ?? []).map((column) => `${place}.${column}`));
  }
  return foundColumns;
}

const createLanguageOptions = (language: Language) => ({ headers: { cookie: `session_lang=${language}` } });

test("the name of a deleted person is nowhere any more in what others wrote, and each reader sees a word for it", async () => {
  const person = await addLeavingPerson("Zyxwen Đỗ");
  const mention = `@[${person.name}](${person.id})`;
  const team = await createGroupRoom(aiko, person, linh, kenji);
  const otherRoom = await createDirectRoom(aiko, linh);

  const root = await sendText(aiko, team, `${mention} さん、明日までにテスト結果を送ってください。`);
  const code = await sendText(aiko, team, `\`\`\`\n${mention}\n\`\`\` と \`${mention}\``);
  const reply = await sendText(linh, team, `${mention} ơi, xem giúp tôi`, { parent_id: root.id });
  const quotingMessage = await sendText(aiko, otherRoom, `> ${mention} に聞いてください`);
  const editedMessage = await sendText(aiko, team, `${mention} さんへ`);
  await aiko.call(editMessage, { ...messagePathParamsOf(editedMessage), body: { content: "みなさんへ" } });
  const question = await sendText(aiko, team, `${mention} さん、どうですか。`);
  await submitTranslation(linh, root, "vi", `${mention} ơi, hãy gửi kết quả kiểm thử trước ngày mai.`);
  await resubmitTranslation(
    linh,
    root,
    "vi",
    `${mention} ơi, vui lòng gửi kết quả kiểm thử trước ngày mai.`,
    {
      version: 1,
    },
  );
  const approvalResponse = await kenji.call(approveTranslation, {
    ...translationPathParamsOf(root, "vi"),
    body: { revision: 1 },
  });
  expect(approvalResponse.error).toBeUndefined();
  await linh.call(saveDraft, { params: { id: team }, body: { content: `Nhờ ${mention} nhé` } });
  // The editor of translations shows mentions as plain names (`@name`). So its drafts contain plain names.
  await linh.call(saveTranslationDraft, {
    ...translationPathParamsOf(question, "vi"),
    body: { content: `@${person.name} thấy sao?`, version: 0, revision: 1 },
  });
  await linh.call(saveTranslationDraft, {
    ...translationPathParamsOf(code, "vi"),
    body: { content: `và ${mention}`, version: 0, revision: 1 },
  });
  await server.db.pool.query(
    "insert into machine_answers (key, source_key, translation) values ('1', '1', $1)",
    [mention],
  );
  await person.call(sendInvitation, { body: { email: "guest@elsewhere.example" } });
  await server.mails.waitForMail("guest@elsewhere.example");
  await server.app.services.search.catchUp();
  const searchMessages = async (q: string) =>
    (await aiko.call(searchEverything, { query: { q, type: "messages" } })).data.messages;
  expect((await searchMessages("zyxwen")).length).toBeGreaterThan(0);
  const countPendingMessageWork = async () =>
    (await server.db.pool.query("select from message_work")).rows.length;
  await expect.poll(countPendingMessageWork).toBe(0);

  const socket = await connectAndSubscribe(address, aiko);
  await deletePeople(person);

  expect(await findColumnsContaining("zyxwen")).toEqual([]);
  expect(await findColumnsContaining("leaving-1@")).toEqual(["public.mails.recipient"]);
  expect(await searchMessages("zyxwen")).toEqual([]);
  // The removal of names notifies nobody about the changed texts, and does not load their link previews again.
  expect(await countPendingMessageWork()).toBe(0);

  const event = await socket.waitForEvent(
    (event) => event.type === "MESSAGE_UPDATED" && "message" in event && event.message.id === root.id,
  );
  expect(event).toMatchObject({ message: { edited: false, revision: 1 } });

  for (const language of ["en", "vi", "ja"] as const) {
    const shownMention = `@[${deletedNameByLanguage[language]}](${person.id})`;
    const plainName = `@${deletedNameByLanguage[language]}`;
    const readerOptions = createLanguageOptions(language);
    const responseTexts = [
      await aiko.call(listMessages, { params: { id: team }, ...readerOptions }),
      await aiko.call(listMessages, { params: { id: otherRoom }, ...readerOptions }),
      await aiko.call(listReplies, { ...messagePathParamsOf(root), ...readerOptions }),
      await aiko.call(listMessageRevisions, { ...messagePathParamsOf(editedMessage), ...readerOptions }),
      await linh.call(listDrafts, readerOptions),
      await linh.call(getTranslation, { ...translationPathParamsOf(root, "vi"), ...readerOptions }),
      await linh.call(listTranslationHistory, { ...translationPathParamsOf(root, "vi"), ...readerOptions }),
      await linh.call(getTranslationDraft, { ...translationPathParamsOf(code, "vi"), ...readerOptions }),
      await linh.call(searchMemory, { query: { search: "kết quả kiểm thử" }, ...readerOptions }),
      await linh.call(listMemorySuggestions, {
        ...translationPathParamsOf(question, "vi"),
        ...readerOptions,
      }),
    ].map((response) => JSON.stringify(response));
    for (const responseText of responseTexts)
      expect(responseText).not.toMatch(new RegExp(`Zyxwen|${deletedNameMark}`));
    for (const responseText of responseTexts.slice(0, 9)) expect(responseText).toContain(shownMention);

    const [foundMessage] = await searchMessages("テスト結果");
    expect(foundMessage?.excerpt).toContain(`@${deletedNameByLanguage.en}`);
    const { data: searchResult } = await aiko.call(searchEverything, {
      query: { q: "テスト結果", type: "messages" },
      ...readerOptions,
    });
    const excerpt = searchResult.messages[0]?.excerpt ?? "";
    expect(excerpt).toContain(plainName);
    const { start, end } = searchResult.messages[0]?.marks[0] ?? { start: 0, end: 0 };
    expect(excerpt.slice(start, end)).toContain("テスト");

    const { data: memoryPairs } = await linh.call(searchMemory, {
      query: { search: "kết quả" },
      ...readerOptions,
    });
    const [memoryPair] = memoryPairs;
    expect(memoryPair?.target_marks.map(({ start, end }) => memoryPair.target.slice(start, end))).toContain(
      "kết",
    );
    for (const format of ["csv", "tmx"] as const) {
      const response = await fetch(`${address}/api/memory/export?format=${format}`, {
        headers: { authorization: `Bearer ${linh.tokens.access_token}`, ...readerOptions.headers },
      });
      const file = await response.text();
      expect(file).toContain(shownMention);
      expect(file).not.toMatch(new RegExp(`Zyxwen|${deletedNameMark}`));
    }
  }

  const { data: plainDraft } = await linh.call(getTranslationDraft, translationPathParamsOf(question, "vi"));
  expect(plainDraft?.content).toBe(`@${deletedNameByLanguage.en} thấy sao?`);
  const { data: notifications } = await aiko.call(listNotifications);
  expect(notifications.map(({ quote }) => quote?.text)).toContain(
    `@${deletedNameByLanguage.en} ơi, xem giúp tôi`,
  );

  // Clients see the words "Deleted user" in place of the name. If a client sends these words back in an edit, the
  // server stores the mark of a deleted name.
  const { data: messages } = await aiko.call(listMessages, {
    params: { id: otherRoom },
    ...createLanguageOptions("ja"),
  });
  const shownMessage = messages.find(({ id }) => id === quotingMessage.id) as Message;
  await aiko.call(editMessage, {
    ...messagePathParamsOf(quotingMessage),
    body: { content: `${shownMessage.content}。` },
  });
  // A device that does not know of the deletion yet sends the old name. The server must not store this name.
  const lateMessage = await sendText(linh, team, `${mention} vẫn ở đây?`);
  await linh.call(saveDraft, { params: { id: team }, body: { content: `Nhờ ${mention} nhé` } });
  await submitTranslation(linh, question, "vi", `${mention} thấy sao?`);
  expect(await findColumnsContaining("zyxwen")).toEqual([]);
  const { rows } = await server.db.pool.query("select content from messages where id = any($1) order by id", [
    [quotingMessage.id, lateMessage.id],
  ]);
  for (const { content } of rows) expect(content).toContain(`@[${deletedNameMark}](${person.id})`);
  expect(reply.content).toContain(person.name);
  expect(findMentionedIdsEvenInCode(code.content)).toEqual([person.id]);
});

test("a removal of names that stops in the middle is done by the next run, and touches nobody else", async () => {
  const [firstPerson, secondPerson] = [await addLeavingPerson("Qwabby"), await addLeavingPerson("Qwobby")];
  const mentionOfKenji = `@[${kenji.name}](${kenji.id})`;
  const team = await createGroupRoom(aiko, firstPerson, secondPerson, kenji);
  const content = `@[${firstPerson.name}](${firstPerson.id}) @[${secondPerson.name}](${secondPerson.id}) ${mentionOfKenji} @all`;
  const message = await sendText(aiko, team, content);
  await aiko.call(saveDraft, { params: { id: team }, body: { content } });
  await owner.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before update on drafts for each row execute function refuse()`);
  await startDeletion(firstPerson, secondPerson);
  const readContents = async () => {
    const { rows } = await server.db.pool.query<{ content: string }>(
      "select content from messages where id = $1 union all select content from drafts where conversation_id = $2",
      [message.id, team],
    );
    return rows.map((row) => row.content);
  };
  const expected = `@[${deletedNameMark}](${firstPerson.id}) @[${deletedNameMark}](${secondPerson.id}) ${mentionOfKenji} @all`;
  await expect.poll(readContents).toEqual([expected, content]);
  const { data: messageBeforeSecondRun } = await aiko.call(getMessage, messagePathParamsOf(message));
  await owner.pool.query("drop trigger refuse on drafts");
  await deletePeople(firstPerson, secondPerson);
  expect(await readContents()).toEqual([expected, expected]);
  // The first run has already removed the names from the message. So the second run does not change the message again.
  expect((await aiko.call(getMessage, messagePathParamsOf(message))).data).toEqual(messageBeforeSecondRun);
});
