import { reactToMessage } from "@kakehashi/contract/changes";
import { removeConversationMember } from "@kakehashi/contract/conversation-members";
import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { openWorld } from "../../test/open-world.ts";
import { group, send } from "../../test/rooms.ts";
import type { Live } from "../live/service.ts";
import { createUsers } from "../users/service.ts";
import { createConversations } from "./service.ts";

const { server, world } = await openWorld();

test("who is removed while their change waits for the room changes nothing", async () => {
  const { aiko, an, minh } = world;
  const id = await group(aiko, an, minh);
  const message = await send(aiko, id, "hello");
  const holder = await server.db.pool.connect();
  await holder.query("begin");
  await holder.query("select 1 from conversations where id = $1 for update", [id]);
  const reacting = an.call(reactToMessage, { params: { id, mid: message.id }, query: { type: "👍" } });
  await expect
    .poll(async () => {
      const { rows } = await server.db.pool.query("select 1 from pg_locks where not granted");
      return rows.length;
    })
    .toBeGreaterThan(0);
  await holder.query("delete from conversation_members where conversation_id = $1 and user_id = $2", [
    id,
    an.id,
  ]);
  await holder.query("commit");
  holder.release();
  expect((await reacting).status).toBe(404);
});

test("a blocked owner removes nobody, and may still leave", async () => {
  const { kenji, an, minh } = world;
  const id = await group(kenji, an, minh);
  await server.db.kysely
    .updateTable("users")
    .set({ blocked_at: new Date() })
    .where("id", "=", kenji.id)
    .execute();
  server.bus.publish("auth.user-changed", kenji.id);
  const out = (user_id: string) =>
    kenji.call(removeConversationMember, { params: { id }, query: { user_id } });
  expect(await out(an.id)).toMatchObject({ status: 403, error: { code: "ERR.BLOCKED" } });
  expect((await out(kenji.id)).status).toBe(200);
});

test("who is removed while they are told that they were added hears nothing of the room", async () => {
  const { linh, an, minh } = world;
  const id = await group(linh, an);
  const hearing = new Set<string>();
  const live: Live = {
    toRoom: () => {},
    toUser: () => {},
    join: (userId) => void hearing.add(userId),
    leave: (userId) => void hearing.delete(userId),
    endSessions: () => {},
    upgrade: () => false,
    connectionCount: () => 0,
    slowDroppedCount: () => 0,
    close: () => {},
  };
  let beforeTelling: (() => Promise<void>) | undefined;
  // An answer of the database that is slow on its way back.
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const told = result.rows.some((row) => "viewer" in row);
      const meanwhile = told ? beforeTelling : undefined;
      beforeTelling = told ? undefined : beforeTelling;
      await meanwhile?.();
      return result;
    },
  };
  const users = createUsers(server.db.kysely, () => {});
  const conversations = createConversations(server.db.kysely.withPlugin(slow), live, users);
  beforeTelling = () => conversations.removeMember(linh.id, id, minh.id);
  await conversations.addMembers(linh.id, id, [minh.id]);
  expect(beforeTelling).toBeUndefined();
  expect(hearing).not.toContain(minh.id);
  await conversations.addMembers(linh.id, id, [minh.id]);
  expect(hearing).toContain(minh.id);
});
