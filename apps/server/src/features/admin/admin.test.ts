import { requestActivation } from "@kakehashi/contract/activation";
import {
  getAdminUser,
  listActivations,
  listAdminUsers,
  listMails,
  resendMail,
  setUserRole,
  signUserOut,
  unlockUser,
} from "@kakehashi/contract/admin";
import { listAudit } from "@kakehashi/contract/audit";
import { forgotPassword, signIn, signUp } from "@kakehashi/contract/auth";
import {
  addCategory,
  addCurrency,
  listCategories,
  listCurrencies,
  orderCategories,
  removeCategory,
  renameCategory,
} from "@kakehashi/contract/catalogue";
import { cancelDeletion, requestDeletion } from "@kakehashi/contract/deletion";
import { listClosedPages, switchPage } from "@kakehashi/contract/pages";
import { createProfile } from "@kakehashi/contract/profiles";
import { getAccount } from "@kakehashi/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, createTestApp, type TestApp } from "../../test/app.ts";
import { createWorld, password, type World } from "../../test/world.ts";

let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await createTestApp();
  world = await createWorld(server);
});
afterAll(() => server.close());

const names = (name: string) => ({ en: name, vi: name, ja: name });

test("whoever waits stands in the list of requests, with what the admin decides by", async () => {
  const [category] = (await world.an.call(listCategories)).data;
  await server.db.pool.query("update users set avatar = 'x' where id = $1", [world.an.id]);
  const profile = {
    first_name: "An",
    last_name: "Nguyễn",
    name: "Nguyễn Văn An",
    address: "Hà Nội",
    phone: "024 3825 0000",
    category_ids: [category?.id],
  };
  await world.an.call(createProfile, { body: profile });
  await world.minh.call(createProfile, { body: { ...profile, name: "Trần Minh" } });
  await world.an.call(requestActivation);
  const { data, meta } = await world.emma.call(listActivations, { query: { status: "WAITING" } });
  expect(data).toMatchObject([
    { email: world.an.email, phone: "024 3825 0000", status: "WAITING", role: "dev" },
  ]);
  expect(meta).toEqual({ page: 1, paging: 20, total: 1, has_more: false });
  const found = await world.emma.call(listActivations, { query: { search: "trần" } });
  expect(found.data.map(({ name }) => name)).toEqual(["Trần Minh"]);
});

test("accounts are found by name, address, role and status, a page at a time", async () => {
  const list = (query: Record<string, string>) => world.emma.call(listAdminUsers, { query });
  expect((await list({ search: "愛子" })).data).toMatchObject([{ email: world.aiko.email, sessions: 1 }]);
  expect((await list({ search: "KENJI@" })).data).toMatchObject([{ role: "brse" }]);
  expect((await list({ search: "100%" })).data).toEqual([]);
  expect((await list({ role: "dev" })).meta.total).toBe(2);
  expect((await list({ status: "WAITING" })).data.map(({ name }) => name)).toEqual(["Nguyễn Văn An"]);
  const first = await list({ paging: "4" });
  const second = await list({ paging: "4", page: "2" });
  expect(first.meta).toEqual({ page: 1, paging: 4, total: 6, has_more: true });
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(6);
});

test("who asked to be deleted, when and by when, is seen in the list, filtered, and on the person's page", async () => {
  const { emma, linh } = world;
  const planned = async () =>
    (await emma.call(listAdminUsers, { query: { deletion: "PLANNED" } })).data.map(({ id, deletion }) => ({
      id,
      deletion,
    }));
  const onPage = async () => (await emma.call(getAdminUser, { params: { id: linh.id } })).data.deletion;
  expect([await planned(), await onPage()]).toEqual([[], null]);
  const { data: asked } = await linh.call(requestDeletion, {
    body: { current_password: password, confirmation: linh.email },
  });
  const deletion = { requested_at: expect.any(String), due_at: asked.due_at };
  expect([await planned(), await onPage()]).toEqual([[{ id: linh.id, deletion }], deletion]);
  const { data: others } = await emma.call(listAdminUsers, { query: { deletion: "NONE" } });
  expect(others.map(({ deletion }) => deletion)).toEqual(others.map(() => null));
  expect(others.map(({ id }) => id)).not.toContain(linh.id);
  expect((await emma.call(listAdminUsers, { query: { deletion: "SOON" } })).status).toBe(422);

  const { data: again } = await call(server.app, signIn, {
    body: { email: linh.email, password, service: "kakehashi" },
  });
  await call(server.app, cancelDeletion, {
    headers: { authorization: `Bearer ${again.access_token}` },
  });
  expect([await planned(), await onPage()]).toEqual([[], null]);
});

test("a role given counts from the next call on, and nobody takes their own away", async () => {
  expect((await world.minh.call(listAudit)).status).toBe(403);
  const params = { id: world.minh.id };
  expect((await world.emma.call(setUserRole, { params, body: { role: "admin" } })).data.role).toBe("admin");
  expect((await world.minh.call(listAudit)).status).toBe(200);
  await world.emma.call(setUserRole, { params, body: { role: "dev" } });
  expect((await world.minh.call(listAudit)).status).toBe(403);
  const own = await world.emma.call(setUserRole, { params: { id: world.emma.id }, body: { role: "dev" } });
  expect(own.status).toBe(403);
});

