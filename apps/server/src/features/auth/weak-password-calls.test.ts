import {
  changePassword,
  checkPasswordStrength,
  requestPasswordReset,
  resetPassword,
  signUp,
} from "@kakehashi/contract/auth";
import { expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { testPassword as current } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const createPasswordFields = (password: string) => ({ password, confirm_password: password });
const strongPassword = "Harbour-Lights-88";

test("signing up refuses a password that is easy to guess, by its field and in the reader's language", async () => {
  const signUpBody = { email: "yamamoto@kakehashi.example", name: "Hana", language: "vi" };
  for (const weakPassword of ["Password1", "Yamamoto26", "Hana-2026"]) {
    const response = await callApi(server.app, signUp, {
      body: { ...signUpBody, ...createPasswordFields(weakPassword) },
      headers: { "accept-language": "vi" },
    });
    expect(response).toMatchObject({ status: 422, error: { code: "ERR.INPUT" } });
    expect(response.error?.fields).toEqual({ password: expect.stringContaining("dễ đoán") });
  }
  expect(
    (await callApi(server.app, signUp, { body: { ...signUpBody, ...createPasswordFields(strongPassword) } }))
      .status,
  ).toBe(200);
});

test("a reset refuses one made of the person's name, and its link stays good for another", async () => {
  const { email } = testPeople.emma;
  const token = await server.mails.waitForLinkToken(email, () =>
    callApi(server.app, requestPasswordReset, { body: { email } }),
  );
  const resetPasswordByLink = (password: string) =>
    callApi(server.app, resetPassword, { body: { token, ...createPasswordFields(password) } });
  expect((await resetPasswordByLink("EmmaClarke1")).error?.fields).toHaveProperty("password");
  expect((await resetPasswordByLink(strongPassword)).status).toBe(200);
});

test("changing refuses a common one", async () => {
  const body = { current_password: current, ...createPasswordFields("Password1") };
  expect((await testPeople.an.call(changePassword, { body })).error?.fields).toHaveProperty("password");
  const strongBody = { current_password: current, ...createPasswordFields(strongPassword) };
  expect((await testPeople.an.call(changePassword, { body: strongBody })).status).toBe(200);
});

test("the check while typing also uses the other fields, and the signed-in person's name", async () => {
  const isPasswordWeak = async (body: object, token?: string) =>
    (await callApi(server.app, checkPasswordStrength, { body, token })).data.weak;
  expect(await isPasswordWeak({ password: "Yamamoto26" })).toBe(false);
  expect(await isPasswordWeak({ password: "Yamamoto26", email: "yamamoto@kakeh" })).toBe(true);
  expect(await isPasswordWeak({ password: "Minh-2026" })).toBe(false);
  expect(await isPasswordWeak({ password: "Minh-2026" }, testPeople.minh.tokens.access_token)).toBe(true);
});
