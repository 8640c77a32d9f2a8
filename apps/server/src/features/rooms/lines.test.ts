import { markForTranslation } from "@kakehashi/contract/bookmarks";
import {
  deleteMessage,
  editMessage,
  setMessagePinned,
  toggleMessageReaction,
} from "@kakehashi/contract/changes";
import {
  addConversationMembers,
  removeConversationMember,
  setConversationMemberRole,
} from "@kakehashi/contract/conversation-members";
import { changeConversationName } from "@kakehashi/contract/conversation-settings";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import { getConversation } from "@kakehashi/contract/conversations";
import {
  maximumNamesInLine,
  maximumSystemLinesPerResponse,
  type SystemLine,
} from "@kakehashi/contract/lines";
import {
  getMessage,
  listMessages,
  listMessagesAbove,
  listMessagesAround,
  listMessagesBelow,
} from "@kakehashi/contract/messages";
import { listNotifications } from "@kakehashi/contract/notifications";
import { listReplies } from "@kakehashi/contract/threads";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createDirectRoom, createGroupRoom, sendText, trySendText } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();
const { services } = server.app;

const renameConversation = (person: TestPerson, id: string, name: string) =>
  person.call(changeConversationName, { params: { id }, body: { name } });
const addMembers = (person: TestPerson, id: string, ...people: TestPerson[]) =>
  person.call(addConversationMembers, {
    params: { id },
    body: { user_ids: people.map((person) => person.id) },
  });
const removeRoomMember = (person: TestPerson, id: string, member: TestPerson) =>
  person.call(removeConversationMember, { params: { id }, query: { user_id: member.id } });
const setRole = (person: TestPerson, id: string, member: TestPerson, role: string) =>
  person.call(setConversationMemberRole, { params: { id, user_id: member.id }, body: { role } });
const listSystemLines = async (person: TestPerson, id: string) =>
  (await person.call(listMessages, { params: { id } })).meta.lines;
/** Formats a system line as text: who did what to whom. */
function formatLine({ kind, actor_id, user_ids, name }: SystemLine): string {
  const findPersonName = (id: string) =>
    Object.entries(testPeople).find(([, { id: userId }]) => userId === id)?.[0];
  return [actor_id && findPersonName(actor_id), kind, ...user_ids.map(findPersonName), name]
    .filter((text) => text !== null)
    .join(" ");
}

test("changes of a group are in its history, arrive live, and come with catching up", async () => {
  const { aiko, an, linh, kenji } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const socket = await connectAndSubscribe(serverUrl, an);
  await renameConversation(aiko, id, "bridge");
  await addMembers(an, id, linh, kenji, aiko);
  await sendText(aiko, id, "welcome");
  await setRole(aiko, id, an, "OWNER");
  await setRole(aiko, id, an, "MEMBER");
  await removeRoomMember(aiko, id, kenji);
  await removeRoomMember(aiko, id, aiko);
  const lines = await listSystemLines(an, id);
  expect(lines.map(formatLine)).toEqual([
    "aiko RENAMED bridge",
    "an ADDED linh kenji",
    "aiko OWNER an",
    "aiko NOT_OWNER an",
    "aiko REMOVED kenji",
    "LEFT aiko",
    // The only owner has left, so the oldest member becomes owner.
    "OWNER an",
  ]);
  expect(lines.map(({ seq, number }) => [seq, number])).toEqual([
    [1, 0],
    [2, 0],
    [4, 1],
    [5, 1],
    [6, 1],
    [7, 1],
    [8, 1],
  ]);
  await socket.waitForEvent((event) => event.conversation_id === id && event.seq === 8);
  const conversationEvents = socket.listEvents().filter((event) => event.conversation_id === id);
  expect(conversationEvents.flatMap((event) => ("line" in event ? [event.line] : []))).toEqual(lines);
  const { data } = await an.call(getConversationChanges, { params: { id }, query: { since: "4" } });
  expect([data.seq, data.lines]).toEqual([8, lines.slice(3)]);
  socket.socket.close();
});

