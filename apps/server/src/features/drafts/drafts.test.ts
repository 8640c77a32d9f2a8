import { listDrafts, saveDraft } from "@kakehashi/contract/drafts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { direct, send } from "../../test/rooms.ts";
import { listenTo } from "../../test/stomp.ts";
import { createWorld, type World } from "../../test/world.ts";

let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await createTestApp();
  world = await createWorld(server);
});
afterAll(() => server.close());

test("a draft is the same on every device, and nobody else's", async () => {
  const { aiko, an } = world;
  const id = await direct(aiko, an);
  const root = await send(an, id, "root");
  const listener = await listenTo(await server.listen(), aiko);
  await aiko.call(saveDraft, { params: { id }, body: { content: "途中の" } });
  await aiko.call(saveDraft, { params: { id }, body: { content: "途中のメ" } });
  await aiko.call(saveDraft, { params: { id }, body: { content: "in a thread", parent_id: root.id } });
  expect(
    await listener.event((event) => event.type === "DRAFT_CHANGED" && event.draft.parent_id === root.id),
  ).toMatchObject({ conversation_id: id, draft: { content: "in a thread" } });
  listener.socket.close();
  const { data } = await aiko.call(listDrafts);
  expect(data.map(({ content, parent_id }) => [content, parent_id])).toEqual([
    ["in a thread", root.id],
    ["途中のメ", null],
  ]);
  expect((await an.call(listDrafts)).data).toEqual([]);
  await aiko.call(saveDraft, { params: { id }, body: { content: "  \n" } });
  expect((await aiko.call(listDrafts)).data).toHaveLength(1);
});

test("nothing is drafted where one is not", async () => {
  const { aiko, an, minh } = world;
  const id = await direct(aiko, an);
  const root = await send(an, id, "root");
  const reply = await send(an, id, "reply", { parent_id: root.id });
  expect((await minh.call(saveDraft, { params: { id }, body: { content: "x" } })).status).toBe(404);
  const body = { content: "x", parent_id: reply.id };
  expect((await aiko.call(saveDraft, { params: { id }, body })).status).toBe(404);
});
