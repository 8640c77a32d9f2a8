import {
  changePassword,
  checkPassword,
  forgotPassword,
  resetPassword,
  signUp,
} from "@kakehashi/contract/auth";
import { expect, test } from "vitest";
import { call } from "../../test/app.ts";
import { openWorld } from "../../test/open-world.ts";
import { password as current } from "../../test/world.ts";

const { server, world } = await openWorld();
const confirmedPassword = (password: string) => ({ password, confirm_password: password });
const strongPassword = "Harbour-Lights-88";

test("signing up refuses a password that is easy to guess, by its field and in the reader's language", async () => {
  const signUpBody = { email: "yamamoto@kakehashi.example", name: "Hana", language: "vi" };
  for (const weak of ["Password1", "Yamamoto26", "Hana-2026"]) {
    const answer = await call(server.app, signUp, {
      body: { ...signUpBody, ...confirmedPassword(weak) },
      headers: { "accept-language": "vi" },
    });
    expect(answer).toMatchObject({ status: 422, error: { code: "ERR.INPUT" } });
    expect(answer.error?.fields).toEqual({ password: expect.stringContaining("dễ đoán") });
  }
  expect(
    (await call(server.app, signUp, { body: { ...signUpBody, ...confirmedPassword(strongPassword) } }))
      .status,
  ).toBe(200);
});

test("a reset refuses one made of the person's name, and its link stays good for another", async () => {
  const { email } = world.emma;
  const token = await server.mails.linkAfter(email, () =>
    call(server.app, forgotPassword, { body: { email } }),
  );
  const resetPasswordWith = (password: string) =>
    call(server.app, resetPassword, { body: { token, ...confirmedPassword(password) } });
  expect((await resetPasswordWith("EmmaClarke1")).error?.fields).toHaveProperty("password");
  expect((await resetPasswordWith(strongPassword)).status).toBe(200);
});

test("changing refuses a common one", async () => {
  const body = { current_password: current, ...confirmedPassword("Password1") };
  expect((await world.an.call(changePassword, { body })).error?.fields).toHaveProperty("password");
  const strongBody = { current_password: current, ...confirmedPassword(strongPassword) };
  expect((await world.an.call(changePassword, { body: strongBody })).status).toBe(200);
});

test("the check while typing also uses the other fields, and the signed-in person's name", async () => {
  const isWeak = async (body: object, token?: string) =>
    (await call(server.app, checkPassword, { body, token })).data.weak;
  expect(await isWeak({ password: "Yamamoto26" })).toBe(false);
  expect(await isWeak({ password: "Yamamoto26", email: "yamamoto@kakeh" })).toBe(true);
  expect(await isWeak({ password: "Minh-2026" })).toBe(false);
  expect(await isWeak({ password: "Minh-2026" }, world.minh.tokens.access_token)).toBe(true);
});