test("a change without effect writes no line", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  await renameConversation(aiko, id, "a group");
  await addMembers(aiko, id, an);
  await setRole(aiko, id, aiko, "OWNER");
  expect(await listSystemLines(an, id)).toEqual([]);
});

test("a line is neither unread nor the last message, moves no room up, and notifies nobody", async () => {
  const { aiko, an, linh } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const { id: lastMessageId } = await sendText(aiko, id, "the last words");
  const viewConversation = async () => (await an.call(getConversation, { params: { id } })).data;
  const viewBefore = await viewConversation();
  const notificationCount = (await an.call(listNotifications)).data.length;
  await renameConversation(aiko, id, "@all");
  await addMembers(aiko, id, linh);
  const viewAfter = await viewConversation();
  expect(viewAfter).toEqual({ ...viewBefore, name: "@all", member_count: 3, seq: viewBefore.seq + 2 });
  expect(viewAfter).toMatchObject({ unread_count: 1, mention_count: 0, last_message: { id: lastMessageId } });
  expect((await an.call(listNotifications)).data).toHaveLength(notificationCount);
  expect((await linh.call(getConversation, { params: { id } })).data.unread_count).toBe(0);
});

test("each line comes once as a history is paged, with the message that it follows", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  for (let number = 1; number <= 6; number++) {
    await renameConversation(aiko, id, `before ${number}`);
    await sendText(aiko, id, `message ${number}`);
  }
  await renameConversation(aiko, id, "at the end");
  const namesOfLines = (lines: readonly SystemLine[]) => lines.map(({ name }) => name);
  const query = { paging: "2" };
  const newestPage = await an.call(listMessages, { params: { id }, query });
  expect(namesOfLines(newestPage.meta.lines)).toEqual(["before 6", "at the end"]);
  const pageAbove = await an.call(listMessagesAbove, {
    params: { id, mid: newestPage.data[0]?.id ?? "" },
    query: { paging: "3" },
  });
  expect(namesOfLines(pageAbove.meta.lines)).toEqual(["before 3", "before 4", "before 5"]);
  const firstPage = await an.call(listMessagesAbove, {
    params: { id, mid: pageAbove.data[0]?.id ?? "" },
    query,
  });
  expect(namesOfLines(firstPage.meta.lines)).toEqual(["before 1", "before 2"]);
  const mid = pageAbove.data[0]?.id ?? "";
  const windowAround = await an.call(listMessagesAround, { params: { id, mid }, query: { paging: "3" } });
  expect(namesOfLines(windowAround.meta.lines)).toEqual(["before 1", "before 2", "before 3", "before 4"]);
  const pageBelow = await an.call(listMessagesBelow, {
    params: { id, mid: newestPage.data[0]?.id ?? "" },
    query,
  });
  expect(namesOfLines(pageBelow.meta.lines)).toEqual(["at the end"]);
  const unreadPage = await an.call(listMessages, { params: { id }, query: { paging: "3", after: "3" } });
  expect(namesOfLines(unreadPage.meta.lines)).toEqual(["before 4", "before 5", "before 6"]);
});

test("a thread has none of its room's lines", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const { id: mid } = await sendText(aiko, id, "a root");
  await sendText(an, id, "a reply", { parent_id: mid });
  await renameConversation(aiko, id, "renamed");
  expect((await an.call(listReplies, { params: { id, mid } })).meta.lines).toEqual([]);
});

