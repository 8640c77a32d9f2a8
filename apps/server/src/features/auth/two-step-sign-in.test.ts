import { unlockUser } from "@kakehashi/contract/admin";
import { listActivity } from "@kakehashi/contract/audit";
import { forgotPassword, resetPassword } from "@kakehashi/contract/auth";
import { listSessions } from "@kakehashi/contract/sessions";
import {
  challengeCookie,
  getTwoStep,
  maximumChallengeTries,
  signInTwoStep,
} from "@kakehashi/contract/two-step";
import { getAccount } from "@kakehashi/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, type TestApp } from "../../test/app.ts";
import { codeOf } from "../../test/authenticator.ts";
import { TwoStepSignIn, wrongCodeFor } from "../../test/two-step-desk.ts";

let twoStepDesk: TwoStepSignIn;
let server: TestApp;

beforeAll(async () => {
  twoStepDesk = await TwoStepSignIn.open();
  server = twoStepDesk.server;
});
afterAll(() => twoStepDesk.close());

test("a right password alone opens no session once two-step sign-in is on, and a code does", async () => {
  const { person, secret } = await twoStepDesk.addPersonWithTwoStep();
  const { data: sessionsBefore } = await person.call(listSessions);
  const challenge = await twoStepDesk.requestChallenge(person);
  expect((await person.call(listSessions)).data).toHaveLength(sessionsBefore.length);
  const { status, data, cookies } = await twoStepDesk.answer(challenge, codeOf(secret));
  expect(status).toBe(200);
  expect((await call(server.app, getAccount, { token: data.access_token })).data.id).toBe(person.id);
  expect(cookies.find(({ name }) => name === challengeCookie)?.value).toBe("");
});

test("a code is taken as it is typed: in full width, in groups", async () => {
  const { person, secret } = await twoStepDesk.addPersonWithTwoStep();
  const fullWidthCode = [...codeOf(secret)].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  expect(
    (
      await twoStepDesk.answer(
        await twoStepDesk.requestChallenge(person),
        `${fullWidthCode.slice(0, 3).join("")} ${fullWidthCode.slice(3).join("")}`,
      )
    ).status,
  ).toBe(200);
});

