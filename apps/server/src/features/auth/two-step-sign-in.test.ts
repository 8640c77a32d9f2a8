import { unlockUser } from "@kakehashi/contract/admin";
import { listOwnSecurityEvents } from "@kakehashi/contract/audit";
import { requestPasswordReset, resetPassword } from "@kakehashi/contract/auth";
import { listSignInSessions } from "@kakehashi/contract/sessions";
import {
  challengeCookieName,
  getTwoStep,
  maximumChallengeTries,
  signInTwoStep,
} from "@kakehashi/contract/two-step";
import { getAccount } from "@kakehashi/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, type TestApp } from "../../test/app.ts";
import { authenticatorCodeOf } from "../../test/authenticator.ts";
import { TwoStepTestSetup, wrongCodeFor } from "../../test/two-step-desk.ts";

let twoStepHelper: TwoStepTestSetup;
let server: TestApp;

beforeAll(async () => {
  twoStepHelper = await TwoStepTestSetup.start();
  server = twoStepHelper.server;
});
afterAll(() => twoStepHelper.close());

test("a right password alone opens no session once two-step sign-in is on, and a code does", async () => {
  const { person, secret } = await twoStepHelper.addPersonWithTwoStep();
  const { data: sessionsBefore } = await person.call(listSignInSessions);
  const challenge = await twoStepHelper.requestChallenge(person);
  expect((await person.call(listSignInSessions)).data).toHaveLength(sessionsBefore.length);
  const { status, data, cookies } = await twoStepHelper.answerChallenge(
    challenge,
    authenticatorCodeOf(secret),
  );
  expect(status).toBe(200);
  expect((await callApi(server.app, getAccount, { token: data.access_token })).data.id).toBe(person.id);
  expect(cookies.find(({ name }) => name === challengeCookieName)?.value).toBe("");
});

test("a code is taken as it is typed: in full width, in groups", async () => {
  const { person, secret } = await twoStepHelper.addPersonWithTwoStep();
  const fullWidthCode = [...authenticatorCodeOf(secret)].map((digit) =>
    String.fromCharCode(digit.charCodeAt(0) + 0xfee0),
  );
  expect(
    (
      await twoStepHelper.answerChallenge(
        await twoStepHelper.requestChallenge(person),
        `${fullWidthCode.slice(0, 3).join("")} ${fullWidthCode.slice(3).join("")}`,
      )
    ).status,
  ).toBe(200);
});

