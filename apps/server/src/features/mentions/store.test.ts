import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { openWorld } from "../../test/open-world.ts";
import { readsOf } from "../../test/plans.ts";
import { group, send } from "../../test/rooms.ts";
import { insertNotices } from "./store.ts";

const { server, world } = await openWorld();

test("however many a message tells, what they have not read yet is looked through once", async () => {
  const { aiko, an, minh, linh, kenji, emma } = world;
  const others = [an, minh, linh, kenji, emma];
  const room = await group(aiko, ...others);
  const { id, number } = await send(aiko, room, "to all of you");
  const receivers = others.map(({ id: userId }) => ({
    id: newId(),
    userId,
    type: "MENTION" as const,
    byName: true,
  }));
  const data = { conversation_id: room, message_id: id, number };
  let written: string[] = [];
  const reads = await readsOf(server.db, "notifications", async (db) => {
    written = await insertNotices(db, receivers, { authorId: aiko.id, edited: false, data });
  });
  expect(written).toHaveLength(others.length);
  const looks = reads.filter(({ node }) => node !== "ModifyTable");
  expect(looks.map(({ loops }) => loops)).toEqual([1]);
});
