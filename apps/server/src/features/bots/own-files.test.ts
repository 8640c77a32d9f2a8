import { createBotArticle, listBotArticles } from "@kakehashi/contract/bot-articles";
import { addFileToBot, maximumBotFileBytes } from "@kakehashi/contract/bot-files";
import { createBotFlow, getBotFlow, listBotFlows } from "@kakehashi/contract/bot-flows";
import { getLivechat, listLivechats } from "@kakehashi/contract/bot-livechat";
import {
  createBot,
  duplicateBot,
  exportBot,
  importBot,
  removeBot,
  setBotPerson,
} from "@kakehashi/contract/bots";
import { getStorageUse } from "@kakehashi/contract/files";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { ExportedBotFile } from "@kakehashi/contract/flows/file";
import { createBotFilePath } from "@kakehashi/contract/flows/own-files";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { pictureBytes, uploadToNotes } from "../../test/bot-files.ts";
import { createAskBlock, createFlow, createPublishedBot, endBlock, visitBot } from "../../test/bots.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import type { TestPerson } from "../../test/world.ts";
import { emptyBotContent } from "./file.ts";
import { makeFileUrlsAbsolute, makeFileUrlsRelative } from "./own-files.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji, linh, an } = testPeople;
const serverUrl = await server.listen();
const db = server.db.kysely;
const uploadOwnFile = (person: TestPerson, bytes?: Buffer, name?: string) =>
  uploadToNotes(serverUrl, person, bytes, name);
const addFile = (id: string, file_id: string, person: TestPerson = kenji) =>
  person.call(addFileToBot, { params: { id }, body: { file_id } });
const createEmptyBot = async () =>
  (await kenji.call(createBot, { body: { name: "Salon", languages: ["en"], platforms: ["WEB"] } })).data.id;
const fetchUrl = (address: string) => server.app.http.inject({ url: address });
const createImageBlock = (address: string): FlowBlock => ({
  id: "pic",
  type: "image",
  address,
  description: { en: "Our salon", ja: "店内" },
});
async function exportBotFile(id: string): Promise<ExportedBotFile> {
  const response = await fetch(`${serverUrl}/api${fillPath(exportBot.path, { id })}`, {
    headers: { authorization: `Bearer ${kenji.tokens.access_token}` },
  });
  return response.json();
}
const findImageUrl = ({ groups }: { groups: ExportedBotFile["flows"][number]["flow"]["groups"] }) => {
  const imageBlock = groups[0]?.blocks.find(({ type }) => type === "image");
  return imageBlock?.type === "image" ? imageBlock.address : undefined;
};

test("an uploaded picture becomes the bot's, is opened without a token, and counts once", async () => {
  const id = await createEmptyBot();
  const usedBytesBefore = (await kenji.call(getStorageUse, {})).data.used;
  const fileId = await uploadOwnFile(kenji);
  const usedBytesAfterUpload = (await kenji.call(getStorageUse, {})).data.used;
  expect(usedBytesAfterUpload).toBeGreaterThan(usedBytesBefore);
  const { status, data } = await addFile(id, fileId);
  expect(status).toBe(200);
  expect(data).toMatchObject({
    name: "salon.png",
    type: "image/png",
    category: "image",
    width: 40,
    height: 30,
  });
  expect((await kenji.call(getStorageUse, {})).data.used).toBe(usedBytesAfterUpload);
  const fileResponse = await fetchUrl(data.address);
  expect(fileResponse.statusCode).toBe(200);
  expect(fileResponse.headers["content-type"]).toBe("image/png");
  expect(fileResponse.rawPayload.equals(pictureBytes)).toBe(true);
  expect((await fetchUrl(createBotFilePath("0".repeat(32)))).statusCode).toBe(404);
  // The bot uses the uploaded file now, so the same upload cannot be added a second time.
  expect((await addFile(id, fileId)).error).toMatchObject({
    code: "FILE.GONE",
    fields: { file_id: expect.any(String) },
  });
});

test("agents, strangers, and files of other people are refused", async () => {
  const id = await createEmptyBot();
  await kenji.call(setBotPerson, { params: { id, user_id: linh.id }, body: { part: "AGENT" } });
  expect((await addFile(id, await uploadOwnFile(linh), linh)).status).toBe(403);
  expect((await addFile(id, await uploadOwnFile(an), an)).status).toBe(404);
  expect((await addFile(id, await uploadOwnFile(linh))).status).toBe(422);
  expect((await addFile(id, newId())).status).toBe(422);
});

test("a file over 25 MB is refused, and the error names the field", async () => {
  const id = await createEmptyBot();
  const fileId = await uploadOwnFile(kenji);
  await sql`update files set size = ${maximumBotFileBytes + 1} where id = ${fileId}`.execute(db);
  expect((await addFile(id, fileId)).error).toMatchObject({
    code: "BOT.FILE_TOO_LARGE",
    fields: { file_id: expect.stringContaining("25 MB") },
  });
});

