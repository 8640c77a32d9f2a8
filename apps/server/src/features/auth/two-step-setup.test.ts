import { getAdminUser, resetUserTwoStep } from "@kakehashi/contract/admin";
import { listAudit } from "@kakehashi/contract/audit";
import {
  confirmTwoStep,
  getTwoStep,
  renewRecoveryCodes,
  setUpTwoStep,
  turnOffTwoStep,
} from "@kakehashi/contract/two-step";
import { Secret } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../test/app.ts";
import { authenticatorCodeOf } from "../../test/authenticator.ts";
import { TwoStepTestSetup, wrongCodeFor } from "../../test/two-step-desk.ts";
import { testPassword } from "../../test/world.ts";

let twoStepHelper: TwoStepTestSetup;
let server: TestApp;

beforeAll(async () => {
  twoStepHelper = await TwoStepTestSetup.start();
  server = twoStepHelper.server;
});
afterAll(() => twoStepHelper.close());

test("turning it on asks for the password and for a first code, and tells its owner by mail in their language", async () => {
  const person = await twoStepHelper.addPersonWithoutTwoStep();
  const wrongPasswordResponse = await person.call(setUpTwoStep, { body: { current_password: "Wrong2026" } });
  expect(wrongPasswordResponse.error?.fields).toEqual({
    current_password: "That is not your current password.",
  });
  expect((await person.call(confirmTwoStep, { body: { code: "123456" } })).error?.code).toBe(
    "AUTH.TWO_STEP_OFF",
  );
  const { data } = await person.call(setUpTwoStep, { body: { current_password: testPassword } });
  const { pathname, searchParams } = new URL(data.uri);
  expect(decodeURIComponent(pathname)).toContain(person.email);
  expect(searchParams.get("secret")).toBe(data.secret);
  expect((await person.call(confirmTwoStep, { body: { code: wrongCodeFor(data.secret) } })).status).toBe(422);
  expect((await person.call(confirmTwoStep, { body: { code: "abc" } })).error?.fields).toEqual({
    code: "Enter the six digits that your authenticator app shows.",
  });
  expect((await twoStepHelper.signInWithPassword(person)).status).toBe(200);
  await server.db.pool.query("update users set interface_language = 'vi' where id = $1", [person.id]);
  expect(
    (await person.call(confirmTwoStep, { body: { code: authenticatorCodeOf(data.secret) } })).status,
  ).toBe(200);
  expect((await person.call(setUpTwoStep, { body: { current_password: testPassword } })).error?.code).toBe(
    "AUTH.TWO_STEP_ON",
  );
  expect((await person.call(getTwoStep)).data).toEqual({
    since: expect.any(String),
    recovery_codes_left: 10,
  });
  await twoStepHelper.waitForMailWithSubject(person, "Xác minh hai bước đã được bật");
});

test("what is kept of a secret and of recovery codes is unreadable without the installation's key", async () => {
  const { person, secret, recoveryCodes: codes } = await twoStepHelper.addPersonWithTwoStep();
  const { rows } = await server.db.pool.query(
    "select encode(t.secret, 'hex') as secret, encode(r.hash, 'hex') as hash from two_step t join recovery_codes r using (user_id) where user_id = $1",
    [person.id],
  );
  expect(rows).toHaveLength(10);
  const shownSecrets = [
    Secret.fromBase32(secret).hex,
    ...codes.map((code) => Buffer.from(code.replaceAll("-", "")).toString("hex")),
  ];
  for (const text of shownSecrets) expect(JSON.stringify(rows)).not.toContain(text);
});

test("new recovery codes need the password and a code, and end the old ones", async () => {
  const { person, secret, recoveryCodes: codes } = await twoStepHelper.addPersonWithTwoStep();
  const callRenewRecoveryCodes = (current_password: string, code: string) =>
    person.call(renewRecoveryCodes, { body: { current_password, code } });
  expect((await callRenewRecoveryCodes("Wrong2026", authenticatorCodeOf(secret))).status).toBe(422);
  expect((await callRenewRecoveryCodes(testPassword, wrongCodeFor(secret))).error?.code).toBe("AUTH.CODE");
  const { data } = await callRenewRecoveryCodes(testPassword, authenticatorCodeOf(secret));
  expect(data.recovery_codes).toHaveLength(10);
  const challenge = await twoStepHelper.requestChallenge(person);
  expect((await twoStepHelper.answerChallenge(challenge, codes[0] ?? "")).status).toBe(422);
  expect((await twoStepHelper.answerChallenge(challenge, data.recovery_codes[0] ?? "")).status).toBe(200);
});

test("turning it off needs the password and a code, or a recovery code, and tells its owner by mail", async () => {
  const { person, secret, recoveryCodes: codes } = await twoStepHelper.addPersonWithTwoStep();
  const disableTwoStep = (current_password: string, code: string) =>
    person.call(turnOffTwoStep, { body: { current_password, code } });
  expect((await disableTwoStep("Wrong2026", authenticatorCodeOf(secret))).status).toBe(422);
  expect((await disableTwoStep(testPassword, wrongCodeFor(secret))).status).toBe(422);
  expect((await disableTwoStep(testPassword, codes[3] ?? "")).status).toBe(200);
  expect((await twoStepHelper.signInWithPassword(person)).status).toBe(200);
  expect((await disableTwoStep(testPassword, codes[4] ?? "")).error?.code).toBe("AUTH.TWO_STEP_OFF");
  await twoStepHelper.waitForMailWithSubject(person, "Two-step sign-in was turned off");
  expect(await twoStepHelper.readTwoStepActions(person)).toEqual([
    "two-step.off",
    "two-step.recovery-code",
    "two-step.on",
  ]);
});

test("an admin turns it off for somebody who lost everything, not for themself, and it is in the audit log", async () => {
  const { person } = await twoStepHelper.addPersonWithTwoStep();
  const resetTwoStepOfUser = (id: string, admin = twoStepHelper.admin) =>
    admin.call(resetUserTwoStep, { params: { id } });
  expect(
    (await twoStepHelper.admin.call(getAdminUser, { params: { id: person.id } })).data.two_step_since,
  ).not.toBeNull();
  expect((await resetTwoStepOfUser(person.id, person)).status).toBe(403);
  expect((await resetTwoStepOfUser(twoStepHelper.admin.id)).status).toBe(403);
  expect((await resetTwoStepOfUser("00000000-0000-7000-8000-000000000000")).status).toBe(404);
  expect((await resetTwoStepOfUser(person.id)).status).toBe(200);
  expect((await twoStepHelper.signInWithPassword(person)).status).toBe(200);
  expect((await resetTwoStepOfUser(person.id)).error?.code).toBe("AUTH.TWO_STEP_OFF");
  await twoStepHelper.waitForMailWithSubject(person, "Two-step sign-in was turned off by us");
  const { data } = await twoStepHelper.admin.call(listAudit, {
    query: { user_id: person.id, action: "two-step.reset" },
  });
  expect(data).toMatchObject([{ actor: { id: twoStepHelper.admin.id }, subject: { id: person.id } }]);
});

test("an account without a password is told to choose one before it turns two-step sign-in on", async () => {
  const person = await twoStepHelper.addPersonWithoutTwoStep();
  await server.db.pool.query("update users set password_hash = null where id = $1", [person.id]);
  const { status, error } = await person.call(setUpTwoStep, { body: { current_password: testPassword } });
  expect([status, error?.code]).toEqual([409, "AUTH.NO_PASSWORD"]);
});
