import { signUp } from "@kakehashi/contract/auth";
import { listSwitchedOffPages, setPageClosed } from "@kakehashi/contract/pages";
import { expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer();

test("a page that is switched off refuses what it calls, until it is switched on again", async () => {
  const trySignUp = () =>
    callApi(server.app, signUp, {
      body: {
        email: "late@kakehashi.example",
        password: "Bridge2026",
        confirm_password: "Bridge2026",
        language: "en",
      },
    });
  const closeResponse = await testPeople.emma.call(setPageClosed, {
    body: { page: "/register", closed: true },
  });
  expect(closeResponse.data).toEqual(["/register"]);
  expect((await callApi(server.app, listSwitchedOffPages)).data).toEqual(["/register"]);
  expect(await trySignUp()).toMatchObject({ status: 403, error: { code: "PAGE.CLOSED" } });
  await testPeople.emma.call(setPageClosed, { body: { page: "/register", closed: false } });
  expect((await trySignUp()).status).toBe(200);
  expect((await testPeople.emma.call(setPageClosed, { body: { page: "/login", closed: true } })).status).toBe(
    422,
  );
});
