import {
  listDrafts,
  maximumDraftBytesPerPerson,
  maximumDraftsPerPerson,
  saveDraft,
} from "@kakehashi/contract/drafts";
import { describe, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createDirectRoom, createGroupRoom, sendText } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();

test("a draft is the same on every device, and nobody else's", async () => {
  const { aiko, an } = testPeople;
  const id = await createDirectRoom(aiko, an);
  const rootMessage = await sendText(an, id, "root");
  const listener = await connectAndSubscribe(serverUrl, aiko);
  await aiko.call(saveDraft, { params: { id }, body: { content: "途中の" } });
  await aiko.call(saveDraft, { params: { id }, body: { content: "途中のメ" } });
  await aiko.call(saveDraft, { params: { id }, body: { content: "in a thread", parent_id: rootMessage.id } });
  expect(
    await listener.waitForEvent(
      (event) => event.type === "DRAFT_CHANGED" && event.draft.parent_id === rootMessage.id,
    ),
  ).toMatchObject({ conversation_id: id, draft: { content: "in a thread" } });
  listener.socket.close();
  const { data } = await aiko.call(listDrafts);
  expect(data.map(({ content, parent_id }) => [content, parent_id])).toEqual([
    ["in a thread", rootMessage.id],
    ["途中のメ", null],
  ]);
  expect((await an.call(listDrafts)).data).toEqual([]);
  await aiko.call(saveDraft, { params: { id }, body: { content: "  \n" } });
  const listedDrafts = (await aiko.call(listDrafts)).data.map(({ content, parent_id }) => [
    content,
    parent_id,
  ]);
  expect(listedDrafts).toEqual([
    ["", null],
    ["in a thread", rootMessage.id],
  ]);
});

describe("a device that was away", () => {
  const earlierTime = "2026-01-01T10:00:00.000Z";
  const laterTime = "2026-01-01T11:00:00.000Z";
  const latestTime = "2026-01-01T12:00:00.000Z";

  async function createDraftRoom() {
    const { aiko, an } = testPeople;
    const id = await createGroupRoom(aiko, an);
    const saveInRoom = async (body: object) => (await aiko.call(saveDraft, { params: { id }, body })).data;
    return { id, save: saveInRoom };
  }

  test("a later draft replaces an earlier one, and the loser's device gets the stored draft", async () => {
    const { id, save } = await createDraftRoom();
    await save({ content: "second", edited_at: laterTime });
    const listener = await connectAndSubscribe(serverUrl, testPeople.aiko);
    expect(await save({ content: "first", edited_at: earlierTime })).toMatchObject({
      content: "second",
      edited_at: laterTime,
    });
    expect(await save({ content: "third", edited_at: latestTime })).toMatchObject({
      content: "third",
      edited_at: latestTime,
    });
    // The person's other devices get exactly one event, which has the last text of the draft.
    await listener.waitForEvent((event) => event.type === "DRAFT_CHANGED" && event.draft.content === "third");
    const conversationEvents = listener.listEvents().filter((event) => event.conversation_id === id);
    expect(conversationEvents).toHaveLength(1);
    listener.socket.close();
  });

  test("an older edit does not restore a discarded draft, and a later discard deletes an older draft", async () => {
    const { save } = await createDraftRoom();
    await save({ content: "", edited_at: laterTime });
    expect((await save({ content: "older", edited_at: earlierTime })).content).toBe("");
    expect((await save({ content: "newer", edited_at: latestTime })).content).toBe("newer");
    const { save: saveInOtherRoom } = await createDraftRoom();
    await saveInOtherRoom({ content: "older", edited_at: earlierTime });
    expect((await saveInOtherRoom({ content: "", edited_at: laterTime })).content).toBe("");
  });

  test("replaces what it has seen whatever its clock says, and never writes in the future", async () => {
    const { save } = await createDraftRoom();
    const futureTime = new Date(Date.now() + 3_600_000).toISOString();
    const firstSavedDraft = await save({ content: "quick", edited_at: futureTime });
    expect(Date.parse(firstSavedDraft.edited_at)).toBeLessThanOrEqual(Date.now() + 1_000);
    const lateSavedDraft = await save({
      content: "slow",
      edited_at: earlierTime,
      base: firstSavedDraft.edited_at,
    });
    expect(lateSavedDraft.content).toBe("slow");
    expect(lateSavedDraft.edited_at > firstSavedDraft.edited_at).toBe(true);
    // This edit began from a draft (`base`) that another save has replaced since. So the edit counts as older and
    // changes nothing.
    expect(
      (await save({ content: "late", edited_at: earlierTime, base: firstSavedDraft.edited_at })).content,
    ).toBe("slow");
  });

  test("is refused with an invalid timestamp", async () => {
    const { id } = await createDraftRoom();
    const body = { content: "x", edited_at: "yesterday" };
    const { status, error } = await testPeople.aiko.call(saveDraft, { params: { id }, body });
    expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, ["edited_at"]]);
  });
});