test("no call finds a line by its number, and nothing can be done to it", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  await renameConversation(aiko, id, "renamed");
  const [line] = await listSystemLines(an, id);
  const params = { id, mid: String(line?.seq) };
  const responses = [
    await aiko.call(getMessage, { params }),
    await aiko.call(listMessagesAround, { params }),
    await aiko.call(listMessagesAbove, { params }),
    await aiko.call(listMessagesBelow, { params }),
    await aiko.call(listReplies, { params }),
    await aiko.call(editMessage, { params, body: { content: "other words" } }),
    await aiko.call(deleteMessage, { params }),
    await aiko.call(toggleMessageReaction, { params, query: { type: "👍" } }),
    await aiko.call(setMessagePinned, { params, body: {} }),
    await aiko.call(markForTranslation, { params, body: {} }),
  ];
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404));
  expect((await trySendText(aiko, id, "an answer", { parent_id: params.mid })).status).toBe(422);
});

test("a window brings only the newest of many lines, and catching up brings all of them in several answers", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const renameCount = maximumSystemLinesPerResponse + 20;
  for (let renameNumber = 1; renameNumber <= renameCount; renameNumber++)
    await services.conversations.rename(aiko.id, id, `name ${renameNumber}`);
  await sendText(aiko, id, "after the flood");
  const lines = await listSystemLines(an, id);
  expect(lines.map(({ seq }) => seq)).toEqual(
    Array.from({ length: maximumSystemLinesPerResponse }, (_, index) => index + 21),
  );
  const changes = async (sinceSeq: number) =>
    an.call(getConversationChanges, { params: { id }, query: { since: String(sinceSeq) } });
  const firstChanges = await changes(0);
  expect([firstChanges.data.seq, firstChanges.data.lines.length, firstChanges.meta.has_more]).toEqual([
    maximumSystemLinesPerResponse,
    maximumSystemLinesPerResponse,
    true,
  ]);
  const remainingChanges = await changes(firstChanges.data.seq);
  expect([
    remainingChanges.data.seq,
    remainingChanges.data.lines.length,
    remainingChanges.meta.has_more,
  ]).toEqual([renameCount + 1, 20, false]);
  expect(remainingChanges.data.messages).toHaveLength(1);
});

test("of many people at once a line names the first and counts all", async () => {
  const { aiko } = testPeople;
  const id = await services.rooms.createProjectRoom("TEAM", "a team", [aiko.id]);
  const otherPeople = Object.values(testPeople).filter((person) => person.id !== aiko.id);
  const addedIds = otherPeople.map((person) => person.id).slice(0, maximumNamesInLine + 1);
  await services.rooms.addMembersForServer(id, addedIds);
  await services.rooms.removeMemberForServer(id, addedIds[0] ?? "");
  const [joinLine, leaveLine] = await listSystemLines(aiko, id);
  expect(joinLine).toMatchObject({ kind: "JOINED", actor_id: null, user_count: addedIds.length });
  expect(joinLine?.user_ids).toHaveLength(Math.min(addedIds.length, maximumNamesInLine));
  expect(leaveLine).toMatchObject({ kind: "LEFT", user_ids: [addedIds[0]], user_count: 1 });
});

test("who deletes their account leaves their groups, and closes what they had with one other, said once", async () => {
  const { aiko, an } = testPeople;
  const departingPerson = await addSignedInPerson(server, {
    email: "line-leaver@kakehashi.example",
    name: "Leaver",
    role: "dev",
    language: "vi",
  });
  const [directRoom, team] = [
    await createDirectRoom(aiko, departingPerson),
    await createGroupRoom(departingPerson, aiko, an),
  ];
  for (let time = 0; time < 2; time++) await services.rooms.removeDeletedPerson(departingPerson.id);
  const listKindsAndPeople = async (id: string) =>
    (await listSystemLines(aiko, id)).map(({ kind, user_ids }) => [kind, ...user_ids]);
  expect(await listKindsAndPeople(directRoom)).toEqual([["CLOSED", departingPerson.id]]);
  const [leaveLine, ownershipLine] = await listKindsAndPeople(team);
  expect(leaveLine).toEqual(["LEFT", departingPerson.id]);
  expect([[aiko.id], [an.id]]).toContainEqual(ownershipLine?.slice(1));
});
