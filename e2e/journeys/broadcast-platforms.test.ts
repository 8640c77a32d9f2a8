import { afterAll, expect, test } from "vitest";
import { startMessengerStandIn } from "../../apps/server/src/test/channel-stand-ins/messenger.ts";
import { findAxeViolations } from "../axe.ts";
import { openDemo } from "../demo.ts";

// An editor sends a broadcast to all customers of a Messenger page. The test simulates Messenger.

const messenger = await startMessengerStandIn();
afterAll(() => messenger.close());
const { server, signIn } = await openDemo({
  settings: messenger.environmentVariables,
});

const storyBlocks = [
  { id: "hi", type: "text", text: { en: "Hello" } },
  { id: "end", type: "end" },
];
const botStory = {
  start: "start",
  groups: [{ id: "start", title: "", x: 0, y: 0, blocks: storyBlocks }],
  edges: [],
  variables: [],
};

test("a broadcast reaches a customer on Messenger, says who is left out and why, and shows that it was read", async () => {
  const { page, call } = await signIn("kenji");
  const { id } = await call<{ id: string }>("POST", "/bots", {
    name: "Salon",
    languages: ["en"],
    platforms: ["WEB", "MESSENGER"],
  });
  const flow = await call<{ id: string }>("POST", `/bots/${id}/flows`, { name: "Hello", draft: botStory });
  await call("POST", `/bots/${id}/flows/${flow.id}/publish`, { revision: 1 });
  await call("POST", `/bots/${id}/flows/${flow.id}/enable`, { is_enabled: true });
  await call("PATCH", `/bots/${id}`, { start_flow_id: flow.id });
  const platformPage = messenger.addPage("Salon Hoa");
  const connection = await call<{ url: string }>("POST", "/schat/pages/MESSENGER/connect", { bot_id: id });
  const query = Object.fromEntries(
    (await messenger.submitConsent(connection.url, { pageIds: [platformPage.id] })).searchParams,
  );
  await call("POST", "/schat/pages/callback", { query });
  await call("POST", "/schat/pages/join", { state: query.state, external_ids: [platformPage.id] });
  messenger.webhookSender.webhookUrl = `${server.address}/api/webhooks/messenger/${platformPage.id}`;
  const [customerHoa, customerLan] = [
    messenger.addCustomer(platformPage.id, "Hoa"),
    messenger.addCustomer(platformPage.id, "Lan"),
  ];
  for (const customer of [customerHoa, customerLan]) {
    await customer.write("Are you open on Saturday?");
    await expect
      .poll(() => customer.conversationMessages.filter(({ from }) => from === "page"))
      .toHaveLength(1);
  }
  // The bot's story has ended when the customer writes again, so this chat waits for an agent.
  await customerLan.write("May I talk to somebody?");

  await page.goto(`/bots/${id}/broadcast/new`);
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByRole("status").filter({ hasText: "fit" }).textContent();
    })
    .toContain("1 on Messenger left out: talking to a person or waiting for one");
  await page.getByText("1 of them gets it.").waitFor();
  await page.getByLabel("Platform", { exact: true }).selectOption("MESSENGER");
  await page.getByLabel("Page", { exact: true }).selectOption({ label: "Salon Hoa (Messenger)" });
  await page.getByLabel("Name", { exact: true }).fill("Saturday");
  const longText = "We are open on Saturday. ".repeat(100).trim();
  await page.getByLabel("Text in English").fill(longText);
  await page.getByText("How Messenger and Zalo show it").click();
  await page.getByText("Shown as 2 messages").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Send …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 more fits, and gets nothing now.").waitFor();
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Sent to 1 of 2 visitors").waitFor();

  const progressRegion = page.getByRole("region", { name: "Progress" });
  expect(await progressRegion.getByRole("listitem").allTextContents()).toEqual(["Sent: 1", "Not reached: 1"]);

  // The text is too long for one Messenger message. Messenger gets it in the same two parts that the form's preview
  // showed.
  const sentMessages = customerHoa.conversationMessages.filter(
    ({ from, text }) => from === "page" && text !== "Hello",
  );
  expect(sentMessages).toHaveLength(2);
  expect(sentMessages.map(({ text }) => text).join(" ")).toBe(longText);
  await page.getByText("Not reached: talking to a person or waiting for one").waitFor();
  await customerHoa.markAllSeen();
  // The broadcast's page updates the number of visitors who read it without a reload.
  const readCount = page.locator("dl div", { hasText: "Read" }).locator("dd strong");
  await expect.poll(() => readCount.textContent(), { timeout: 30_000 }).toBe("1");
  expect(await page.locator("dl div", { hasText: "Clicked" }).count()).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
}, 120_000);
