import { changePassword, requestPasswordReset, resetPassword, signIn } from "@kakehashi/contract/auth";
import { listSignInSessions, refreshTokenEndpoint } from "@kakehashi/contract/sessions";
import { getAccount } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { type TestPerson, testPassword } from "../../test/world.ts";

const newPassword = "Kawa2026x";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();

const readMailedResetLink = ({ email }: TestPerson): Promise<string> =>
  server.mails.waitForLinkToken(email, () => callApi(server.app, requestPasswordReset, { body: { email } }));
const resetPasswordByToken = (token: string, password = newPassword) =>
  callApi(server.app, resetPassword, { body: { token, password, confirm_password: password } });
const signInWith = (person: TestPerson, password: string) =>
  callApi(server.app, signIn, { body: { email: person.email, password, service: "kakehashi" } });

test("a forgotten password is reset by mail, and every earlier session and socket ends", async () => {
  const { an } = testPeople;
  const socket = await connectAndSubscribe(serverUrl, an);
  expect((await resetPasswordByToken(await readMailedResetLink(an))).status).toBe(200);
  await socket.waitForClose();
  expect((await an.call(getAccount)).status).toBe(401);
  const { refresh_token } = an.tokens;
  expect((await callApi(server.app, refreshTokenEndpoint, { body: { refresh_token } })).status).toBe(401);
  expect((await signInWith(an, testPassword)).status).toBe(401);
  expect((await signInWith(an, newPassword)).status).toBe(200);
  const mails = server.mails.sentMails.filter((mail) => mail.recipient === an.email);
  expect(mails.some((mail) => mail.subject === "Your password was changed")).toBe(true);
});

test("the answer to a forgotten password is the same for an address nobody has", async () => {
  const responseForKnownEmail = await callApi(server.app, requestPasswordReset, {
    body: { email: testPeople.minh.email },
  });
  const responseForUnknownEmail = await callApi(server.app, requestPasswordReset, {
    body: { email: "nobody@kakehashi.example" },
  });
  expect([responseForUnknownEmail.status, responseForUnknownEmail.data]).toEqual([
    responseForKnownEmail.status,
    { email: "nobody@kakehashi.example" },
  ]);
  await server.mails.waitForMail(testPeople.minh.email);
  expect(server.mails.sentMails.some((mail) => mail.recipient.startsWith("nobody@"))).toBe(false);
});

test("a reset link works once, even if pressed twice at the same time, and a newer link ends older ones", async () => {
  const firstLink = await readMailedResetLink(testPeople.linh);
  const secondLink = await readMailedResetLink(testPeople.linh);
  const responses = await Promise.all([resetPasswordByToken(secondLink), resetPasswordByToken(secondLink)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect((await resetPasswordByToken(firstLink)).error?.code).toBe("AUTH.LINK");
});

test("a reset link lives an hour", async () => {
  const token = await readMailedResetLink(testPeople.kenji);
  await server.db.pool.query(
    "update mail_links set expires_at = expires_at - interval '3601 seconds' where user_id = $1",
    [testPeople.kenji.id],
  );
  expect((await resetPasswordByToken(token)).error?.code).toBe("AUTH.LINK");
  const { rows } = await server.db.pool.query(
    "select extract(epoch from expires_at - created_at)::int + 3601 as lifetime from mail_links where user_id = $1",
    [testPeople.kenji.id],
  );
  expect(rows).toEqual([{ lifetime: 3600 }]);
});

test("the sixth reset mail to an address within an hour is not sent", async () => {
  for (let mail = 0; mail < 5; mail++) await readMailedResetLink(testPeople.aiko);
  await callApi(server.app, requestPasswordReset, { body: { email: testPeople.aiko.email } });
  await readMailedResetLink(testPeople.emma);
  const mailsToAiko = server.mails.sentMails.filter((mail) => mail.recipient === testPeople.aiko.email);
  expect(mailsToAiko).toHaveLength(5);
});

test("changing the password needs the old one, keeps this session and ends the others", async () => {
  const { emma } = testPeople;
  const { data: otherSignIn } = await signInWith(emma, testPassword);
  const changeOwnPassword = (current_password: string) =>
    emma.call(changePassword, {
      body: { current_password, password: newPassword, confirm_password: newPassword },
    });
  expect((await changeOwnPassword("Wrong2026")).error?.fields).toEqual({
    current_password: "That is not your current password.",
  });
  expect((await changeOwnPassword(testPassword)).status).toBe(200);
  expect((await emma.call(getAccount)).status).toBe(200);
  expect((await callApi(server.app, getAccount, { token: otherSignIn.access_token })).status).toBe(401);
  expect((await emma.call(listSignInSessions)).data).toMatchObject([{ current: true }]);
});
