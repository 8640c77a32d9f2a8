import { afterAll, expect, test } from "vitest";
import { startMessengerStandIn } from "../apps/server/src/test/channel-stand-ins/messenger.ts";
import { findAxeViolations } from "./axe.ts";
import { openDemo } from "./demo.ts";

// A Facebook page is connected to a bot. In the bot's settings, Messenger is disabled, so the bot does not answer
// there.

const messengerStandIn = await startMessengerStandIn();
afterAll(() => messengerStandIn.close());
const { signIn } = await openDemo({
  settings: messengerStandIn.environmentVariables,
});

test("a person who connects a page to a bot that does not answer there is told so, with a link to the setting", async () => {
  const { page, call } = await signIn("kenji");
  const { id } = await call<{ id: string }>("POST", "/bots", {
    name: "Salon",
    languages: ["en"],
    platforms: ["WEB"],
  });
  const noAnswerNote = page.getByRole("note").filter({ hasText: "“Salon” does not answer on Messenger." });

  await page.goto(`/bots/${id}/channels`);
  await page.getByRole("button", { name: "Connect a page" }).click();
  await page.getByRole("dialog").getByText("A Facebook page").click();
  await noAnswerNote.waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  const messengerPage = messengerStandIn.addPage("Salon Hoa");
  const connection = await call<{ url: string }>("POST", "/schat/pages/MESSENGER/connect", { bot_id: id });
  const callbackUrl = await messengerStandIn.submitConsent(connection.url, { pageIds: [messengerPage.id] });
  await page.goto(`/bots/callback${callbackUrl.search}`);
  await noAnswerNote.waitFor();
  await page.getByRole("button", { name: "Join 1 page" }).click();
  await page.waitForURL("**/schat/listpage");
  const card = page.getByRole("listitem").filter({ hasText: "Salon Hoa" });
  await card.filter({ has: noAnswerNote }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await card.getByRole("link", { name: "Change where it answers" }).click();

  await page.getByText("Salon Hoa is connected, but the bot does not answer there").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Answer on Messenger" }).click();
  expect(await page.getByLabel("Messenger", { exact: true }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved").first().waitFor();
  expect(await page.getByText("is connected, but the bot").count()).toBe(0);
  await page.goto("/schat/listpage");
  await card.waitFor();
  expect(await noAnswerNote.count()).toBe(0);
}, 120_000);
