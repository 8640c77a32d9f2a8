import { getAdminUser, resetUserTwoStep, unlockUser } from "@kakehashi/contract/admin";
import { listAudit } from "@kakehashi/contract/audit";
import { forgotPassword, resetPassword, signIn } from "@kakehashi/contract/auth";
import { listSessions } from "@kakehashi/contract/sessions";
import {
  challengeCookie,
  challengeTries,
  confirmTwoStep,
  getTwoStep,
  renewRecoveryCodes,
  setUpTwoStep,
  signInTwoStep,
  turnOffTwoStep,
} from "@kakehashi/contract/two-step";
import { getAccount } from "@kakehashi/contract/users";
import { Secret } from "otpauth";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { call, createTestApp, type TestApp } from "../../test/app.ts";
import { codeOf } from "../../test/authenticator.ts";
import { addPerson, type Person, password } from "../../test/world.ts";

const step = 30_000;
let server: TestApp;
let admin: Person;
let people = 0;

beforeAll(async () => {
  // In the middle of a time step, and only moved on purpose: no code grows old while a test looks at it.
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / step) * step + step / 2 });
  server = await createTestApp();
  admin = await addPerson(server, {
    email: "emma@kakehashi.example",
    name: "Emma",
    role: "admin",
    language: "en",
  });
});
afterAll(async () => {
  vi.useRealTimers();
  await server.close();
});
const laterBy = (steps: number) => vi.setSystemTime(Date.now() + steps * step);

const somebody = (): Promise<Person> =>
  addPerson(server, {
    email: `person${people++}@kakehashi.example`,
    name: "Linh",
    role: "comtor",
    language: "vi",
  });

/** A code that the app never shows around now. */
function wrongFor(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return (
    ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !right.includes(code)) ?? ""
  );
}

interface Guarded {
  person: Person;
  secret: string;
  codes: string[];
}

/** Somebody whose sign-in asks for a code; the one of this very moment is not used yet. */
async function guarded(): Promise<Guarded> {
  const person = await somebody();
  const { data } = await person.call(setUpTwoStep, { body: { current_password: password } });
  const on = await person.call(confirmTwoStep, { body: { code: codeOf(data.secret) } });
  expect(on.status).toBe(200);
  laterBy(1);
  return { person, secret: data.secret, codes: on.data.recovery_codes };
}

const enter = (person: Person, chosen = password) =>
  call(server.app, signIn, { body: { email: person.email, password: chosen, service: "kakehashi" } });

/** The password was right: what the browser holds now. */
async function challengeFor(person: Person, chosen = password): Promise<string> {
  const { error, cookies } = await enter(person, chosen);
  expect(error?.code).toBe("AUTH.TWO_STEP");
  expect(cookies.map(({ name }) => name).sort()).toEqual(["device", challengeCookie].sort());
  return cookies.find(({ name }) => name === challengeCookie)?.value ?? "";
}

const answer = (challenge: string, code: string) =>
  call(server.app, signInTwoStep, { body: { code }, headers: { cookie: `${challengeCookie}=${challenge}` } });

const lettersTo = (person: Person) =>
  server.mails.letters.filter(({ recipient }) => recipient === person.email);
async function letterTo(person: Person, subject: string) {
  await vi.waitFor(() => expect(lettersTo(person).map((letter) => letter.subject)).toContain(subject));
  return lettersTo(person).find((letter) => letter.subject === subject);
}
const auditOf = async (person: Person) =>
  (await admin.call(listAudit, { query: { search: "", user_id: person.id } })).data.map(
    ({ action }) => action,
  );

test("a right password alone opens no session once two-step sign-in is on, and a code does", async () => {
  const { person, secret } = await guarded();
  const { data: before } = await person.call(listSessions);
  const challenge = await challengeFor(person);
  expect((await person.call(listSessions)).data).toHaveLength(before.length);
  const { status, data, cookies } = await answer(challenge, codeOf(secret));
  expect(status).toBe(200);
  expect((await call(server.app, getAccount, { token: data.access_token })).data.id).toBe(person.id);
  expect(cookies.find(({ name }) => name === challengeCookie)?.value).toBe("");
});

test("a code is taken as it is typed: in full width, in groups", async () => {
  const { person, secret } = await guarded();
  const wide = [...codeOf(secret)].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  expect(
    (await answer(await challengeFor(person), `${wide.slice(0, 3).join("")} ${wide.slice(3).join("")}`))
      .status,
  ).toBe(200);
});

