import { markForTranslation } from "@kakehashi/contract/bookmarks";
import { editMessage } from "@kakehashi/contract/changes";
import {
  getTranslationFigures,
  type ProjectTranslationFigures,
} from "@kakehashi/contract/translation-figures";
import { approveTranslation, claimTranslation } from "@kakehashi/contract/translations";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { resubmitTranslation, submitTranslation, translationPathParamsOf } from "../../test/translations.ts";
import type { TestPerson } from "../../test/world.ts";
import { formatFiguresCsv } from "./figures-csv.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, minh, linh, kenji, emma } = testPeople;

const readFigures = async (person: TestPerson, query: Record<string, string> = {}) =>
  person.call(getTranslationFigures, { query });

/** Makes a message look as if it had been sent this many minutes ago. */
const setMessageAge = (id: string, minutes: number) =>
  server.db.pool.query("update messages set created_at = now() - $2 * interval '1 minute' where id = $1", [
    id,
    minutes,
  ]);

test("where nothing could be read by everybody yet, there is no time until it could", async () => {
  const room = await createGroupRoom(aiko, an, linh);
  await sendText(aiko, room, "まだ誰も翻訳していません。");
  const { data } = await readFigures(an, { conversation_id: room });
  expect(data.rooms).toMatchObject([
    { messages: 1, readable: 0, median_readable_seconds: null, p95_readable_seconds: null },
  ]);
});

test("figures tell what waits, what was written, and how soon everybody could read it", async () => {
  const room = await createGroupRoom(aiko, an, linh);
  const firstMessage = await sendText(aiko, room, "明日は休みます。");
  const secondMessage = await sendText(aiko, room, "明後日は出社します。");
  await sendText(aiko, room, "よろしくお願いします。");
  await an.call(markForTranslation, { ...messagePathParamsOf(secondMessage), body: { marked: true } });
  await submitTranslation(linh, firstMessage, "vi", "Mai mình nghỉ.");
  await kenji.call(approveTranslation, {
    ...translationPathParamsOf(firstMessage, "vi"),
    body: { revision: 1 },
  });
  await server.db.pool.query(
    "update translations set asked_at = now() - interval '10 minutes' where subject_id = $1",
    [secondMessage.id],
  );
  await submitTranslation(linh, secondMessage, "vi", "Ngày kia mình đi làm.");
  await aiko.call(editMessage, {
    ...messagePathParamsOf(secondMessage),
    body: { content: "明後日は休みます。" },
  });
  await setMessageAge(firstMessage.id, 2);
  await setMessageAge(secondMessage.id, 10);
  const { data } = await readFigures(an, { conversation_id: room });
  expect(data.rooms).toHaveLength(1);
  const [roomFigures] = data.rooms;
  expect(roomFigures).toMatchObject({
    conversation: { id: room },
    waiting: 1,
    translated: 2,
    retranslated: 0,
    characters: "Mai mình nghỉ.".length + "Ngày kia mình đi làm.".length,
    messages: 3,
    readable: 2,
  });
  expect(roomFigures?.median_wait_seconds).toBeCloseTo(600, -1);
  expect(roomFigures?.median_readable_seconds).toBeCloseTo((120 + 600) / 2, -1);
  expect(roomFigures?.p95_readable_seconds).toBeCloseTo(120 + 0.95 * 480, -1);
  await resubmitTranslation(linh, secondMessage, "vi", "Ngày kia mình nghỉ.", { revision: 2 });
  const figuresAfter = await readFigures(linh, { conversation_id: room });
  expect(figuresAfter.data.rooms[0]).toMatchObject({ waiting: 0, translated: 2, retranslated: 1 });
  expect(figuresAfter.data.translators).toMatchObject([
    { user: { id: linh.id }, translated: 2, retranslated: 1 },
  ]);
  expect(figuresAfter.data.days).toHaveLength(30);
  expect(figuresAfter.data.days.at(-1)).toMatchObject({ translated: 2, retranslated: 1 });
});

