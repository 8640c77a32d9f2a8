import { signIn } from "@kakehashi/contract/auth";
import { getAccount } from "@kakehashi/contract/users";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callApi, createTestApp, type TestApp } from "../../test/app.ts";
import { addSignedInPerson } from "../../test/world.ts";
import { ensureAdmin } from "./first-admin.ts";

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

async function roleOf(email: string, password: string) {
  const { data } = await callApi(server.app, signIn, { body: { email, password, service: "kakehashi" } });
  return (await callApi(server.app, getAccount, { token: data.access_token })).data.role;
}

test("the configured admin signs in with the configured password, and gets no mail", async () => {
  const configuredAdmin = { email: "Boss@Kakehashi.example", password: "Bridge2026" };
  expect(await ensureAdmin(server.db, configuredAdmin)).toEqual({
    email: "boss@kakehashi.example",
    password: null,
  });
  expect(await roleOf("boss@kakehashi.example", "Bridge2026")).toBe("admin");
  expect(await ensureAdmin(server.db, { ...configuredAdmin, password: "Other2026x" })).toBeNull();
  expect(await roleOf("boss@kakehashi.example", "Bridge2026")).toBe("admin");
});

test("without a name one admin is made, once, however many processes start, with a password of its own", async () => {
  const admins = await Promise.all([1, 2, 3].map(() => ensureAdmin(server.db, null)));
  const [admin, ...otherAdmins] = admins.filter((admin) => admin !== null);
  expect(otherAdmins).toEqual([]);
  expect(await roleOf(admin?.email ?? "", admin?.password ?? "")).toBe("admin");
  expect(await ensureAdmin(server.db, null)).toBeNull();
});

test("an admin who moves to another address, or leaves, is not made anew at the next start", async () => {
  const configuredAdmin = { email: "boss@kakehashi.test", password: "Bridge2026" };
  const wasAdminAdded = async () => (await ensureAdmin(server.db, configuredAdmin)) !== null;
  const { pool } = server.db;
  expect(await wasAdminAdded()).toBe(true);
  await pool.query("update users set email = 'moved@kakehashi.test' where email = $1", [
    configuredAdmin.email,
  ]);
  expect(await wasAdminAdded()).toBe(false);
  const email = "next@kakehashi.test";
  await addSignedInPerson(server, { email, name: "Emma", role: "admin", language: "en" });
  await pool.query(
    "update users set email = 'gone@deleted.invalid', role = 'user' where email = 'moved@kakehashi.test'",
  );
  expect(await wasAdminAdded()).toBe(false);
});

test("the configured admin is added beside a generated one and the demo's", async () => {
  expect(await ensureAdmin(server.db, null)).not.toBeNull();
  const email = "emma@kakehashi.example";
  await addSignedInPerson(server, { email, name: "Emma", role: "admin", language: "en" });
  const configuredAccount = { email: "boss@kakehashi.test", password: "Bridge2026" };
  expect(await ensureAdmin(server.db, configuredAccount)).toEqual({
    email: configuredAccount.email,
    password: null,
  });
});
