import { getLivechat, listLivechats } from "@kakehashi/contract/bot-livechat";
import { getVisitedBot } from "@kakehashi/contract/bot-visitors";
import {
  duplicateBot,
  exportBot,
  getBot,
  importBot,
  listBots,
  removeBotPicture,
  setBotPerson,
  setBotPicture,
} from "@kakehashi/contract/bots";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { ExportedBotFile } from "@kakehashi/contract/flows/file";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { maximumPictureBytes } from "@kakehashi/contract/profiles";
import sharp from "sharp";
import { expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import {
  createAskBlock,
  createFlow,
  createPublishedBot,
  createSayBlock,
  endBlock,
  visitBot,
} from "../../test/bots.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji, linh, an } = testPeople;
const serverUrl = await server.listen();

const handoffBlock: FlowBlock = {
  id: "h",
  type: "handoff",
  text: { en: "One moment.", ja: "少々お待ちください。" },
};
const plainStory = createFlow({
  start: [createSayBlock("Hello"), createAskBlock("name"), handoffBlock, endBlock],
});
const createPicture = (background: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
const uploadBotPicture = (id: string, body: Buffer, person: TestPerson = kenji) =>
  person.call(setBotPicture, { params: { id }, body, headers: { "content-type": "image/png" } });
const fetchPicture = (address: string | null) => server.app.http.inject({ url: address ?? "" });

async function exportBotFile(id: string): Promise<ExportedBotFile> {
  const response = await fetch(`${serverUrl}/api${fillPath(exportBot.path, { id })}`, {
    headers: { authorization: `Bearer ${kenji.tokens.access_token}` },
  });
  expect(response.status).toBe(200);
  return response.json();
}

test("a bot's picture is shown to its people and visitors, replaced and removed again", async () => {
  const { id } = await createPublishedBot(kenji, plainStory);
  const params = { id };
  expect((await kenji.call(getBot, { params })).data.picture).toBeNull();
  const { status, data } = await uploadBotPicture(id, await createPicture("#3d4eac"));
  expect(status).toBe(200);
  expect(data.picture).toMatch(/^\/api\/avatars\//);
  const pictureResponse = await fetchPicture(data.picture);
  expect(await sharp(pictureResponse.rawPayload).metadata()).toMatchObject({
    width: 256,
    height: 256,
    format: "webp",
  });
  expect(
    (await kenji.call(listBots, { query: {} })).data.find((listedBot) => listedBot.id === id)?.picture,
  ).toBe(data.picture);
  const visitedBotResponse = await callApi(server.app, getVisitedBot, { params: { bot_id: id } });
  expect(visitedBotResponse.data.picture).toBe(data.picture);

  const { data: secondUploadResponse } = await uploadBotPicture(id, await createPicture("#b3261e"));
  expect(secondUploadResponse.picture).not.toBe(data.picture);
  expect((await fetchPicture(data.picture)).statusCode).toBe(404);

  const removeResponse = await kenji.call(removeBotPicture, { params });
  expect(removeResponse.data.picture).toBeNull();
  expect((await fetchPicture(secondUploadResponse.picture)).statusCode).toBe(404);
  expect((await kenji.call(removeBotPicture, { params })).status).toBe(200);
});

test("the messages of a bot show its picture in the inbox", async () => {
  const { id } = await createPublishedBot(kenji, plainStory);
  const { picture } = (await uploadBotPicture(id, await createPicture("#3d4eac"))).data;
  const visitor = await visitBot(server, id, "en");
  await visitor.send({ content: "Aiko" });
  const [talk] = (await kenji.call(listLivechats, { params: { id }, query: { state: "waiting" } })).data;
  const params = { id, cid: talk?.conversation_id ?? "" };
  const { people } = (await kenji.call(getLivechat, { params })).data;
  expect(people.find(({ name }) => name === "Salon")?.avatar).toBe(picture);
  expect(people.filter(({ name }) => name !== "Salon").map(({ avatar }) => avatar)).toEqual([null]);
});

test("agents and strangers cannot change the picture", async () => {
  const { id } = await createPublishedBot(kenji, plainStory);
  await kenji.call(setBotPerson, { params: { id, user_id: linh.id }, body: { part: "AGENT" } });
  const picture = await createPicture("#3d4eac");
  expect((await uploadBotPicture(id, picture, linh)).status).toBe(403);
  expect((await linh.call(removeBotPicture, { params: { id } })).status).toBe(403);
  expect((await uploadBotPicture(id, picture, an)).status).toBe(404);
  expect((await an.call(removeBotPicture, { params: { id } })).status).toBe(404);
  expect((await kenji.call(getBot, { params: { id } })).data.picture).toBeNull();
});

test.each([
  ["a text that calls itself a picture", () => Buffer.from("hello, I am a picture")],
  ["an SVG with a script", () => Buffer.from("<svg><script>alert(1)</script></svg>")],
  ["half a picture", async () => (await createPicture("#3d4eac")).subarray(0, 200)],
])("%s is refused, and the error names the field", async (_, createBody) => {
  const { id } = await createPublishedBot(kenji, plainStory);
  const { data } = await uploadBotPicture(id, await createPicture("#3d4eac"));
  const response = await uploadBotPicture(id, await createBody());
  expect(response.status).toBe(422);
  expect(response).toMatchObject({
    error: { code: "PROFILE.PICTURE", fields: { picture: expect.any(String) } },
  });
  expect((await kenji.call(getBot, { params: { id } })).data.picture).toBe(data.picture);
});

test("a picture over 5 MB is too large", async () => {
  const { id } = await createPublishedBot(kenji, plainStory);
  expect((await uploadBotPicture(id, Buffer.alloc(maximumPictureBytes + 1))).status).toBe(413);
});

test.each(["a file", "a copy"])("%s has the picture, as one of its own", async (copyMethod) => {
  const { id } = await createPublishedBot(kenji, plainStory);
  const { data } = await uploadBotPicture(id, await createPicture("#3d4eac"));
  const { data: copiedBot } =
    copyMethod === "a copy"
      ? await kenji.call(duplicateBot, { params: { id }, body: { name: "Twin" } })
      : await kenji.call(importBot, { body: await exportBotFile(id) });
  expect(copiedBot.picture).toMatch(/^\/api\/avatars\//);
  expect(copiedBot.picture).not.toBe(data.picture);
  await kenji.call(removeBotPicture, { params: { id } });
  expect((await fetchPicture(copiedBot.picture)).statusCode).toBe(200);
});

test.each([
  ["no base64", "not base64!"],
  ["no picture", Buffer.from("hello, I am a picture").toString("base64")],
])("a file whose picture is %s is refused, and the error names the field", async (_, picture) => {
  const { id } = await createPublishedBot(kenji, plainStory);
  const botCountBefore = (await kenji.call(listBots, { query: {} })).meta.total;
  const response = await kenji.call(importBot, { body: { ...(await exportBotFile(id)), picture } });
  expect(response.status).toBe(422);
  expect(response).toMatchObject({ error: { fields: { picture: expect.any(String) } } });
  expect((await kenji.call(listBots, { query: {} })).meta.total).toBe(botCountBefore);
});

test("a body that is no picture is refused at the field `picture`", async () => {
  const bot = await createPublishedBot(kenji, plainStory);
  const response = await server.app.http.inject({
    method: "POST",
    url: `/api/bots/${bot.id}/picture`,
    headers: { authorization: `Bearer ${kenji.tokens.access_token}`, "content-type": "application/json" },
    payload: "{}",
  });
  expect(response.json().error.fields).toEqual({ picture: "Choose a picture." });
});
