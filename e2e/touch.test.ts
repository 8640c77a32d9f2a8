import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { hold, message, telephone } from "./people.ts";

// What a finger does to a message.

const { come } = await openDemo();

test("only a long press shows a message's actions, lifting the finger presses none, and one of them or a tap beside closes them", async () => {
  const { page, call } = await come("aiko", {
    ...telephone,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const { id } = await call<{ id: string }>("POST", "/conversations", { kind: "MY_CHAT" });
  for (const content of ["above", "**about** the bridge"])
    await call("POST", `/conversations/${id}/messages`, { client_id: randomUUID(), content });
  await page.goto(`/chat/${id}`);
  const words = message(page, "the bridge").locator("[data-message]");
  const toolbar = page.getByRole("toolbar");
  await words.tap();
  await expect.poll(() => page.evaluate("document.activeElement.hasAttribute('data-message')")).toBe(true);
  expect(await toolbar.count()).toBe(0);

  // Where one of its emojis will be.
  const press = () => hold(page, message(page, "the bridge"), 130);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/react")) asked++;
  });
  await press();
  await message(page, "above")
    .locator("[data-message]")
    .tap({ position: { x: 4, y: 8 } });
  await toolbar.waitFor({ state: "detached" });
  expect(asked).toBe(0);

  await press();
  await toolbar.getByLabel("React with 👍").tap();
  await toolbar.waitFor({ state: "detached" });
  await message(page, "the bridge").getByRole("button", { name: /👍/ }).waitFor();
  expect(asked).toBe(1);

  await press();
  await toolbar.getByLabel("More", { exact: true }).tap();
  await page.getByRole("menuitem", { name: "Copy text" }).tap();
  await page.getByText("Text copied").waitFor();
  await toolbar.waitFor({ state: "detached" });
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe("**about** the bridge");
  expect(await page.locator("[popover]:popover-open", { hasText: "More" }).count()).toBe(0);
});
