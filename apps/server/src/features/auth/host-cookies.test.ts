import { signIn } from "@kakehashi/contract/auth";
import { refreshTokenEndpoint, signOut } from "@kakehashi/contract/sessions";
import { getAccount } from "@kakehashi/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, createTestApp, type TestApp } from "../../test/app.ts";
import { addSignedInPerson, type TestPerson, testPassword } from "../../test/world.ts";

let server: TestApp;
let person: TestPerson;

beforeAll(async () => {
  server = await createTestApp({ publicUrl: "https://kakehashi.example" });
  const email = "host@kakehashi.example";
  person = await addSignedInPerson(server, { email, name: "Host", role: "dev", language: "vi" });
});
afterAll(() => server.close());

async function signInWith(headers: Record<string, string> = {}) {
  const body = { email: person.email, password: testPassword, service: "kakehashi", cookie_only: true };
  const { cookies, headers: responseHeaders } = await callApi(server.app, signIn, { body, headers });
  return { cookies, lines: [responseHeaders["set-cookie"]].flat().map(String) };
}
const createCookieHeader = (
  cookies: { name: string; value: string }[],
  renameCookie = (name: string) => name,
) => cookies.map(({ name, value }) => `${renameCookie(name)}=${value}`).join("; ");
const removeHostCookiePrefix = (name: string) => name.replace("__Host-", "");
const readStatusWithCookie = async (cookie: string) =>
  (await callApi(server.app, getAccount, { headers: { cookie } })).status;
const refreshWithCookie = (cookie: string) =>
  callApi(server.app, refreshTokenEndpoint, { headers: { cookie }, body: {} });

test("on https only this site can set the cookies of a session", async () => {
  const { cookies, lines } = await signInWith();
  expect(cookies.map(({ name }) => name).sort()).toEqual([
    "__Host-access_token",
    "__Host-device",
    "__Host-refresh_token",
  ]);
  for (const setCookieLine of lines) {
    expect(setCookieLine).toContain("; Secure");
    expect(setCookieLine).toContain("; Path=/");
    expect(setCookieLine).not.toContain("Domain=");
  }
  expect(await readStatusWithCookie(createCookieHeader(cookies))).toBe(200);
  expect(await server.app.readPageVisitor(createCookieHeader(cookies))).toMatchObject({ role: "dev" });
  expect((await refreshWithCookie(createCookieHeader(cookies))).status).toBe(200);
});

test("session cookies without the host prefix, as a sibling site could set them, are ignored", async () => {
  const { cookies } = await signInWith();
  expect(await readStatusWithCookie(createCookieHeader(cookies, removeHostCookiePrefix))).toBe(401);
  expect(await server.app.readPageVisitor(createCookieHeader(cookies, removeHostCookiePrefix))).toBeNull();
  expect((await refreshWithCookie(createCookieHeader(cookies, removeHostCookiePrefix))).status).toBe(401);
});

test("a browser cookie without the host prefix is ignored", async () => {
  const plantedToken = "known-to-whoever-planted-it";
  const { cookies } = await signInWith({ cookie: `device=${plantedToken}` });
  const deviceCookie = cookies.find(({ name }) => name === "__Host-device");
  expect(deviceCookie?.value).toBeTruthy();
  expect(deviceCookie?.value).not.toBe(plantedToken);
  const { rows } = await server.db.pool.query("select from sessions where device = sha256($1)", [
    plantedToken,
  ]);
  expect(rows).toEqual([]);
});

test("an older session with plain cookie names works until its refresh renames them", async () => {
  const { cookies } = await signInWith();
  const otherCookies = (await signInWith()).cookies;
  await server.db.pool.query(
    "update sessions set plain_cookies = true where id = (select id from sessions order by id desc offset 1 limit 1)",
  );
  const oldCookieHeader = createCookieHeader(cookies, removeHostCookiePrefix);
  const otherServer = await createTestApp({
    databaseUrl: server.ownerDatabaseUrl,
    publicUrl: "https://kakehashi.example",
  });
  try {
    expect(await otherServer.app.readPageVisitor(oldCookieHeader)).toMatchObject({ role: "dev" });
  } finally {
    await otherServer.close();
  }
  const refreshAnswer = await refreshWithCookie(oldCookieHeader);
  expect(refreshAnswer.status).toBe(200);
  const cookieValues = Object.fromEntries(refreshAnswer.cookies.map(({ name, value }) => [name, value]));
  expect(cookieValues).toMatchObject({ access_token: "", refresh_token: "" });
  const hostCookies = refreshAnswer.cookies.filter(({ name }) => name.startsWith("__Host-"));
  expect(await readStatusWithCookie(createCookieHeader(hostCookies))).toBe(200);
  expect((await refreshWithCookie(createCookieHeader(hostCookies, removeHostCookiePrefix))).status).toBe(401);
  expect((await refreshWithCookie(createCookieHeader(otherCookies, removeHostCookiePrefix))).status).toBe(
    401,
  );
});

test("signing out removes them", async () => {
  const { cookies } = await signInWith();
  const cookie = createCookieHeader(cookies);
  expect((await callApi(server.app, signOut, { headers: { cookie } })).cookies).toMatchObject([
    { name: "__Host-access_token", value: "" },
    { name: "__Host-refresh_token", value: "" },
  ]);
  expect((await refreshWithCookie(cookie)).status).toBe(401);
});
