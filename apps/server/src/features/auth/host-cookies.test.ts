import { signIn } from "@kakehashi/contract/auth";
import { refreshToken, signOut } from "@kakehashi/contract/sessions";
import { getAccount } from "@kakehashi/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, createTestApp, type TestApp } from "../../test/app.ts";
import { addPerson, type Person, password } from "../../test/world.ts";

let server: TestApp;
let person: Person;

beforeAll(async () => {
  server = await createTestApp({ publicUrl: "https://kakehashi.example" });
  const email = "host@kakehashi.example";
  person = await addPerson(server, { email, name: "Host", role: "dev", language: "vi" });
});
afterAll(() => server.close());

async function enter(headers: Record<string, string> = {}) {
  const body = { email: person.email, password, service: "kakehashi", cookie_only: true };
  const { cookies, headers: answered } = await call(server.app, signIn, { body, headers });
  return { cookies, lines: [answered["set-cookie"]].flat().map(String) };
}
const header = (cookies: { name: string; value: string }[], rename = (name: string) => name) =>
  cookies.map(({ name, value }) => `${rename(name)}=${value}`).join("; ");
const plain = (name: string) => name.replace("__Host-", "");
const read = async (cookie: string) => (await call(server.app, getAccount, { headers: { cookie } })).status;
const refresh = (cookie: string) => call(server.app, refreshToken, { headers: { cookie }, body: {} });

test("on https only this site can set the cookies of a session", async () => {
  const { cookies, lines } = await enter();
  expect(cookies.map(({ name }) => name).sort()).toEqual([
    "__Host-access_token",
    "__Host-device",
    "__Host-refresh_token",
  ]);
  for (const line of lines) {
    expect(line).toContain("; Secure");
    expect(line).toContain("; Path=/");
    expect(line).not.toContain("Domain=");
  }
  expect(await read(header(cookies))).toBe(200);
  expect(await server.app.readVisitor(header(cookies))).toMatchObject({ role: "dev" });
  expect((await refresh(header(cookies))).status).toBe(200);
});

test("the same cookies under plain names, as a site beside this one could plant them, are nobody's", async () => {
  const { cookies } = await enter();
  expect(await read(header(cookies, plain))).toBe(401);
  expect(await server.app.readVisitor(header(cookies, plain))).toBeNull();
  expect((await refresh(header(cookies, plain))).status).toBe(401);
});

test("a name for the browser that a site beside this one planted names no browser here", async () => {
  const planted = "known-to-whoever-planted-it";
  const { cookies } = await enter({ cookie: `device=${planted}` });
  const named = cookies.find(({ name }) => name === "__Host-device");
  expect(named?.value).toBeTruthy();
  expect(named?.value).not.toBe(planted);
  const { rows } = await server.db.pool.query("select from sessions where device = sha256($1)", [planted]);
  expect(rows).toEqual([]);
});

test("a session from before goes on by its plain names until it is refreshed, which renames them", async () => {
  const { cookies } = await enter();
  const other = (await enter()).cookies;
  await server.db.pool.query(
    "update sessions set plain_cookies = true where id = (select id from sessions order by id desc offset 1 limit 1)",
  );
  const old = header(cookies, plain);
  const process = await createTestApp({ databaseUrl: server.url, publicUrl: "https://kakehashi.example" });
  try {
    expect(await process.app.readVisitor(old)).toMatchObject({ role: "dev" });
  } finally {
    await process.close();
  }
  const renewed = await refresh(old);
  expect(renewed.status).toBe(200);
  const values = Object.fromEntries(renewed.cookies.map(({ name, value }) => [name, value]));
  expect(values).toMatchObject({ access_token: "", refresh_token: "" });
  const fresh = renewed.cookies.filter(({ name }) => name.startsWith("__Host-"));
  expect(await read(header(fresh))).toBe(200);
  expect((await refresh(header(fresh, plain))).status).toBe(401);
  expect((await refresh(header(other, plain))).status).toBe(401);
});

test("signing out takes them back", async () => {
  const { cookies } = await enter();
  const cookie = header(cookies);
  expect((await call(server.app, signOut, { headers: { cookie } })).cookies).toMatchObject([
    { name: "__Host-access_token", value: "" },
    { name: "__Host-refresh_token", value: "" },
  ]);
  expect((await refresh(cookie)).status).toBe(401);
});
