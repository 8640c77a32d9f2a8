import { setUserRole } from "@kakehashi/contract/admin";
import { getProject } from "@kakehashi/contract/projects";
import { beforeAll, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { trySendText } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";
import { supportRoomsJob } from "./support-rooms.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();
// Aiko is the host, Emma the admin. Kenji becomes an admin.
const { aiko, emma, kenji } = testPeople;

beforeAll(() => addAcceptedProfiles(server, aiko));

const setRole = (person: TestPerson, role: string) =>
  emma.call(setUserRole, { params: { id: person.id }, body: { role } });

async function findSupportRoom(id: string): Promise<string> {
  return (await aiko.call(getProject, { params: { id } })).data.conversations.support ?? "";
}

async function peopleIn(roomId: string): Promise<string[]> {
  const { rows } = await server.db.pool.query<{ user_id: string }>(
    "select user_id from conversation_members where conversation_id = $1",
    [roomId],
  );
  return rows.map(({ user_id }) => user_id).sort();
}
const sortedIds = (...people: TestPerson[]) => people.map(({ id }) => id).sort();

test("A new admin is added to all support rooms, live, and removed when they are no longer an admin", async () => {
  const [firstProjectId, secondProjectId] = [
    await createTestProject(aiko),
    await createTestProject(aiko, { name: "Second" }),
  ];
  const roomIds = [await findSupportRoom(firstProjectId), await findSupportRoom(secondProjectId)];
  const room = roomIds[0] ?? "";
  expect(await peopleIn(room)).toEqual(sortedIds(aiko, emma));
  const listener = await connectAndSubscribe(serverUrl, kenji);
  expect((await setRole(kenji, "admin")).status).toBe(200);
  for (const roomId of roomIds)
    await expect.poll(() => peopleIn(roomId)).toEqual(sortedIds(aiko, emma, kenji));
  await listener.waitForEvent((event: object) => JSON.stringify(event).includes(room));
  const thirdRoomId = await findSupportRoom(await createTestProject(aiko, { name: "Third" }));
  expect(await peopleIn(thirdRoomId)).toEqual(sortedIds(aiko, emma, kenji));

  await setRole(kenji, "dev");
  for (const roomId of [...roomIds, thirdRoomId])
    await expect.poll(() => peopleIn(roomId)).toEqual(sortedIds(aiko, emma));
  expect((await trySendText(kenji, room, "Am I still in?")).status).toBe(404);
});

test("A host who is no longer an admin stays in the support room of their project", async () => {
  await setRole(aiko, "admin");
  const id = await createTestProject(aiko, { name: "Of a host" });
  const otherProjectId = await createTestProject(aiko, { name: "Of another" });
  await setRole(aiko, "company");
  await server.runJob(supportRoomsJob);
  await setRole(kenji, "admin");
  for (const project of [id, otherProjectId])
    await expect
      .poll(async () => peopleIn(await findSupportRoom(project)))
      .toEqual(sortedIds(aiko, emma, kenji));
  await setRole(kenji, "dev");
});

test("The hourly check adds an admin whose role changed in another way, and writes no line twice", async () => {
  const room = await findSupportRoom(await createTestProject(aiko, { name: "Checked" }));
  const countLines = async () => {
    const { rows } = await server.db.pool.query("select from conversation_lines where conversation_id = $1", [
      room,
    ]);
    return rows.length;
  };
  const linesBefore = await countLines();
  // The new admin is added only once, although a job of an earlier test may do it at the same time.
  const minh = await addSignedInPerson(server, {
    email: "m@x.example",
    name: "M",
    role: "admin",
    language: "vi",
  });
  await server.runJob(supportRoomsJob);
  await expect.poll(() => peopleIn(room)).toEqual(sortedIds(aiko, emma, minh));
  expect(await countLines()).toBe(linesBefore + 1);
  const lastRoomId = await findSupportRoom(await createTestProject(aiko, { name: "After the check" }));
  await server.db.pool.query("delete from conversation_members where conversation_id = $1 and user_id = $2", [
    lastRoomId,
    minh.id,
  ]);
  // The job handles projects in the order of their creation. When the room of the last project is correct, all earlier
  // rooms are correct, too.
  await server.runJob(supportRoomsJob);
  await expect.poll(() => peopleIn(lastRoomId)).toEqual(sortedIds(aiko, emma, minh));
  expect(await countLines()).toBe(linesBefore + 1);
});