test("a code works once, also for two who use it at the same time, and no earlier one works after it", async () => {
  const { person, secret } = await twoStepDesk.addPersonWithTwoStep();
  const code = codeOf(secret);
  const [firstChallenge, secondChallenge, thirdChallenge] = [
    await twoStepDesk.requestChallenge(person),
    await twoStepDesk.requestChallenge(person),
    await twoStepDesk.requestChallenge(person),
  ];
  const answers = await Promise.all([
    twoStepDesk.answer(firstChallenge, code),
    twoStepDesk.answer(secondChallenge, code),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect((await twoStepDesk.answer(thirdChallenge, code)).error).toMatchObject({
    code: "AUTH.CODE",
    fields: { code: expect.any(String) },
  });
  expect((await twoStepDesk.answer(thirdChallenge, codeOf(secret, -1))).status).toBe(422);
  twoStepDesk.advanceClock(1);
  expect((await twoStepDesk.answer(thirdChallenge, codeOf(secret))).status).toBe(200);
});

test("the code that turned two-step sign-in on does not also sign in", async () => {
  const { person, secret } = await twoStepDesk.addPersonWithTwoStep();
  expect(
    (await twoStepDesk.answer(await twoStepDesk.requestChallenge(person), codeOf(secret, -1))).status,
  ).toBe(422);
});

test("a phone's clock may be one time step off, and not two", async () => {
  const { person, secret } = await twoStepDesk.addPersonWithTwoStep();
  twoStepDesk.advanceClock(3);
  const challenge = await twoStepDesk.requestChallenge(person);
  for (const stepOffset of [-2, 2])
    expect((await twoStepDesk.answer(challenge, codeOf(secret, stepOffset))).status).toBe(422);
  expect((await twoStepDesk.answer(challenge, codeOf(secret, -1))).status).toBe(200);
  expect(
    (await twoStepDesk.answer(await twoStepDesk.requestChallenge(person), codeOf(secret, 1))).status,
  ).toBe(200);
});

test("each recovery code signs in once, however it is typed, and its owner is told by mail", async () => {
  const { person, codes } = await twoStepDesk.addPersonWithTwoStep();
  expect(new Set(codes).size).toBe(10);
  const [code = ""] = codes;
  expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/);
  const upperCaseCode = ` ${code.toUpperCase().replaceAll("0", "O").replaceAll("-", " ")} `;
  expect((await twoStepDesk.answer(await twoStepDesk.requestChallenge(person), upperCaseCode)).status).toBe(
    200,
  );
  expect((await twoStepDesk.answer(await twoStepDesk.requestChallenge(person), code)).status).toBe(422);
  expect((await person.call(getTwoStep)).data).toMatchObject({ recovery_codes_left: 9 });
  expect((await twoStepDesk.mailWithSubject(person, "A recovery code was used"))?.text).toContain(
    "Recovery codes left: 9",
  );
  expect(await twoStepDesk.readAuditEntries(person)).toEqual(["two-step.recovery-code", "two-step.on"]);
});

test("codes and recovery codes of somebody else are refused", async () => {
  const { person } = await twoStepDesk.addPersonWithTwoStep();
  const otherPerson = await twoStepDesk.addPersonWithTwoStep();
  const challenge = await twoStepDesk.requestChallenge(person);
  expect((await twoStepDesk.answer(challenge, otherPerson.codes[0] ?? "")).status).toBe(422);
  expect((await twoStepDesk.answer(challenge, codeOf(otherPerson.secret))).status).toBe(422);
});

test("wrong codes are slowed down like wrong passwords, and a right password does not reset the count", async () => {
  const { person, secret } = await twoStepDesk.addPersonWithTwoStep();
  for (let guess = 0; guess < 5; guess++) {
    expect(
      (await twoStepDesk.answer(await twoStepDesk.requestChallenge(person), wrongCodeFor(secret))).error
        ?.code,
    ).toBe("AUTH.CODE");
  }
  const slowedAnswer = await twoStepDesk.answer(await twoStepDesk.requestChallenge(person), codeOf(secret));
  expect(slowedAnswer.status).toBe(429);
  expect(Number(slowedAnswer.headers["retry-after"])).toBeGreaterThan(20);
  expect(slowedAnswer.error?.message).toMatch(/in [23]\d seconds/);
  const { data: activity } = await person.call(listActivity);
  expect(activity.map(({ action }) => action)).toContain("sign-in.slow");
  await twoStepDesk.admin.call(unlockUser, { params: { id: person.id } });
  expect((await twoStepDesk.answer(await twoStepDesk.requestChallenge(person), codeOf(secret))).status).toBe(
    200,
  );
});

test("a challenge takes ten codes at most, lives ten minutes and opens one session", async () => {
  const { person, secret } = await twoStepDesk.addPersonWithTwoStep();
  const challenge = await twoStepDesk.requestChallenge(person);
  for (let guess = 0; guess < maximumChallengeTries; guess++) {
    await twoStepDesk.admin.call(unlockUser, { params: { id: person.id } });
    expect((await twoStepDesk.answer(challenge, wrongCodeFor(secret))).status).toBe(422);
  }
  await twoStepDesk.admin.call(unlockUser, { params: { id: person.id } });
  expect((await twoStepDesk.answer(challenge, codeOf(secret))).error?.code).toBe("AUTH.CHALLENGE");

  const oldChallenge = await twoStepDesk.requestChallenge(person);
  await server.db.pool.query(
    "update sign_in_challenges set expires_at = expires_at - interval '601 seconds'",
  );
  expect((await twoStepDesk.answer(oldChallenge, codeOf(secret))).error?.code).toBe("AUTH.CHALLENGE");

  const usedChallenge = await twoStepDesk.requestChallenge(person);
  expect((await twoStepDesk.answer(usedChallenge, codeOf(secret))).status).toBe(200);
  twoStepDesk.advanceClock(1);
  expect((await twoStepDesk.answer(usedChallenge, codeOf(secret))).error?.code).toBe("AUTH.CHALLENGE");
});

test("a challenge allows nothing but entering its code", async () => {
  const { person } = await twoStepDesk.addPersonWithTwoStep();
  const challenge = await twoStepDesk.requestChallenge(person);
  expect((await call(server.app, getAccount, { token: challenge })).status).toBe(401);
  for (const name of ["access_token", "refresh_token"]) {
    const headers = { cookie: `${name}=${challenge}; ${challengeCookie}=${challenge}` };
    expect((await call(server.app, getAccount, { headers })).status).toBe(401);
  }
  expect((await twoStepDesk.answer("forged", "123456")).error?.code).toBe("AUTH.CHALLENGE");
  expect((await call(server.app, signInTwoStep, { body: { code: "123456" } })).error?.code).toBe(
    "AUTH.CHALLENGE",
  );
});

test("a password reset leaves two-step sign-in on, and ends the challenges from before it", async () => {
  const { person, secret } = await twoStepDesk.addPersonWithTwoStep();
  const challengeBefore = await twoStepDesk.requestChallenge(person);
  const { email } = person;
  const token = await server.mails.waitForLinkToken(email, () =>
    call(server.app, forgotPassword, { body: { email } }),
  );
  const newPassword = "Kawa2026x";
  await call(server.app, resetPassword, {
    body: { token, password: newPassword, confirm_password: newPassword },
  });
  expect((await twoStepDesk.answer(challengeBefore, codeOf(secret))).status).toBe(401);
  twoStepDesk.advanceClock(1);
  expect(
    (await twoStepDesk.answer(await twoStepDesk.requestChallenge(person, newPassword), codeOf(secret)))
      .status,
  ).toBe(200);
});