test("a visitor gets the picture, and agents a whole address of it", async () => {
  const handoffBlock: FlowBlock = {
    id: "h",
    type: "handoff",
    text: { en: "One moment.", ja: "少々お待ちください。" },
  };
  const { data } = await addFile(await createEmptyBot(), await uploadOwnFile(kenji));
  const { id } = await createPublishedBot(
    kenji,
    createFlow({ start: [createImageBlock(data.address), createAskBlock("name"), handoffBlock, endBlock] }),
  );
  const visitor = await visitBot(server, id, "en");
  const messageStatus = (await visitor.send({ content: "Aiko" })).status;
  expect(messageStatus).toBe(200);
  const [talk] = (await kenji.call(listLivechats, { params: { id }, query: { state: "waiting" } })).data;
  const params = { id, cid: talk?.conversation_id ?? "" };
  const { messages } = (await kenji.call(getLivechat, { params })).data;
  expect(messages[0]?.content).toMatch(/^Our salon\nhttps?:\/\/.+\/api\/bots\/files\/[0-9a-f]{32}$/);
  expect(messages[0]?.content).toContain(data.address);
});

test("what is pasted into another bot keeps the file until the last bot is deleted", async () => {
  const [firstBotId, secondBotId] = [await createEmptyBot(), await createEmptyBot()];
  const { address } = (await addFile(firstBotId, await uploadOwnFile(kenji))).data;
  const draft = createFlow({ start: [createImageBlock(address), endBlock] });
  await kenji.call(createBotFlow, { params: { id: secondBotId }, body: { name: "Pasted", draft } });
  const thirdBotId = (await kenji.call(duplicateBot, { params: { id: secondBotId }, body: { name: "Twin" } }))
    .data.id;
  const article = { name: "Salon", title: { en: "Salon" }, text: {}, image: address, buttons: [] };
  const fourthBotId = await createEmptyBot();
  await kenji.call(createBotArticle, { params: { id: fourthBotId }, body: article });
  const isFileDeleted = async (id: string) =>
    (await sql`select from bots where id = ${id}`.execute(db)).rows.length === 0;
  const usedBytes = (await kenji.call(getStorageUse, {})).data.used;
  for (const id of [firstBotId, secondBotId, thirdBotId, fourthBotId]) {
    await server.app.services.files.deleteUnused();
    expect((await fetchUrl(address)).statusCode).toBe(200);
    await kenji.call(removeBot, { params: { id } });
    await expect.poll(() => isFileDeleted(id)).toBe(true);
  }
  await server.app.services.files.deleteUnused();
  expect((await fetchUrl(address)).statusCode).toBe(404);
  expect((await kenji.call(getStorageUse, {})).data.used).toBeLessThan(usedBytes);
});

test("a bot's file names the picture, and an import here shows it", async () => {
  const id = await createEmptyBot();
  const { address } = (await addFile(id, await uploadOwnFile(kenji))).data;
  await kenji.call(createBotFlow, {
    params: { id },
    body: { name: "x", draft: createFlow({ start: [createImageBlock(address), endBlock] }) },
  });
  const { data: copiedBot } = await kenji.call(importBot, { body: await exportBotFile(id) });
  const [story] = (await kenji.call(listBotFlows, { params: { id: copiedBot.id } })).data;
  const params = { id: copiedBot.id, fid: story?.id ?? "" };
  expect(findImageUrl((await kenji.call(getBotFlow, { params })).data.draft)).toBe(address);
});

test("a file that names pictures which are not here is taken, and their blocks are named", async () => {
  const id = await createEmptyBot();
  await kenji.call(createBotFlow, {
    params: { id },
    body: { name: "x", draft: createFlow({ start: [createImageBlock(""), endBlock] }) },
  });
  const unknownFileUrl = createBotFilePath("f".repeat(32));
  const file = JSON.parse(
    JSON.stringify(await exportBotFile(id)).replace('"address":""', `"address":"${unknownFileUrl}"`),
  );
  file.articles = [
    { id: newId(), name: "Salon", title: { en: "Salon" }, text: {}, image: unknownFileUrl, buttons: [] },
  ];
  const { data: copiedBot } = await kenji.call(importBot, { body: file });
  const [story] = (await kenji.call(listBotFlows, { params: { id: copiedBot.id } })).data;
  const { data } = await kenji.call(getBotFlow, { params: { id: copiedBot.id, fid: story?.id ?? "" } });
  expect(findImageUrl(data.draft)).toBe("");
  expect(data.problems).toContainEqual(expect.objectContaining({ block_id: "pic", field: "address" }));
  expect((await kenji.call(listBotArticles, { params: { id: copiedBot.id } })).data[0]?.image).toBeNull();
});

test("an exported file has whole addresses that another installation can show", () => {
  const address = createBotFilePath("a".repeat(32));
  const foreignFileUrl = "https://other.example/api/bots/files/x.png";
  const flow = createFlow({
    start: [createImageBlock(address), { ...createImageBlock(foreignFileUrl), id: "other" }],
  });
  const content = { ...emptyBotContent, stories: [{ id: newId(), name: "x", flow }] };
  const exportedContent = makeFileUrlsAbsolute(content, "https://bots.example");
  expect(JSON.stringify(exportedContent)).toContain(`"https://bots.example${address}"`);
  expect(JSON.stringify(exportedContent)).toContain(`"${foreignFileUrl}"`);
  expect(makeFileUrlsRelative(exportedContent, "https://bots.example")).toEqual(content);
  expect(makeFileUrlsRelative(exportedContent, "https://moved.example")).toEqual(exportedContent);
});