describe("more drafts than are kept", () => {
  async function insertDrafts(userId: string, roomId: string, count: number, bytes: number) {
    await server.db.pool.query(
      `insert into drafts (user_id, conversation_id, message_id, content)
       select $1, $2, gen_random_uuid(), repeat('x', $4) from generate_series(1, $3)`,
      [userId, roomId, count, bytes],
    );
  }

  test("are refused and change nothing; others can be changed and thrown away, and then there is room", async () => {
    const { linh, an } = testPeople;
    const id = await createDirectRoom(linh, an);
    const rootMessage = await sendText(an, id, "root");
    const saveDraftText = (content: string, parent_id?: string) =>
      linh.call(saveDraft, { params: { id }, body: { content, ...(parent_id && { parent_id }) } });
    await saveDraftText("mine");
    await insertDrafts(linh.id, id, maximumDraftsPerPerson - 1, 10);
    expect(await saveDraftText("one too many", rootMessage.id)).toMatchObject({
      status: 409,
      error: { code: "DRAFT.TOO_MANY" },
    });
    expect((await saveDraftText("mine, longer")).data.content).toBe("mine, longer");
    expect((await saveDraftText("")).status).toBe(200);
    expect((await saveDraftText("one more", rootMessage.id)).status).toBe(200);
  });

  test("drafts are refused when they are too long together; a draft can always get shorter", async () => {
    const { kenji, an } = testPeople;
    const id = await createDirectRoom(kenji, an);
    const saveText = (content: string) => kenji.call(saveDraft, { params: { id }, body: { content } });
    await saveText("x".repeat(1_000));
    await insertDrafts(kenji.id, id, 50, maximumDraftBytesPerPerson / 50);
    expect((await saveText("x".repeat(1_001))).error?.code).toBe("DRAFT.TOO_MANY");
    expect((await saveText("x".repeat(999))).status).toBe(200);
  });

  test("are read page by page, each once", async () => {
    const { minh, an } = testPeople;
    const id = await createDirectRoom(minh, an);
    await insertDrafts(minh.id, id, 120, 5);
    const pages = [1, 2].map((page) =>
      minh.call(listDrafts, { query: { page: String(page), paging: "100" } }),
    );
    const [firstPage, secondPage] = await Promise.all(pages);
    expect([firstPage?.data.length, firstPage?.meta.has_more]).toEqual([100, true]);
    expect([secondPage?.data.length, secondPage?.meta.has_more]).toEqual([20, false]);
    const parentIds = [...(firstPage?.data ?? []), ...(secondPage?.data ?? [])].map(
      ({ parent_id }) => parent_id,
    );
    expect(new Set(parentIds).size).toBe(120);
    expect((await minh.call(listDrafts, { query: { paging: "101" } })).status).toBe(422);
  });
});

test("a draft cannot be saved in a room of others", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createDirectRoom(aiko, an);
  const rootMessage = await sendText(an, id, "root");
  const reply = await sendText(an, id, "reply", { parent_id: rootMessage.id });
  expect((await minh.call(saveDraft, { params: { id }, body: { content: "x" } })).status).toBe(404);
  const body = { content: "x", parent_id: reply.id };
  expect((await aiko.call(saveDraft, { params: { id }, body })).status).toBe(404);
});
