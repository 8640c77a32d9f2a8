import { requestActivation } from "@kakehashi/contract/activation";
import {
  getAdminUser,
  listActivationRequests,
  listAdminUsers,
  setUserRole,
  signUserOut,
  unlockUser,
} from "@kakehashi/contract/admin";
import { listAudit } from "@kakehashi/contract/audit";
import { signIn } from "@kakehashi/contract/auth";
import { listProjectCategories } from "@kakehashi/contract/catalogue";
import { cancelDeletion, requestDeletion } from "@kakehashi/contract/deletion";
import { createProfile } from "@kakehashi/contract/profiles";
import { getAccount } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { testPassword } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();

test("the list of requests shows each waiting person with what the admin needs to decide", async () => {
  const [category] = (await testPeople.an.call(listProjectCategories)).data;
  await server.db.pool.query("update users set avatar = 'x' where id = $1", [testPeople.an.id]);
  const profile = {
    first_name: "An",
    last_name: "Nguyễn",
    name: "Nguyễn Văn An",
    address: "Hà Nội",
    phone: "024 3825 0000",
    category_ids: [category?.id],
    description: "Six years of React.",
  };
  await testPeople.an.call(createProfile, { body: profile });
  await testPeople.minh.call(createProfile, { body: { ...profile, name: "Trần Minh" } });
  await testPeople.an.call(requestActivation);
  const { data, meta } = await testPeople.emma.call(listActivationRequests, { query: { status: "WAITING" } });
  expect(data).toMatchObject([
    { email: testPeople.an.email, phone: "024 3825 0000", status: "WAITING", role: "dev" },
  ]);
  expect(meta).toEqual({ page: 1, paging: 20, total: 1, has_more: false });
  const activationList = await testPeople.emma.call(listActivationRequests, { query: { search: "trần" } });
  expect(activationList.data.map(({ name }) => name)).toEqual(["Trần Minh"]);
});

test("accounts are found by name, address, role and status, a page at a time", async () => {
  const listUsers = (query: Record<string, string>) => testPeople.emma.call(listAdminUsers, { query });
  expect((await listUsers({ search: "愛子" })).data).toMatchObject([
    { email: testPeople.aiko.email, sessions: 1 },
  ]);
  expect((await listUsers({ search: "KENJI@" })).data).toMatchObject([{ role: "brse" }]);
  expect((await listUsers({ search: "100%" })).data).toEqual([]);
  expect((await listUsers({ role: "dev" })).meta.total).toBe(2);
  expect((await listUsers({ status: "WAITING" })).data.map(({ name }) => name)).toEqual(["Nguyễn Văn An"]);
  const firstPage = await listUsers({ paging: "4" });
  const secondPage = await listUsers({ paging: "4", page: "2" });
  expect(firstPage.meta).toEqual({ page: 1, paging: 4, total: 6, has_more: true });
  expect(new Set([...firstPage.data, ...secondPage.data].map(({ id }) => id)).size).toBe(6);
});

test("planned deletions are shown in the list, by a filter, and on the person's page", async () => {
  const { emma, linh } = testPeople;
  const readPlannedDeletions = async () =>
    (await emma.call(listAdminUsers, { query: { deletion: "PLANNED" } })).data.map(({ id, deletion }) => ({
      id,
      deletion,
    }));
  const readDeletionOfUser = async () =>
    (await emma.call(getAdminUser, { params: { id: linh.id } })).data.deletion;
  expect([await readPlannedDeletions(), await readDeletionOfUser()]).toEqual([[], null]);
  const { data: requestedDeletion } = await linh.call(requestDeletion, {
    body: { current_password: testPassword, confirmation: linh.email },
  });
  const deletion = { requested_at: expect.any(String), due_at: requestedDeletion.due_at };
  expect([await readPlannedDeletions(), await readDeletionOfUser()]).toEqual([
    [{ id: linh.id, deletion }],
    deletion,
  ]);
  const { data: otherUsers } = await emma.call(listAdminUsers, { query: { deletion: "NONE" } });
  expect(otherUsers.map(({ deletion }) => deletion)).toEqual(otherUsers.map(() => null));
  expect(otherUsers.map(({ id }) => id)).not.toContain(linh.id);
  expect((await emma.call(listAdminUsers, { query: { deletion: "SOON" } })).status).toBe(422);

  const { data: signInAgainResponse } = await callApi(server.app, signIn, {
    body: { email: linh.email, password: testPassword, service: "kakehashi" },
  });
  await callApi(server.app, cancelDeletion, {
    headers: { authorization: `Bearer ${signInAgainResponse.access_token}` },
  });
  expect([await readPlannedDeletions(), await readDeletionOfUser()]).toEqual([[], null]);
});

test("a new role applies from the next call, and nobody removes their own admin role", async () => {
  expect((await testPeople.minh.call(listAudit)).status).toBe(403);
  const params = { id: testPeople.minh.id };
  expect((await testPeople.emma.call(setUserRole, { params, body: { role: "admin" } })).data.role).toBe(
    "admin",
  );
  expect((await testPeople.minh.call(listAudit)).status).toBe(200);
  await testPeople.emma.call(setUserRole, { params, body: { role: "dev" } });
  expect((await testPeople.minh.call(listAudit)).status).toBe(403);
  const ownRoleChange = await testPeople.emma.call(setUserRole, {
    params: { id: testPeople.emma.id },
    body: { role: "dev" },
  });
  expect(ownRoleChange.status).toBe(403);
});

test("an admin unlocks a slowed-down account, and signs a person out", async () => {
  const { kenji, emma } = testPeople;
  const signInWith = (password: string) =>
    callApi(server.app, signIn, { body: { email: kenji.email, password, service: "kakehashi" } });
  for (let attempt = 0; attempt < 5; attempt++) await signInWith("Wrong2026");
  expect((await signInWith("Bridge2026")).status).toBe(429);
  await emma.call(unlockUser, { params: { id: kenji.id } });
  expect((await signInWith("Bridge2026")).status).toBe(200);
  expect((await emma.call(getAdminUser, { params: { id: kenji.id } })).data.sessions).toHaveLength(2);
  await emma.call(signUserOut, { params: { id: kenji.id } });
  expect((await kenji.call(getAccount)).status).toBe(401);
});