test("a code works once, also for two who use it at the same time, and no earlier one works after it", async () => {
  const { person, secret } = await twoStepHelper.addPersonWithTwoStep();
  const code = authenticatorCodeOf(secret);
  const [firstChallenge, secondChallenge, thirdChallenge] = [
    await twoStepHelper.requestChallenge(person),
    await twoStepHelper.requestChallenge(person),
    await twoStepHelper.requestChallenge(person),
  ];
  const responses = await Promise.all([
    twoStepHelper.answerChallenge(firstChallenge, code),
    twoStepHelper.answerChallenge(secondChallenge, code),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect((await twoStepHelper.answerChallenge(thirdChallenge, code)).error).toMatchObject({
    code: "AUTH.CODE",
    fields: { code: expect.any(String) },
  });
  expect((await twoStepHelper.answerChallenge(thirdChallenge, authenticatorCodeOf(secret, -1))).status).toBe(
    422,
  );
  twoStepHelper.advanceClock(1);
  expect((await twoStepHelper.answerChallenge(thirdChallenge, authenticatorCodeOf(secret))).status).toBe(200);
});

test("the code that turned two-step sign-in on does not also sign in", async () => {
  const { person, secret } = await twoStepHelper.addPersonWithTwoStep();
  expect(
    (
      await twoStepHelper.answerChallenge(
        await twoStepHelper.requestChallenge(person),
        authenticatorCodeOf(secret, -1),
      )
    ).status,
  ).toBe(422);
});

test("a phone's clock may be one time step off, and not two", async () => {
  const { person, secret } = await twoStepHelper.addPersonWithTwoStep();
  twoStepHelper.advanceClock(3);
  const challenge = await twoStepHelper.requestChallenge(person);
  for (const stepOffset of [-2, 2])
    expect(
      (await twoStepHelper.answerChallenge(challenge, authenticatorCodeOf(secret, stepOffset))).status,
    ).toBe(422);
  expect((await twoStepHelper.answerChallenge(challenge, authenticatorCodeOf(secret, -1))).status).toBe(200);
  expect(
    (
      await twoStepHelper.answerChallenge(
        await twoStepHelper.requestChallenge(person),
        authenticatorCodeOf(secret, 1),
      )
    ).status,
  ).toBe(200);
});

test("each recovery code signs in once, however it is typed, and its owner is told by mail", async () => {
  const { person, recoveryCodes: codes } = await twoStepHelper.addPersonWithTwoStep();
  expect(new Set(codes).size).toBe(10);
  const [code = ""] = codes;
  expect(code).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/);
  const upperCaseCode = ` ${code.toUpperCase().replaceAll("0", "O").replaceAll("-", " ")} `;
  expect(
    (await twoStepHelper.answerChallenge(await twoStepHelper.requestChallenge(person), upperCaseCode)).status,
  ).toBe(200);
  expect(
    (await twoStepHelper.answerChallenge(await twoStepHelper.requestChallenge(person), code)).status,
  ).toBe(422);
  expect((await person.call(getTwoStep)).data).toMatchObject({ recovery_codes_left: 9 });
  expect((await twoStepHelper.waitForMailWithSubject(person, "A recovery code was used"))?.text).toContain(
    "Recovery codes left: 9",
  );
  expect(await twoStepHelper.readTwoStepActions(person)).toEqual(["two-step.recovery-code", "two-step.on"]);
});

test("codes and recovery codes of somebody else are refused", async () => {
  const { person } = await twoStepHelper.addPersonWithTwoStep();
  const otherPerson = await twoStepHelper.addPersonWithTwoStep();
  const challenge = await twoStepHelper.requestChallenge(person);
  expect((await twoStepHelper.answerChallenge(challenge, otherPerson.recoveryCodes[0] ?? "")).status).toBe(
    422,
  );
  expect(
    (await twoStepHelper.answerChallenge(challenge, authenticatorCodeOf(otherPerson.secret))).status,
  ).toBe(422);
});

test("wrong codes are slowed down like wrong passwords, and a right password does not reset the count", async () => {
  const { person, secret } = await twoStepHelper.addPersonWithTwoStep();
  for (let guessIndex = 0; guessIndex < 5; guessIndex++) {
    expect(
      (
        await twoStepHelper.answerChallenge(
          await twoStepHelper.requestChallenge(person),
          wrongCodeFor(secret),
        )
      ).error?.code,
    ).toBe("AUTH.CODE");
  }
  const slowedAnswer = await twoStepHelper.answerChallenge(
    await twoStepHelper.requestChallenge(person),
    authenticatorCodeOf(secret),
  );
  expect(slowedAnswer.status).toBe(429);
  expect(Number(slowedAnswer.headers["retry-after"])).toBeGreaterThan(20);
  expect(slowedAnswer.error?.message).toMatch(/in [23]\d seconds/);
  const { data: activity } = await person.call(listOwnSecurityEvents);
  expect(activity.map(({ action }) => action)).toContain("sign-in.slow");
  await twoStepHelper.admin.call(unlockUser, { params: { id: person.id } });
  expect(
    (
      await twoStepHelper.answerChallenge(
        await twoStepHelper.requestChallenge(person),
        authenticatorCodeOf(secret),
      )
    ).status,
  ).toBe(200);
});

test("a challenge takes ten codes at most, lives ten minutes and opens one session", async () => {
  const { person, secret } = await twoStepHelper.addPersonWithTwoStep();
  const challenge = await twoStepHelper.requestChallenge(person);
  for (let guess = 0; guess < maximumChallengeTries; guess++) {
    await twoStepHelper.admin.call(unlockUser, { params: { id: person.id } });
    expect((await twoStepHelper.answerChallenge(challenge, wrongCodeFor(secret))).status).toBe(422);
  }
  await twoStepHelper.admin.call(unlockUser, { params: { id: person.id } });
  expect((await twoStepHelper.answerChallenge(challenge, authenticatorCodeOf(secret))).error?.code).toBe(
    "AUTH.CHALLENGE",
  );

  const oldChallenge = await twoStepHelper.requestChallenge(person);
  await server.db.pool.query(
    "update sign_in_challenges set expires_at = expires_at - interval '601 seconds'",
  );
  expect((await twoStepHelper.answerChallenge(oldChallenge, authenticatorCodeOf(secret))).error?.code).toBe(
    "AUTH.CHALLENGE",
  );

  const usedChallenge = await twoStepHelper.requestChallenge(person);
  expect((await twoStepHelper.answerChallenge(usedChallenge, authenticatorCodeOf(secret))).status).toBe(200);
  twoStepHelper.advanceClock(1);
  expect((await twoStepHelper.answerChallenge(usedChallenge, authenticatorCodeOf(secret))).error?.code).toBe(
    "AUTH.CHALLENGE",
  );
});

test("a challenge allows nothing but entering its code", async () => {
  const { person } = await twoStepHelper.addPersonWithTwoStep();
  const challenge = await twoStepHelper.requestChallenge(person);
  expect((await callApi(server.app, getAccount, { token: challenge })).status).toBe(401);
  for (const name of ["access_token", "refresh_token"]) {
    const headers = { cookie: `${name}=${challenge}; ${challengeCookieName}=${challenge}` };
    expect((await callApi(server.app, getAccount, { headers })).status).toBe(401);
  }
  expect((await twoStepHelper.answerChallenge("forged", "123456")).error?.code).toBe("AUTH.CHALLENGE");
  expect((await callApi(server.app, signInTwoStep, { body: { code: "123456" } })).error?.code).toBe(
    "AUTH.CHALLENGE",
  );
});

test("a password reset leaves two-step sign-in on, and ends the challenges from before it", async () => {
  const { person, secret } = await twoStepHelper.addPersonWithTwoStep();
  const previousChallenge = await twoStepHelper.requestChallenge(person);
  const { email } = person;
  const token = await server.mails.waitForLinkToken(email, () =>
    callApi(server.app, requestPasswordReset, { body: { email } }),
  );
  const newPassword = "Kawa2026x";
  await callApi(server.app, resetPassword, {
    body: { token, password: newPassword, confirm_password: newPassword },
  });
  expect((await twoStepHelper.answerChallenge(previousChallenge, authenticatorCodeOf(secret))).status).toBe(
    401,
  );
  twoStepHelper.advanceClock(1);
  expect(
    (
      await twoStepHelper.answerChallenge(
        await twoStepHelper.requestChallenge(person, newPassword),
        authenticatorCodeOf(secret),
      )
    ).status,
  ).toBe(200);
});