test("a project's figures are those of its rooms, and other rooms are left out", async () => {
  await addAcceptedProfiles(server, aiko);
  const id = await createTestProject(aiko);
  const [team, otherRoomId] = [await createGroupRoom(aiko, an, linh), await createGroupRoom(aiko, an, linh)];
  await server.db.pool.query("update projects set team_id = $2 where id = $1", [id, team]);
  await server.db.pool.query(
    "insert into project_members (id, project_id, user_id, status) select gen_random_uuid(), $1, unnest($2::uuid[]), 'ACTIVE'",
    [id, [an.id, linh.id]],
  );
  await submitTranslation(linh, await sendText(aiko, team, "仕様を確認しました。"), "vi", "Đã xem đặc tả.");
  await sendText(aiko, team, "次の会議は金曜日です。");
  await submitTranslation(linh, await sendText(aiko, otherRoomId, "ありがとうございます。"), "vi", "Cảm ơn.");
  const { data: allFigures } = await readFigures(an);
  const expectedFigures = { project: { id }, translated: 1, messages: 2, readable: 1 };
  expect(allFigures.projects).toMatchObject([expectedFigures]);
  expect(allFigures.rooms.map(({ conversation }) => conversation.id)).toContain(otherRoomId);
  const { data: figuresOfOneProject } = await readFigures(an, { project_id: id });
  expect(figuresOfOneProject.rooms.map(({ conversation }) => conversation.id)).toEqual([team]);
  expect(figuresOfOneProject.projects).toEqual(allFigures.projects);
  expect(figuresOfOneProject.days.at(-1)).toMatchObject({ translated: 1 });
  expect((await readFigures(minh, { project_id: id })).status).toBe(404);
  expect(formatFiguresCsv(figuresOfOneProject, "en")).toContain("\nProject,");
});

test("a project's figures are the same for each of its members, and for an admin outside of it", async () => {
  const id = await createTestProject(aiko);
  const [team, client] = [await createGroupRoom(aiko, an, linh), await createGroupRoom(aiko, linh)];
  await server.db.pool.query("update projects set team_id = $2, client_id = $3 where id = $1", [
    id,
    team,
    client,
  ]);
  await server.db.pool.query(
    "insert into project_members (id, project_id, user_id, status) select gen_random_uuid(), $1, unnest($2::uuid[]), 'ACTIVE'",
    [id, [an.id, linh.id]],
  );
  await submitTranslation(linh, await sendText(aiko, team, "仕様書を読みました。"), "vi", "Đã đọc đặc tả.");
  await submitTranslation(
    linh,
    await sendText(aiko, client, "見積もりを送ります。"),
    "vi",
    "Tôi gửi báo giá.",
  );
  const figuresOfProject = (projects: ProjectTranslationFigures[]) =>
    projects.find(({ project }) => project.id === id);
  const readFiguresSeenBy = async (person: TestPerson) => {
    const { data } = await readFigures(person, { project_id: id });
    const roomIds = data.rooms.map(({ conversation }) => conversation.id).sort();
    return { project: figuresOfProject(data.projects), roomIds, today: data.days.at(-1) };
  };
  const seenFigures = await readFiguresSeenBy(an);
  expect(seenFigures).toMatchObject({
    roomIds: [team, client].sort(),
    project: { translated: 2 },
    today: { translated: 2 },
  });
  expect(await readFiguresSeenBy(linh)).toEqual(seenFigures);
  expect(await readFiguresSeenBy(emma)).toEqual(seenFigures);
  // The admin is in the project's support room, but has not joined the project.
  expect(figuresOfProject((await readFigures(emma)).data.projects)).toEqual(seenFigures.project);
  const { data: allFigures } = await readFigures(an);
  expect(figuresOfProject(allFigures.projects)).toEqual(seenFigures.project);
  // If no project is chosen, the report is about the reader's own rooms.
  expect(allFigures.rooms.map(({ conversation }) => conversation.id)).not.toContain(client);
  expect(figuresOfProject((await readFigures(minh)).data.projects)).toBeUndefined();
});