test("a code works once, also for two who use it at the same time, and no earlier one works after it", async () => {
  const { person, secret } = await guarded();
  const code = codeOf(secret);
  const [first, second, third] = [
    await challengeFor(person),
    await challengeFor(person),
    await challengeFor(person),
  ];
  const answers = await Promise.all([answer(first, code), answer(second, code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect((await answer(third, code)).error).toMatchObject({
    code: "AUTH.CODE",
    fields: { code: expect.any(String) },
  });
  expect((await answer(third, codeOf(secret, -1))).status).toBe(422);
  laterBy(1);
  expect((await answer(third, codeOf(secret))).status).toBe(200);
});

test("the code that turned two-step sign-in on does not also sign in", async () => {
  const { person, secret } = await guarded();
  expect((await answer(await challengeFor(person), codeOf(secret, -1))).status).toBe(422);
});

test("a phone's clock may be one time step off, and not two", async () => {
  const { person, secret } = await guarded();
  laterBy(3);
  const challenge = await challengeFor(person);
  for (const off of [-2, 2]) expect((await answer(challenge, codeOf(secret, off))).status).toBe(422);
  expect((await answer(challenge, codeOf(secret, -1))).status).toBe(200);
  expect((await answer(await challengeFor(person), codeOf(secret, 1))).status).toBe(200);
});

test("each recovery code signs in once, however it is typed, and its owner is told by mail", async () => {
  const { person, codes } = await guarded();
  expect(new Set(codes).size).toBe(10);
  const [code = ""] = codes;
  expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/);
  const shouted = ` ${code.toUpperCase().replaceAll("0", "O").replaceAll("-", " ")} `;
  expect((await answer(await challengeFor(person), shouted)).status).toBe(200);
  expect((await answer(await challengeFor(person), code)).status).toBe(422);
  expect((await person.call(getTwoStep)).data).toMatchObject({ recovery_codes_left: 9 });
  expect((await letterTo(person, "A recovery code was used"))?.text).toContain("Recovery codes left: 9");
  expect(await auditOf(person)).toEqual(["two-step.recovery-code", "two-step.on"]);
});

test("somebody else's code and recovery code open nothing", async () => {
  const { person } = await guarded();
  const other = await guarded();
  const challenge = await challengeFor(person);
  expect((await answer(challenge, other.codes[0] ?? "")).status).toBe(422);
  expect((await answer(challenge, codeOf(other.secret))).status).toBe(422);
});

test("guesses at a code are slowed down like guesses at a password, told how long, and a right password gives no new ones", async () => {
  const { person, secret } = await guarded();
  for (let guess = 0; guess < 5; guess++) {
    expect((await answer(await challengeFor(person), wrongFor(secret))).error?.code).toBe("AUTH.CODE");
  }
  const slowed = await answer(await challengeFor(person), codeOf(secret));
  expect(slowed.status).toBe(429);
  expect(Number(slowed.headers["retry-after"])).toBeGreaterThan(20);
  expect(slowed.error?.message).toMatch(/in [23]\d seconds/);
  await admin.call(unlockUser, { params: { id: person.id } });
  expect((await answer(await challengeFor(person), codeOf(secret))).status).toBe(200);
});

test("a challenge takes ten codes at most, lives ten minutes and opens one session", async () => {
  const { person, secret } = await guarded();
  const tried = await challengeFor(person);
  for (let guess = 0; guess < challengeTries; guess++) {
    await admin.call(unlockUser, { params: { id: person.id } });
    expect((await answer(tried, wrongFor(secret))).status).toBe(422);
  }
  await admin.call(unlockUser, { params: { id: person.id } });
  expect((await answer(tried, codeOf(secret))).error?.code).toBe("AUTH.CHALLENGE");

  const old = await challengeFor(person);
  await server.db.pool.query(
    "update sign_in_challenges set expires_at = expires_at - interval '601 seconds'",
  );
  expect((await answer(old, codeOf(secret))).error?.code).toBe("AUTH.CHALLENGE");

  const used = await challengeFor(person);
  expect((await answer(used, codeOf(secret))).status).toBe(200);
  laterBy(1);
  expect((await answer(used, codeOf(secret))).error?.code).toBe("AUTH.CHALLENGE");
});

test("a challenge is good for nothing but its code", async () => {
  const { person } = await guarded();
  const challenge = await challengeFor(person);
  expect((await call(server.app, getAccount, { token: challenge })).status).toBe(401);
  for (const name of ["access_token", "refresh_token"]) {
    const headers = { cookie: `${name}=${challenge}; ${challengeCookie}=${challenge}` };
    expect((await call(server.app, getAccount, { headers })).status).toBe(401);
  }
  expect((await answer("forged", "123456")).error?.code).toBe("AUTH.CHALLENGE");
  expect((await call(server.app, signInTwoStep, { body: { code: "123456" } })).error?.code).toBe(
    "AUTH.CHALLENGE",
  );
});

test("a password reset leaves two-step sign-in on, and ends the challenges from before it", async () => {
  const { person, secret } = await guarded();
  const before = await challengeFor(person);
  const { email } = person;
  const token = await server.mails.linkAfter(email, () =>
    call(server.app, forgotPassword, { body: { email } }),
  );
  const fresh = "Kawa2026x";
  await call(server.app, resetPassword, { body: { token, password: fresh, confirm_password: fresh } });
  expect((await answer(before, codeOf(secret))).status).toBe(401);
  laterBy(1);
  expect((await answer(await challengeFor(person, fresh), codeOf(secret))).status).toBe(200);
});

test("turning it on asks for the password and for a first code, and tells its owner by mail in their language", async () => {
  const person = await somebody();
  const wrong = await person.call(setUpTwoStep, { body: { current_password: "Wrong2026" } });
  expect(wrong.error?.fields).toEqual({ current_password: "That is not your current password." });
  expect((await person.call(confirmTwoStep, { body: { code: "123456" } })).error?.code).toBe(
    "AUTH.TWO_STEP_OFF",
  );
  const { data } = await person.call(setUpTwoStep, { body: { current_password: password } });
  const { pathname, searchParams } = new URL(data.uri);
  expect(decodeURIComponent(pathname)).toContain(person.email);
  expect(searchParams.get("secret")).toBe(data.secret);
  expect((await person.call(confirmTwoStep, { body: { code: wrongFor(data.secret) } })).status).toBe(422);
  expect((await person.call(confirmTwoStep, { body: { code: "abc" } })).error?.fields).toEqual({
    code: "Enter the six digits that your authenticator app shows.",
  });
  expect((await enter(person)).status).toBe(200);
  await server.db.pool.query("update users set interface_language = 'vi' where id = $1", [person.id]);
  expect((await person.call(confirmTwoStep, { body: { code: codeOf(data.secret) } })).status).toBe(200);
  expect((await person.call(setUpTwoStep, { body: { current_password: password } })).error?.code).toBe(
    "AUTH.TWO_STEP_ON",
  );
  expect((await person.call(getTwoStep)).data).toEqual({
    since: expect.any(String),
    recovery_codes_left: 10,
  });
  await letterTo(person, "Xác minh hai bước đã được bật");
});

test("what is kept of a secret and of recovery codes is unreadable without the installation's key", async () => {
  const { person, secret, codes } = await guarded();
  const { rows } = await server.db.pool.query(
    "select encode(t.secret, 'hex') as secret, encode(r.hash, 'hex') as hash from two_step t join recovery_codes r using (user_id) where user_id = $1",
    [person.id],
  );
  expect(rows).toHaveLength(10);
  const shown = [
    Secret.fromBase32(secret).hex,
    ...codes.map((code) => Buffer.from(code.replaceAll("-", "")).toString("hex")),
  ];
  for (const text of shown) expect(JSON.stringify(rows)).not.toContain(text);
});

test("new recovery codes need the password and a code, and end the old ones", async () => {
  const { person, secret, codes } = await guarded();
  const renew = (current_password: string, code: string) =>
    person.call(renewRecoveryCodes, { body: { current_password, code } });
  expect((await renew("Wrong2026", codeOf(secret))).status).toBe(422);
  expect((await renew(password, wrongFor(secret))).error?.code).toBe("AUTH.CODE");
  const { data } = await renew(password, codeOf(secret));
  expect(data.recovery_codes).toHaveLength(10);
  const challenge = await challengeFor(person);
  expect((await answer(challenge, codes[0] ?? "")).status).toBe(422);
  expect((await answer(challenge, data.recovery_codes[0] ?? "")).status).toBe(200);
});

test("turning it off needs the password and a code, or a recovery code, and tells its owner by mail", async () => {
  const { person, secret, codes } = await guarded();
  const off = (current_password: string, code: string) =>
    person.call(turnOffTwoStep, { body: { current_password, code } });
  expect((await off("Wrong2026", codeOf(secret))).status).toBe(422);
  expect((await off(password, wrongFor(secret))).status).toBe(422);
  expect((await off(password, codes[3] ?? "")).status).toBe(200);
  expect((await enter(person)).status).toBe(200);
  expect((await off(password, codes[4] ?? "")).error?.code).toBe("AUTH.TWO_STEP_OFF");
  await letterTo(person, "Two-step sign-in was turned off");
  expect(await auditOf(person)).toEqual(["two-step.off", "two-step.recovery-code", "two-step.on"]);
});

test("an admin turns it off for somebody who lost everything, not for themself, and it is in the audit log", async () => {
  const { person } = await guarded();
  const reset = (id: string, by = admin) => by.call(resetUserTwoStep, { params: { id } });
  expect((await admin.call(getAdminUser, { params: { id: person.id } })).data.two_step_since).not.toBeNull();
  expect((await reset(person.id, person)).status).toBe(403);
  expect((await reset(admin.id)).status).toBe(403);
  expect((await reset("00000000-0000-7000-8000-000000000000")).status).toBe(404);
  expect((await reset(person.id)).status).toBe(200);
  expect((await enter(person)).status).toBe(200);
  expect((await reset(person.id)).error?.code).toBe("AUTH.TWO_STEP_OFF");
  await letterTo(person, "Two-step sign-in was turned off by us");
  const { data } = await admin.call(listAudit, { query: { user_id: person.id, action: "two-step.reset" } });
  expect(data).toMatchObject([{ actor: { id: admin.id }, subject: { id: person.id } }]);
});

test("an account without a password is told to choose one before it turns two-step sign-in on", async () => {
  const person = await somebody();
  await server.db.pool.query("update users set password_hash = null where id = $1", [person.id]);
  const { status, error } = await person.call(setUpTwoStep, { body: { current_password: password } });
  expect([status, error?.code]).toEqual([409, "AUTH.NO_PASSWORD"]);
});
