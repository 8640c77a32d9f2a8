import { markForTranslation } from "@kakehashi/contract/bookmarks";
import { editMessage } from "@kakehashi/contract/changes";
import { getTranslationFigures } from "@kakehashi/contract/translation-figures";
import { approveTranslation } from "@kakehashi/contract/translations";
import { expect, test } from "vitest";
import { openWorld } from "../../test/open-world.ts";
import { at, group, send } from "../../test/rooms.ts";
import { into, retranslate, translate } from "../../test/translations.ts";
import type { Person } from "../../test/world.ts";
import { toCsv } from "./figures.ts";

const { server, world } = await openWorld();
const { aiko, an, minh, linh, kenji } = world;

const figures = async (person: Person, query: Record<string, string> = {}) =>
  person.call(getTranslationFigures, { query });

/** Moves a message to `minutes` ago, and everything else to a moment ago. */
const age = (id: string, minutes: number) =>
  server.db.pool.query("update messages set created_at = now() - $2 * interval '1 minute' where id = $1", [
    id,
    minutes,
  ]);

test("where nothing could be read by everybody yet, there is no time until it could", async () => {
  const room = await group(aiko, an, linh);
  await send(aiko, room, "まだ誰も翻訳していません。");
  const { data } = await figures(an, { conversation_id: room });
  expect(data.rooms).toMatchObject([
    { messages: 1, readable: 0, median_readable_seconds: null, p95_readable_seconds: null },
  ]);
});

test("figures tell what waits, what was written, and how soon everybody could read it", async () => {
  const room = await group(aiko, an, linh);
  const first = await send(aiko, room, "明日は休みます。");
  const secondMessage = await send(aiko, room, "明後日は出社します。");
  await send(aiko, room, "よろしくお願いします。");
  await an.call(markForTranslation, { ...at(secondMessage), body: { marked: true } });
  await translate(linh, first, "vi", "Mai mình nghỉ.");
  await kenji.call(approveTranslation, into(first, "vi"));
  await server.db.pool.query(
    "update translations set asked_at = now() - interval '10 minutes' where subject_id = $1",
    [secondMessage.id],
  );
  await translate(linh, secondMessage, "vi", "Ngày kia mình đi làm.");
  await aiko.call(editMessage, { ...at(secondMessage), body: { content: "明後日は休みます。" } });
  await age(first.id, 2);
  await age(secondMessage.id, 10);
  const { data } = await figures(an, { conversation_id: room });
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
  await retranslate(linh, secondMessage, "vi", "Ngày kia mình nghỉ.");
  const after = await figures(linh, { conversation_id: room });
  expect(after.data.rooms[0]).toMatchObject({ waiting: 0, translated: 2, retranslated: 1 });
  expect(after.data.translators).toMatchObject([{ user: { id: linh.id }, translated: 2, retranslated: 1 }]);
  expect(after.data.days).toHaveLength(30);
  expect(after.data.days.at(-1)).toMatchObject({ translated: 2, retranslated: 1 });
});

test("who translates nothing is told of no translator; a stranger's room is not there", async () => {
  const room = await group(aiko, an, linh);
  await translate(linh, await send(aiko, room, "確認しました。"), "vi", "Đã kiểm tra.");
  expect((await figures(an, { conversation_id: room })).data.translators).toEqual([]);
  expect((await figures(minh, { conversation_id: room })).status).toBe(404);
  expect((await figures(minh)).data.rooms).toEqual([]);
});

test.each([
  [{ from: "2026-01-01", to: "2026-12-31" }, 422],
  [{ from: "2026-02-01", to: "2026-01-01" }, 422],
  [{ from: "yesterday" }, 422],
  [{ to: "9999-12-31" }, 200],
  [{ from: "0001-01-01" }, 200],
  [{ from: "9999-12-31" }, 422],
])("the period %o is answered with %i", async (query, status) => {
  const answer = await figures(an, query);
  expect(answer.status).toBe(status);
  if (status === 422) expect(answer.error?.fields).toHaveProperty("from");
});

test("a table for a spreadsheet holds no formula and keeps every name", async () => {
  const { data } = await figures(linh);
  const [room] = data.rooms;
  if (!room) throw new Error("No room");
  const name = '=cmd|"calc", 見積\nnext';
  const table = toCsv({ ...data, rooms: [{ ...room, conversation: { ...room.conversation, name } }] });
  expect(table.startsWith("\uFEFFkind,name,")).toBe(true);
  expect(table).toContain(`conversation,"'=cmd|""calc"", 見積\nnext",`);
  const response = await server.app.http.inject({
    url: "/api/translations/figures/csv",
    headers: { authorization: `Bearer ${linh.tokens.access_token}` },
  });
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(response.body).toContain(linh.name);
});