test("a translator's row says what waits with them, and how many suggestions of the memory they took", async () => {
  const room = await createGroupRoom(aiko, an, linh, kenji);
  const [firstMessage, secondMessage, thirdMessage] = [
    await sendText(aiko, room, "一つ目の文です。"),
    await sendText(aiko, room, "二つ目の文です。"),
    await sendText(aiko, room, "三つ目の文です。"),
  ];
  for (const message of [firstMessage, secondMessage, thirdMessage])
    await an.call(markForTranslation, { ...messagePathParamsOf(message), body: { marked: true } });
  await submitTranslation(linh, firstMessage, "vi", "Câu thứ nhất.", { from_memory: true });
  await submitTranslation(linh, secondMessage, "vi", "Câu thứ hai.");
  await kenji.call(claimTranslation, translationPathParamsOf(thirdMessage, "vi"));
  const { data } = await readFigures(linh, { conversation_id: room });
  const rows = new Map(data.translators.map((row) => [row.user.id, row]));
  expect(rows.get(linh.id)).toMatchObject({ waiting: 0, memory_hits: 1, translated: 2 });
  expect(rows.get(kenji.id)).toMatchObject({
    waiting: 1,
    memory_hits: 0,
    translated: 0,
    median_wait_seconds: null,
  });
  expect(data.rooms).toMatchObject([{ waiting: 1, memory_hits: 1 }]);
  expect(data.days.at(-1)).toMatchObject({ memory_hits: 1 });
});

test("who translates nothing is told of no translator; a stranger's room is not there", async () => {
  const room = await createGroupRoom(aiko, an, linh);
  await submitTranslation(linh, await sendText(aiko, room, "確認しました。"), "vi", "Đã kiểm tra.");
  expect((await readFigures(an, { conversation_id: room })).data.translators).toEqual([]);
  expect((await readFigures(minh, { conversation_id: room })).status).toBe(404);
  expect((await readFigures(minh)).data.rooms).toEqual([]);
});

test.each([
  [{ from: "2026-01-01", to: "2026-12-31" }, 422],
  [{ from: "2026-02-01", to: "2026-01-01" }, 422],
  [{ from: "yesterday" }, 422],
  [{ to: "9999-12-31" }, 200],
  [{ from: "0001-01-01" }, 200],
  [{ from: "9999-12-31" }, 422],
])("the period %o is answered with %i", async (query, status) => {
  const response = await readFigures(an, query);
  expect(response.status).toBe(status);
  if (status === 422) expect(response.error?.fields).toHaveProperty("from");
});

test("a table for a spreadsheet holds no formula and keeps every name", async () => {
  const { data } = await readFigures(linh);
  const [room] = data.rooms;
  if (!room) throw new Error("No room");
  const name = '=cmd|"calc", 見積\nnext';
  const namedFigures = { ...data, rooms: [{ ...room, conversation: { ...room.conversation, name } }] };
  const table = formatFiguresCsv(namedFigures, "en");
  expect(table.startsWith("\uFEFFKind,Name,")).toBe(true);
  expect(formatFiguresCsv(namedFigures, "vi").startsWith("\uFEFFLoại,Tên,")).toBe(true);
  expect(formatFiguresCsv(namedFigures, "ja")).toContain("\n会話,");
  expect(table).toContain(`Conversation,"'=cmd|""calc"", 見積\nnext",`);
  const response = await server.app.http.inject({
    url: "/api/translations/figures/csv",
    headers: { authorization: `Bearer ${linh.tokens.access_token}` },
  });
  expect(response.body.startsWith("\uFEFFKind,Name,")).toBe(true);
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(response.body).toContain(linh.name);
});
