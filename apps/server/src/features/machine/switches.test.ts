import { listAudit } from "@kakehashi/contract/audit";
import { createConversation } from "@kakehashi/contract/conversations";
import { chooseMachineForNewRooms, getMachine } from "@kakehashi/contract/machine";
import { getRoomMachine, switchRoomMachine } from "@kakehashi/contract/machine-rooms";
import { listMessages } from "@kakehashi/contract/messages";
import { getProject } from "@kakehashi/contract/projects";
import { afterEach, expect, test } from "vitest";
import { callApi, createTestApp } from "../../test/app.ts";
import { startFakeTranslationProvider } from "../../test/machine.ts";
import { switchMachineTranslation } from "../../test/machine-rooms.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { createDirectRoom, createGroupRoom } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import type { TestPerson } from "../../test/world.ts";

const machine = await startFakeTranslationProvider();
const { server, testPeople } = await setUpTestServer({
  machine: {
    provider: "deepl",
    url: machine.url,
    key: "a-key",
    region: null,
    model: null,
    monthlyCharacters: null,
  },
});
const serverUrl = await server.listen();

const getMachineState = async (person: TestPerson, id: string) =>
  person.call(getRoomMachine, { params: { id } });
const readIsOn = async (person: TestPerson, id: string) => (await getMachineState(person, id)).data?.is_on;
const listLines = async (person: TestPerson, id: string) =>
  (await person.call(listMessages, { params: { id } })).meta.lines.map(({ kind, actor_id }) => [
    kind,
    actor_id,
  ]);
const setDefaultForNewRooms = (person: TestPerson, isOn: boolean) =>
  person.call(chooseMachineForNewRooms, { body: { on: isOn } });
afterEach(() => setDefaultForNewRooms(testPeople.emma, false));

test("a group's owners and admins switch it, everybody in it sees where texts go, and its history says who did", async () => {
  const { aiko, an, emma, minh } = testPeople;
  const id = await createGroupRoom(aiko, an, emma);
  const socket = await connectAndSubscribe(serverUrl, an);
  expect((await getMachineState(an, id)).data).toEqual({
    provider: "deepl",
    host: new URL(machine.url).host,
    is_on: false,
    agreed_user_ids: [],
    may_switch: false,
    project_name: null,
  });
  expect((await switchMachineTranslation(an, id, true)).error?.code).toBe("ERR.FORBIDDEN");
  expect((await switchMachineTranslation(aiko, id, true)).data).toMatchObject({
    is_on: true,
    may_switch: true,
  });
  // Machine translation is already on, so the second request changes nothing and adds no system line to the room.
  await switchMachineTranslation(aiko, id, true);
  await switchMachineTranslation(emma, id, false);
  expect(await readIsOn(an, id)).toBe(false);
  expect(await listLines(an, id)).toEqual([
    ["MACHINE_ON", aiko.id],
    ["MACHINE_OFF", emma.id],
  ]);
  await socket.waitForEvent(
    (event) => event.type === "CONVERSATION_CHANGED" && event.line?.kind === "MACHINE_OFF",
  );
  expect((await getMachineState(minh, id)).status).toBe(404);
  expect((await switchMachineTranslation(minh, id, true)).status).toBe(404);
});

test("two people both agree first, and either of them ends it", async () => {
  const { aiko, an } = testPeople;
  await setDefaultForNewRooms(testPeople.emma, true);
  const id = await createDirectRoom(aiko, an);
  expect(await readIsOn(aiko, id)).toBe(false);
  expect((await switchMachineTranslation(aiko, id, true)).data).toMatchObject({
    is_on: false,
    agreed_user_ids: [aiko.id],
    may_switch: true,
  });
  expect((await switchMachineTranslation(an, id, true)).data?.is_on).toBe(true);
  expect((await switchMachineTranslation(aiko, id, false)).data).toMatchObject({
    is_on: false,
    agreed_user_ids: [an.id],
  });
  expect((await switchMachineTranslation(aiko, id, true)).data?.is_on).toBe(true);
  expect(await listLines(an, id)).toEqual([
    ["MACHINE_AGREED", aiko.id],
    ["MACHINE_ON", an.id],
    ["MACHINE_OFF", aiko.id],
    ["MACHINE_ON", aiko.id],
  ]);
});

test("the rooms of a project have one switch, which its hosts keep", async () => {
  const { aiko, linh } = testPeople;
  await addAcceptedProfiles(server, aiko);
  const { data } = await aiko.call(getProject, { params: { id: await createTestProject(aiko) } });
  const [team, client] = [data.conversations.team ?? "", data.conversations.client ?? ""];
  for (const id of [team, client]) await server.app.services.rooms.addMembersForServer(id, [linh.id]);
  expect((await getMachineState(linh, team)).data).toMatchObject({ is_on: false, may_switch: false });
  expect((await switchMachineTranslation(linh, team, true)).error?.code).toBe("ERR.FORBIDDEN");
  expect((await switchMachineTranslation(aiko, team, true)).data?.project_name).not.toBeNull();
  for (const id of [team, client]) {
    expect(await readIsOn(linh, id)).toBe(true);
    expect(await listLines(linh, id)).toContainEqual(["MACHINE_ON", aiko.id]);
  }
  await switchMachineTranslation(aiko, client, false);
  expect(await readIsOn(linh, team)).toBe(false);
});

test("a person's notes have no switch", async () => {
  const { aiko } = testPeople;
  const { data } = await aiko.call(createConversation, { body: { kind: "MY_CHAT" } });
  expect((await getMachineState(aiko, data.id)).data?.may_switch).toBe(false);
  expect((await switchMachineTranslation(aiko, data.id, true)).error?.code).toBe("ERR.FORBIDDEN");
});

test("what the admin chose is for new groups, those that exist stay; the log says who chose", async () => {
  const { aiko, an, emma } = testPeople;
  const roomIdBefore = await createGroupRoom(aiko, an);
  expect((await setDefaultForNewRooms(aiko, true)).status).toBe(403);
  expect((await setDefaultForNewRooms(emma, true)).data).toMatchObject({ new_rooms: true });
  expect(await readIsOn(an, roomIdBefore)).toBe(false);
  const count = (await emma.call(getMachine)).data?.room_count ?? 0;
  const roomIdAfter = await createGroupRoom(aiko, an);
  expect(await readIsOn(an, roomIdAfter)).toBe(true);
  expect((await emma.call(getMachine)).data?.room_count).toBe(count + 1);
  await setDefaultForNewRooms(emma, false);
  expect(await readIsOn(an, await createGroupRoom(aiko, an))).toBe(false);
  const { data: log } = await emma.call(listAudit, { query: { user_id: emma.id } });
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(["machine.open", "machine.close"]));
});

test("without a machine there is no switch", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const plainServer = await createTestApp({ databaseUrl: server.ownerDatabaseUrl });
  try {
    const callInput = { params: { id }, token: aiko.tokens.access_token };
    expect((await callApi(plainServer.app, getRoomMachine, callInput)).data).toBeNull();
    const switchResponse = await callApi(plainServer.app, switchRoomMachine, {
      ...callInput,
      body: { on: true },
    });
    expect(switchResponse.error?.code).toBe("MACHINE.NONE");
  } finally {
    await plainServer.close();
  }
});
