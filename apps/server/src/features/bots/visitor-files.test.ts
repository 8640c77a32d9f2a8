import { sendFileToBot, visitorTokenHeaderName } from "@kakehashi/contract/bot-visitors";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { pictureBytes } from "../../test/bot-files.ts";
import {
  createAskBlock,
  createFlow,
  createPublishedBot,
  createSayBlock,
  endBlock,
  visitBot,
} from "../../test/bots.ts";
import { setUpTestServer } from "../../test/open-world.ts";

// In these tests, visitors on the web send files to a story that asks for one, and to the people who answer.

const { server, testPeople } = await setUpTestServer();
const { kenji } = testPeople;
const serverUrl = await server.listen();

const createAskFileBlock = (fields: object = {}): FlowBlock =>
  ({
    ...createAskBlock("photo"),
    type: "ask",
    answer: { kind: "file", categories: [], maximum_bytes: 1_000_000, ...fields },
    retry: { en: "A picture, please", ja: "画像をお願いします" },
  }) as FlowBlock;
const handOverBlock: FlowBlock = {
  id: "person",
  type: "handoff",
  text: { en: "One moment", ja: "少々お待ちください" },
};

interface FileUploadOptions {
  readonly bytes?: Uint8Array;
  readonly name?: string;
  readonly clientId?: string;
  readonly field?: string;
}

async function openVisit(...blocks: FlowBlock[]) {
  const { id } = await createPublishedBot(kenji, createFlow({ start: blocks }));
  const visitor = await visitBot(server, id);
  async function sendFile({
    bytes = pictureBytes,
    name = "cut.png",
    clientId = newId(),
    field = "file",
  }: FileUploadOptions = {}) {
    const body = new FormData();
    body.append(field, new Blob([new Uint8Array(bytes)]), name);
    const path = fillPath(sendFileToBot.path, { bot_id: id, client_id: clientId });
    const response = await fetch(`${serverUrl}/api${path}`, {
      method: "POST",
      body,
      headers: { [visitorTokenHeaderName]: visitor.token },
    });
    return { status: response.status, ...(await response.json()) };
  }
  return { id, visitor, sendFile };
}

/** Returns the value of the story's variable in the only session with this bot. */
async function readStoryAnswer(botId: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    select state->'variables'->0->>'value' as value from bot_sessions where bot_id = ${botId}`.execute(
    server.db.kysely,
  );
  return rows[0]?.value;
}

test("A story that asks for a file gets one, and its variable has an address that opens it", async () => {
  const { id, visitor, sendFile } = await openVisit(createAskFileBlock(), createSayBlock("thanks"), endBlock);
  expect((await visitor.list()).input).toEqual({
    kind: "file",
    minimum: null,
    maximum: "1000000",
    categories: [],
  });
  const clientId = newId();
  const sendResponse = await sendFile({ clientId });
  expect(sendResponse.status).toBe(200);
  expect(sendResponse.data.messages).toMatchObject([
    { content: "", file_name: "cut.png", said: [{ text: "thanks" }] },
  ]);
  expect(sendResponse.data.input).toBeNull();
  const { pathname, search } = new URL((await readStoryAnswer(id)) ?? "");
  const downloadResponse = await fetch(`${serverUrl}${pathname}${search}`);
  expect(Buffer.from(await downloadResponse.arrayBuffer()).equals(pictureBytes)).toBe(true);
  // The page sends the file again, as it does if the response to its first request was lost.
  const repeatedResponse = await sendFile({ clientId });
  expect(repeatedResponse.data.messages).toEqual(sendResponse.data.messages);
});

test("A file of a kind that the story does not take is answered by its retry text", async () => {
  const { visitor, sendFile } = await openVisit(
    createAskFileBlock({ categories: ["image"] }),
    createSayBlock("thanks"),
    endBlock,
  );
  expect((await visitor.list()).input).toMatchObject({ categories: ["image"] });
  const refusedResponse = await sendFile({ bytes: Buffer.from("only words"), name: "cut.txt" });
  expect(refusedResponse.data.messages).toMatchObject([{ said: [{ text: "A picture, please" }] }]);
  expect((await sendFile()).data.messages).toMatchObject([{ said: [{ text: "thanks" }] }]);
});

test("A file that nobody waits for, an empty one, one that is too large and a call without a file are refused", async () => {
  const { visitor, sendFile } = await openVisit(createAskBlock("name"), createAskFileBlock(), endBlock);
  expect(await sendFile()).toMatchObject({ status: 409, error: { code: "BOT.NO_FILE_ASKED" } });
  await visitor.write("Aiko");
  expect(await sendFile({ bytes: new Uint8Array() })).toMatchObject({ error: { code: "FILE.EMPTY" } });
  expect(await sendFile({ bytes: new Uint8Array(25 * 1024 * 1024 + 1) })).toMatchObject({
    status: 413,
    error: { code: "BOT.SENT_FILE_TOO_LARGE" },
  });
  const otherResponse = await sendFile({ field: "other" });
  expect(otherResponse.status).toBe(422);
  expect(Object.keys(otherResponse.error.fields)).toEqual(["other"]);
  const path = fillPath(sendFileToBot.path, { bot_id: newId(), client_id: newId() });
  const stranger = await fetch(`${serverUrl}/api${path}`, { method: "POST", body: new FormData() });
  expect(stranger.status).toBe(404);
  // The server has stored none of the refused files.
  const { rows } = await sql`
    select from outside_files o where state = 'STORED' and not exists (select from bot_turns t where t.event->'file'->>'size' = o.size::text)`.execute(
    server.db.kysely,
  );
  expect(rows).toHaveLength(0);
  expect((await visitor.list()).input?.kind).toBe("file");
});

test("People get the files that a visitor sent before and after the hand-over", async () => {
  const { id, sendFile } = await openVisit(createAskFileBlock(), handOverBlock, endBlock);
  await sendFile({ name: "before.png" });
  await sendFile({ name: "after.png" });
  const { rows } = await sql<{ name: string; content: string }>`
    select f.name, m.content from bot_sessions s join files f on f.conversation_id = s.conversation_id
      join messages m on m.id = f.message_id
    where s.bot_id = ${id} order by m.number`.execute(server.db.kysely);
  expect(rows).toEqual([
    { name: "before.png", content: "" },
    { name: "after.png", content: "" },
  ]);
});

test("A visitor cannot take the file of another visitor by its client_id", async () => {
  const clientId = newId();
  const firstVisit = await openVisit(createAskFileBlock(), handOverBlock, endBlock);
  await firstVisit.sendFile({ clientId, name: "private.png" });
  const secondVisit = await openVisit(createAskFileBlock(), handOverBlock, endBlock);
  const response = await fetch(
    `${serverUrl}/api${fillPath(sendFileToBot.path, { bot_id: secondVisit.id, client_id: clientId })}`,
    { method: "POST", headers: { [visitorTokenHeaderName]: secondVisit.visitor.token } },
  );
  expect(response.status).toBe(422);
  expect(Object.keys((await response.json()).error.fields)).toEqual(["file"]);
});
