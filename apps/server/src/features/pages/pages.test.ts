import { signUp } from "@kakehashi/contract/auth";
import { listClosedPages, switchPage } from "@kakehashi/contract/pages";
import { expect, test } from "vitest";
import { call } from "../../test/app.ts";
import { openWorld } from "../../test/open-world.ts";

const { server, world } = await openWorld();

test("a page that is switched off refuses what it calls, until it is switched on again", async () => {
  const trySignUp = () =>
    call(server.app, signUp, {
      body: {
        email: "late@kakehashi.example",
        password: "Bridge2026",
        confirm_password: "Bridge2026",
        language: "en",
      },
    });
  const closeResponse = await world.emma.call(switchPage, { body: { page: "/register", closed: true } });
  expect(closeResponse.data).toEqual(["/register"]);
  expect((await call(server.app, listClosedPages)).data).toEqual(["/register"]);
  expect(await trySignUp()).toMatchObject({ status: 403, error: { code: "PAGE.CLOSED" } });
  await world.emma.call(switchPage, { body: { page: "/register", closed: false } });
  expect((await trySignUp()).status).toBe(200);
  expect((await world.emma.call(switchPage, { body: { page: "/login", closed: true } })).status).toBe(422);
});
