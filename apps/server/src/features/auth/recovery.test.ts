import { changePassword, forgotPassword, resetPassword, signIn } from "@kakehashi/contract/auth";
import { listSessions, refreshToken } from "@kakehashi/contract/sessions";
import { getAccount } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { call } from "../../test/app.ts";
import { openWorld } from "../../test/open-world.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { type Person, testPassword } from "../../test/world.ts";

const newPassword = "Kawa2026x";

const { server, world } = await openWorld();
const serverUrl = await server.listen();

const mailedResetLink = ({ email }: Person): Promise<string> =>
  server.mails.waitForLinkToken(email, () => call(server.app, forgotPassword, { body: { email } }));
const resetPasswordWith = (token: string, password = newPassword) =>
  call(server.app, resetPassword, { body: { token, password, confirm_password: password } });
const signInWith = (person: Person, password: string) =>
  call(server.app, signIn, { body: { email: person.email, password, service: "kakehashi" } });

test("a forgotten password is reset by mail, and every earlier session and socket ends", async () => {
  const { an } = world;
  const socket = await connectAndSubscribe(serverUrl, an);
  expect((await resetPasswordWith(await mailedResetLink(an))).status).toBe(200);
  await socket.close();
  expect((await an.call(getAccount)).status).toBe(401);
  const { refresh_token } = an.tokens;
  expect((await call(server.app, refreshToken, { body: { refresh_token } })).status).toBe(401);
  expect((await signInWith(an, testPassword)).status).toBe(401);
  expect((await signInWith(an, newPassword)).status).toBe(200);
  const mails = server.mails.sentMails.filter((mail) => mail.recipient === an.email);
  expect(mails.some((mail) => mail.subject === "Your password was changed")).toBe(true);
});

test("the answer to a forgotten password is the same for an address nobody has", async () => {
  const answerForKnownEmail = await call(server.app, forgotPassword, { body: { email: world.minh.email } });
  const answerForUnknownEmail = await call(server.app, forgotPassword, {
    body: { email: "nobody@kakehashi.example" },
  });
  expect([answerForUnknownEmail.status, answerForUnknownEmail.data]).toEqual([
    answerForKnownEmail.status,
    { email: "nobody@kakehashi.example" },
  ]);
  await server.mails.next(world.minh.email);
  expect(server.mails.sentMails.some((mail) => mail.recipient.startsWith("nobody@"))).toBe(false);
});

test("a reset link works once, even if pressed twice at the same time, and a newer link ends older ones", async () => {
  const first = await mailedResetLink(world.linh);
  const secondLink = await mailedResetLink(world.linh);
  const answers = await Promise.all([resetPasswordWith(secondLink), resetPasswordWith(secondLink)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect((await resetPasswordWith(first)).error?.code).toBe("AUTH.LINK");
});

test("a reset link lives an hour", async () => {
  const token = await mailedResetLink(world.kenji);
  await server.db.pool.query(
    "update mail_links set expires_at = expires_at - interval '3601 seconds' where user_id = $1",
    [world.kenji.id],
  );
  expect((await resetPasswordWith(token)).error?.code).toBe("AUTH.LINK");
  const { rows } = await server.db.pool.query(
    "select extract(epoch from expires_at - created_at)::int + 3601 as lifetime from mail_links where user_id = $1",
    [world.kenji.id],
  );
  expect(rows).toEqual([{ lifetime: 3600 }]);
});

test("the sixth reset mail to an address within an hour is not sent", async () => {
  for (let mail = 0; mail < 5; mail++) await mailedResetLink(world.aiko);
  await call(server.app, forgotPassword, { body: { email: world.aiko.email } });
  await mailedResetLink(world.emma);
  const mailsToAiko = server.mails.sentMails.filter((mail) => mail.recipient === world.aiko.email);
  expect(mailsToAiko).toHaveLength(5);
});

test("changing the password needs the old one, keeps this session and ends the others", async () => {
  const { emma } = world;
  const { data: otherSignIn } = await signInWith(emma, testPassword);
  const changePasswordFrom = (current_password: string) =>
    emma.call(changePassword, {
      body: { current_password, password: newPassword, confirm_password: newPassword },
    });
  expect((await changePasswordFrom("Wrong2026")).error?.fields).toEqual({
    current_password: "That is not your current password.",
  });
  expect((await changePasswordFrom(testPassword)).status).toBe(200);
  expect((await emma.call(getAccount)).status).toBe(200);
  expect((await call(server.app, getAccount, { token: otherSignIn.access_token })).status).toBe(401);
  expect((await emma.call(listSessions)).data).toMatchObject([{ current: true }]);
});
