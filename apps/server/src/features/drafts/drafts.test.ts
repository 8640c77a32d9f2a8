import { listDrafts, saveDraft } from "@kakehashi/contract/drafts";
import { describe, expect, test } from "vitest";
import { openWorld } from "../../test/open-world.ts";
import { direct, group, send } from "../../test/rooms.ts";
import { listenTo } from "../../test/stomp.ts";

const { server, world } = await openWorld();
const url = await server.listen();

test("a draft is the same on every device, and nobody else's", async () => {
  const { aiko, an } = world;
  const id = await direct(aiko, an);
  const root = await send(an, id, "root");
  const listener = await listenTo(url, aiko);
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
  const after = (await aiko.call(listDrafts)).data.map(({ content, parent_id }) => [content, parent_id]);
  expect(after).toEqual([
    ["", null],
    ["in a thread", root.id],
  ]);
});

describe("a device that was away", () => {
  const early = "2026-01-01T10:00:00.000Z";
  const later = "2026-01-01T11:00:00.000Z";
  const latest = "2026-01-01T12:00:00.000Z";

  async function place() {
    const { aiko, an } = world;
    const id = await group(aiko, an);
    const save = async (body: object) => (await aiko.call(saveDraft, { params: { id }, body })).data;
    return { id, save };
  }

  test("wins with later words, loses with earlier ones, and learns what is kept", async () => {
    const { id, save } = await place();
    await save({ content: "second", edited_at: later });
    const listener = await listenTo(url, world.aiko);
    expect(await save({ content: "first", edited_at: early })).toMatchObject({
      content: "second",
      edited_at: later,
    });
    expect(await save({ content: "third", edited_at: latest })).toMatchObject({
      content: "third",
      edited_at: latest,
    });
    // The others hear of what changed, and of nothing else.
    await listener.event((event) => event.type === "DRAFT_CHANGED" && event.draft.content === "third");
    const heard = listener.events().filter((event) => event.conversation_id === id);
    expect(heard).toHaveLength(1);
    listener.socket.close();
  });

  test("does not bring back what was thrown away later, and throws away what was written earlier", async () => {
    const { save } = await place();
    await save({ content: "", edited_at: later });
    expect((await save({ content: "older", edited_at: early })).content).toBe("");
    expect((await save({ content: "newer", edited_at: latest })).content).toBe("newer");
    const { save: other } = await place();
    await other({ content: "older", edited_at: early });
    expect((await other({ content: "", edited_at: later })).content).toBe("");
  });

  test("replaces what it has seen whatever its clock says, and never writes in the future", async () => {
    const { save } = await place();
    const ahead = new Date(Date.now() + 3_600_000).toISOString();
    const quick = await save({ content: "quick", edited_at: ahead });
    expect(Date.parse(quick.edited_at)).toBeLessThanOrEqual(Date.now() + 1_000);
    const slow = await save({ content: "slow", edited_at: early, base: quick.edited_at });
    expect(slow.content).toBe("slow");
    expect(slow.edited_at > quick.edited_at).toBe(true);
    // What it has seen is no more what is kept.
    expect((await save({ content: "late", edited_at: early, base: quick.edited_at })).content).toBe("slow");
  });

  test("is refused a moment that is none", async () => {
    const { id } = await place();
    const body = { content: "x", edited_at: "yesterday" };
    const { status, error } = await world.aiko.call(saveDraft, { params: { id }, body });
    expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, ["edited_at"]]);
  });
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
