import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { measureTableReads } from "../../test/plans.ts";
import { createGroupRoom, sendText } from "../../test/rooms.ts";
import { insertMessageNotifications } from "./store.ts";

const { server, testPeople } = await setUpTestServer();

test("notifying many people reads the unread notifications once", async () => {
  const { aiko, an, minh, linh, kenji, emma } = testPeople;
  const otherPeople = [an, minh, linh, kenji, emma];
  const room = await createGroupRoom(aiko, ...otherPeople);
  const { id, number } = await sendText(aiko, room, "to all of you");
  const receivers = otherPeople.map(({ id: userId }) => ({
    notificationId: newId(),
    userId,
    type: "MENTION" as const,
    isMentionedByName: true,
  }));
  const data = { conversation_id: room, message_id: id, number };
  let queryTexts: string[] = [];
  const measuredScans = await measureTableReads(server.db, "notifications", async (db) => {
    queryTexts = await insertMessageNotifications(db, receivers, {
      authorId: aiko.id,
      isEdited: false,
      data,
    });
  });
  expect(queryTexts).toHaveLength(otherPeople.length);
  const readingScans = measuredScans.filter(({ scanKind }) => scanKind !== "ModifyTable");
  expect(readingScans.map(({ loops }) => loops)).toEqual([1]);
});
