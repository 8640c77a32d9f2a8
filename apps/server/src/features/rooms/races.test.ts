import { toggleMessageReaction } from "@kakehashi/contract/changes";
import { removeConversationMember } from "@kakehashi/contract/conversation-members";
import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { createMemoryBus } from "../../kit/bus.ts";
import { createTrustedProxyCheck } from "../../kit/http/network.ts";
import { createTestLog } from "../../test/log.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, sendText } from "../../test/rooms.ts";
import { createConversations } from "../conversations/service.ts";
import { createDomainEvents } from "../events/service.ts";
import { createLive } from "../live/service.ts";
import { createUsers } from "../users/service.ts";
import { createRooms } from "./service.ts";

const { server, testPeople } = await setUpTestServer();

test("who is removed while their change waits for the room changes nothing", async () => {
  const { aiko, an, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, minh);
  const message = await sendText(aiko, id, "hello");
  const lockHolder = await server.db.pool.connect();
  await lockHolder.query("begin");
  await lockHolder.query("select 1 from conversations where id = $1 for update", [id]);
  const reactionCall = an.call(toggleMessageReaction, {
    params: { id, mid: message.id },
    query: { type: "👍" },
  });
  await expect
    .poll(async () => {
      const { rows } = await server.db.pool.query("select 1 from pg_locks where not granted");
      return rows.length;
    })
    .toBeGreaterThan(0);
  await lockHolder.query("delete from conversation_members where conversation_id = $1 and user_id = $2", [
    id,
    an.id,
  ]);
  await lockHolder.query("commit");
  lockHolder.release();
  expect((await reactionCall).status).toBe(404);
});

test("a blocked owner removes nobody, and may still leave", async () => {
  const { kenji, an, minh } = testPeople;
  const id = await createGroupRoom(kenji, an, minh);
  await server.db.kysely
    .updateTable("users")
    .set({ blocked_at: new Date() })
    .where("id", "=", kenji.id)
    .execute();
  server.bus.publish("auth.user-changed", kenji.id);
  const removeMember = (user_id: string) =>
    kenji.call(removeConversationMember, { params: { id }, query: { user_id } });
  expect(await removeMember(an.id)).toMatchObject({ status: 403, error: { code: "ERR.BLOCKED" } });
  expect((await removeMember(kenji.id)).status).toBe(200);
});

test("who is removed while they are told that they were added hears nothing of the room", async () => {
  const { linh, an, minh } = testPeople;
  const id = await createGroupRoom(linh, an);
  const bus = createMemoryBus();
  const events = createDomainEvents({ log: createTestLog() });
  let isListening = false;
  bus.subscribe(`live.user.${minh.id}`, (payload) => {
    if (payload === `+${id}`) isListening = true;
    if (payload === `-${id}`) isListening = false;
  });
  const liveChannel = createLive({
    bus,
    publicUrl: "http://localhost:3000",
    isTrustedProxy: createTrustedProxyCheck([]),
    sessions: {
      identify: () => Promise.reject(new Error("Nobody connects")),
      isActive: async () => false,
      endpointOf: async () => "",
    },
    log: createTestLog(),
  });
  let beforePublish: (() => Promise<void>) | undefined;
  // Lets `beforePublish` run at the moment when the database has committed the change and the process has not yet
  // published it.
  const slowPlugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const isRoomRow = result.rows.some((row) => "viewer" in row);
      const beforeNextPublish = isRoomRow ? beforePublish : undefined;
      beforePublish = isRoomRow ? undefined : beforePublish;
      await beforeNextPublish?.();
      return result;
    },
  };
  const users = createUsers({ db: server.db.kysely, events, live: liveChannel });
  const db = server.db.kysely.withPlugin(slowPlugin);
  const rooms = createRooms({ db, events, live: liveChannel, users });
  createConversations({ db, events, live: liveChannel, rooms, messages: server.app.services.messages });
  beforePublish = () => rooms.removeMember(linh.id, id, minh.id);
  await rooms.addMembers(linh.id, id, [minh.id]);
  expect(beforePublish).toBeUndefined();
  expect(isListening).toBe(false);
  await rooms.addMembers(linh.id, id, [minh.id]);
  expect(isListening).toBe(true);
  liveChannel.close();
});