test("an admin lets somebody in who mistyped too often, and signs somebody out", async () => {
  const { kenji, emma } = world;
  const enter = (password: string) =>
    call(server.app, signIn, { body: { email: kenji.email, password, service: "kakehashi" } });
  for (let attempt = 0; attempt < 5; attempt++) await enter("Wrong2026");
  expect((await enter("Bridge2026")).status).toBe(429);
  await emma.call(unlockUser, { params: { id: kenji.id } });
  expect((await enter("Bridge2026")).status).toBe(200);
  expect((await emma.call(getAdminUser, { params: { id: kenji.id } })).data.sessions).toHaveLength(2);
  await emma.call(signUserOut, { params: { id: kenji.id } });
  expect((await kenji.call(getAccount)).status).toBe(401);
});

test.each(["update audit_log set action = 'nothing'", "delete from audit_log", "truncate audit_log"])(
  "the database itself refuses: %s",
  async (statement) => {
    await world.emma.call(signUserOut, { params: { id: world.linh.id } });
    await expect(server.db.pool.query(statement)).rejects.toThrow("The audit log is only ever added to.");
    const { rows } = await server.db.pool.query(
      "select count(*) as count from audit_log where action = 'user.sign-out'",
    );
    expect(rows[0].count).toBeGreaterThan(0);
  },
);

test("the audit log is searched by what, whom and when", async () => {
  const list = (query: Record<string, string>) => world.emma.call(listAudit, { query });
  const roles = await list({ action: "user.role", user_id: world.minh.id });
  expect(roles.data.map(({ details }) => details)).toEqual([
    { from: "admin", to: "dev" },
    { from: "dev", to: "admin" },
  ]);
  expect((await list({ before: "2001-01-01T00:00:00Z" })).meta.total).toBe(0);
  expect((await list({ search: "emma" })).meta.total).toBeGreaterThan(2);
  expect((await list({ action: "user.invented" })).status).toBe(422);
});

test("mail that fails says why, is tried again, and can be sent again; its words stay its receiver's", async () => {
  await call(server.app, forgotPassword, { body: { email: world.aiko.email } });
  await server.mails.next(world.aiko.email);
  const { data } = await world.emma.call(listMails, { query: { search: "AIKO@" } });
  const [mail] = data;
  expect(mail).toMatchObject({ recipient: world.aiko.email, template: "reset" });
  expect(JSON.stringify(data)).not.toContain("token=");
  // The mail is in the postbox a moment before its row says so; what is written before that would be overwritten.
  const isSent = async () => {
    const { rows } = await server.db.pool.query(
      "select sent_at is not null as sent from mails where id = $1",
      [mail?.id],
    );
    return rows[0]?.sent;
  };
  await expect.poll(isSent).toBe(true);
  await server.db.pool.query(
    "update mails set sent_at = null, last_error = 'refused', attempts = 3 where id = $1",
    [mail?.id],
  );
  expect((await world.emma.call(listMails, { query: { state: "FAILED" } })).data).toMatchObject([
    { id: mail?.id, last_error: "refused", attempts: 3 },
  ]);
  await world.emma.call(resendMail, { params: { id: mail?.id ?? "" } });
  await server.mails.next(world.aiko.email, 1);
});

test("a page that is switched off refuses what it calls, until it is switched on again", async () => {
  const register = () =>
    call(server.app, signUp, {
      body: {
        email: "late@kakehashi.example",
        password: "Bridge2026",
        confirm_password: "Bridge2026",
        language: "en",
      },
    });
  const closed = await world.emma.call(switchPage, { body: { page: "/register", closed: true } });
  expect(closed.data).toEqual(["/register"]);
  expect((await call(server.app, listClosedPages)).data).toEqual(["/register"]);
  expect(await register()).toMatchObject({ status: 403, error: { code: "PAGE.CLOSED" } });
  await world.emma.call(switchPage, { body: { page: "/register", closed: false } });
  expect((await register()).status).toBe(200);
  expect((await world.emma.call(switchPage, { body: { page: "/login", closed: true } })).status).toBe(422);
});

test("categories are added, renamed, ordered, and removed only where nothing uses them", async () => {
  const { emma } = world;
  const { data: added } = await emma.call(addCategory, { body: { names: names("Robots") } });
  await emma.call(renameCategory, {
    params: { id: added.id },
    body: { names: { ...names("Robots"), ja: "ロボット" } },
  });
  const { data: ordered } = await emma.call(orderCategories, { body: { ids: [added.id] } });
  expect(ordered[0]).toEqual({
    id: added.id,
    names: [
      { language_code: "en", name: "Robots" },
      { language_code: "vi", name: "Robots" },
      { language_code: "ja", name: "ロボット" },
    ],
  });
  const used = ordered[1]?.id ?? "";
  expect((await emma.call(removeCategory, { params: { id: used } })).error?.code).toBe("CATALOGUE.USED");
  expect((await emma.call(removeCategory, { params: { id: added.id } })).status).toBe(200);
  expect((await emma.call(removeCategory, { params: { id: added.id } })).status).toBe(404);
});

test("a currency is named once", async () => {
  const add = (code: string) => world.emma.call(addCurrency, { body: { code, names: names("Krona") } });
  expect((await add("sek")).data.code).toBe("SEK");
  expect((await add("SEK")).error?.code).toBe("CATALOGUE.KNOWN");
  expect((await add("kr")).status).toBe(422);
  expect((await world.an.call(listCurrencies)).data.map(({ code }) => code)).toContain("SEK");
});
