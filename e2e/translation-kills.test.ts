import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createConversation } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import { approveTranslation, createTranslation } from "@kakehashi/contract/translations";
import { expect, test } from "vitest";
import { ExternalDatabase } from "./kills/outside-database.ts";
import { createAccount } from "./live-model/accounts.ts";
import { createApiCaller, OutageError } from "./live-model/ask.ts";
import { ServerProcess } from "./server.ts";

// Translators submit and approve translations while the server is killed by SIGKILL again and again. If a request gets
// no response, the translator repeats it.

const killCount = 6;
const messageCount = 120;
const translatorCount = 8;

/**
 * Returns one row for each translation. The row counts the translation's entries in its history, in its message and in
 * the translation memory.
 */
const translationChecksQuery = `
  select x.subject_id, x.language, x.state, x.version,
    (select count(*)::int from translation_history h
     where h.translation_id = x.id and h.event = 'SUBMITTED' and h.content = x.content) as submitted,
    (select count(*)::int from translation_history h
     where h.translation_id = x.id and h.event = 'APPROVED' and h.version = x.version) as approved,
    (select count(*)::int from jsonb_array_elements(m.translations) t
     where t ->> 'language' = x.language and t ->> 'state' = x.state and t ->> 'content' = x.content) as shown,
    (select count(*)::int from memory_units u
     where u.source = m.content and u.target = x.content and u.target_language = x.language
       and u.approved = (x.state = 'APPROVED')) as remembered
  from translations x join messages m on m.conversation_id = x.conversation_id and m.id = x.subject_id`;
const halfDoneTranslationsQuery = `
  select * from (${translationChecksQuery}) x
  where version <> 1 or submitted <> 1 or approved <> (state = 'APPROVED')::int or shown <> 1 or remembered <> 1`;
const statesQuery = `select subject_id || ' ' || language as key, state from translations`;

test("a server is killed again and again under submits and approvals: none is half done, lost or done twice", async () => {
  const database = await ExternalDatabase.start();
  const pool = database.openPool();
  const server = await ServerProcess.start({
    DATABASE_URL: database.url,
    SECRET_KEY: "a-key-that-outlives-each-of-the-kills",
  });
  try {
    const accounts = [];
    for (let number = 0; number < translatorCount; number++)
      accounts.push(await createAccount(server, `translator-${number}`));
    const ids = accounts.map(({ id }) => id);
    await pool.query("update users set role = 'comtor', working_language = 'ja' where id = any($1)", [ids]);
    const [author, ...translators] = accounts.map(({ token }) =>
      createApiCaller(() => server.address, token),
    );
    if (!author) throw new Error("No author");
    const { data: room } = await author(createConversation, {
      body: { kind: "GROUP", name: "Kills", user_ids: ids.slice(1) },
    });
    const messageIds: string[] = [];
    for (let number = 0; number < messageCount; number++) {
      const body = { client_id: randomUUID(), content: `資料の${number}番目を確認してください。` };
      messageIds.push((await author(sendMessage, { params: { id: room.id }, body })).data.id);
    }

    let outageCount = 0;
    /** Repeats an API call until the server responds. */
    async function repeatUntilAnswered(sendApiCall: () => Promise<unknown>): Promise<void> {
      for (;;) {
        try {
          await sendApiCall();
          return;
        } catch (error) {
          OutageError.rethrowUnlessOutage(error);
          outageCount++;
          await wait(20);
        }
      }
    }
    /** The state of each translation in the server's last response about it. */
    const acknowledgedStates = new Map<string, "TRANSLATED" | "APPROVED">();
    const translationWork = Promise.all(
      translators.map(async (callAsTranslator, number) => {
        for (let index = number; index < messageCount; index += translators.length) {
          const mid = messageIds[index] ?? "";
          const language = index % 2 === 0 ? "en" : "vi";
          const params = { mid, language };
          const content =
            language === "en" ? `Please check item ${index}.` : `Vui lòng kiểm tra mục ${index}.`;
          const body = { content, version: 0, revision: 1, confirmed: true };
          await repeatUntilAnswered(() => callAsTranslator(createTranslation, { params, body }));
          acknowledgedStates.set(`${mid} ${language}`, "TRANSLATED");
          await repeatUntilAnswered(() =>
            callAsTranslator(approveTranslation, { params, body: { version: 1, revision: 1 } }),
          );
          acknowledgedStates.set(`${mid} ${language}`, "APPROVED");
        }
      }),
    );
    const acknowledgedCountsAtKills: number[] = [];
    for (let kill = 0; kill < killCount; kill++) {
      while (acknowledgedStates.size < (kill * messageCount) / (killCount + 1)) await wait(2);
      await server.kill();
      acknowledgedCountsAtKills.push(acknowledgedStates.size);
      const acknowledgedBefore = new Map(acknowledgedStates);
      await server.start();
      expect((await pool.query(halfDoneTranslationsQuery)).rows).toEqual([]);
      const { rows } = await pool.query<{ key: string; state: string }>(statesQuery);
      const storedStates = new Map(rows.map(({ key, state }) => [key, state]));
      // A translation may be approved although the last response only confirmed its submission: the response to the
      // approval may have been lost.
      for (const [key, state] of acknowledgedBefore)
        expect([state, "APPROVED"]).toContain(storedStates.get(key));
    }
    await translationWork;
    // Checks that the translators were still working at each kill, and that each kill interrupted requests.
    expect(acknowledgedCountsAtKills.every((count) => count < messageCount)).toBe(true);
    expect(outageCount).toBeGreaterThanOrEqual(killCount);
    expect((await pool.query(halfDoneTranslationsQuery)).rows).toEqual([]);
    const { rows } = await pool.query<{ state: string; count: number }>(
      "select state, count(*)::int as count from translations group by 1",
    );
    expect(rows).toEqual([{ state: "APPROVED", count: messageCount }]);
    const { rows: drafts } = await pool.query("select from translation_drafts where content <> ''");
    expect(drafts).toEqual([]);
  } finally {
    await server.stopAndDeleteData();
    await pool.end();
    await database.remove();
  }
}, 300_000);
