import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { findAxeViolations } from "../axe.ts";
import { openDemo } from "../demo.ts";
import { findActionSheet, findMessageByWords, longPress, phoneOptions } from "../people.ts";

// A person uses the actions of a message by touch.

const { signIn } = await openDemo();

test("only a long press opens a message's sheet; lifting the finger presses nothing in it; an action, a tap outside or a drag down closes it", async () => {
  const { page, call } = await signIn("aiko", {
    ...phoneOptions,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const { id } = await call<{ id: string }>("POST", "/conversations", { kind: "MY_CHAT" });
  for (const content of ["above", "**about** the bridge"])
    await call("POST", `/conversations/${id}/messages`, { client_id: randomUUID(), content });
  await page.goto(`/chat/${id}`);
  const row = findMessageByWords(page, "the bridge");
  const messageText = row.locator("[data-message]");
  const actionsSheet = findActionSheet(page);
  const waitUntilActionsClosed = () => actionsSheet.waitFor({ state: "detached" });
  await messageText.tap();
  await expect.poll(() => page.evaluate("document.activeElement.hasAttribute('data-message')")).toBe(true);
  expect(await actionsSheet.count()).toBe(0);

  // Holds a finger where the sheet of actions will open. Lifting the finger must not press anything in the sheet.
  const pressMessage = async () => {
    await (await row.elementHandle())?.waitForElementState("stable");
    await longPress(page, row, 130);
  };
  let requestCount = 0;
  page.on("request", (request) => {
    if (request.url().includes("/react")) requestCount++;
  });
  await pressMessage();
  // While the sheet is open, the touched message is marked and stays visible above the sheet.
  expect(await row.getAttribute("data-touched")).toBe("true");
  const readEdge = async (locator: typeof row, edge: "top" | "bottom") =>
    locator.evaluate((element, edgeName) => element.getBoundingClientRect()[edgeName], edge);
  await expect
    .poll(
      async () =>
        (await readEdge(row, "bottom")) <= (await readEdge(actionsSheet, "top")) &&
        (await readEdge(row, "top")) > 0,
    )
    .toBe(true);
  await expect
    .poll(() => actionsSheet.evaluate((element) => element.contains(element.ownerDocument.activeElement)))
    .toBe(true);
  expect(await findAxeViolations(page, { rootSelector: "[data-sheet]", rules: "words" })).toEqual([]);
  await page.touchscreen.tap(195, 40);
  await waitUntilActionsClosed();
  expect(requestCount).toBe(0);
  await expect
    .poll(() => messageText.evaluate((element) => element === element.ownerDocument.activeElement))
    .toBe(true);

  await pressMessage();
  await actionsSheet.getByLabel("React with 👍").tap();
  await waitUntilActionsClosed();
  await row.getByRole("button", { name: /👍/ }).waitFor();
  expect(requestCount).toBe(1);

  await pressMessage();
  await actionsSheet.getByRole("button", { name: "Copy text" }).tap();
  await page.getByText("Text copied").waitFor();
  await waitUntilActionsClosed();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe("**about** the bridge");

  // "Select text" opens in front of the sheet's actions. The back button first returns to the actions, and then closes
  // the sheet.
  await pressMessage();
  await actionsSheet.getByRole("button", { name: "Select text" }).tap();
  const text = page.getByRole("dialog", { name: "Select text" });
  await text.getByText("the bridge").waitFor();
  await page.goBack();
  await text.waitFor({ state: "detached" });
  await actionsSheet.waitFor();
  await (await actionsSheet.elementHandle())?.waitForElementState("stable");
  const touchSession = await page.context().newCDPSession(page);
  const sheetTop = await readEdge(actionsSheet, "top");
  const dispatchTouch = (type: "touchStart" | "touchMove" | "touchEnd", distancePixels: number) =>
    touchSession.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: 195, y: sheetTop + 30 + distancePixels }],
    });
  await dispatchTouch("touchStart", 0);
  for (const distancePixels of [10, 60, 120, 200]) await dispatchTouch("touchMove", distancePixels);
  await dispatchTouch("touchEnd", 200);
  await waitUntilActionsClosed();
});

test("a long press on a bookmark opens its actions", async () => {
  const { page, call } = await signIn("aiko", {
    ...phoneOptions,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const { id } = await call<{ id: string }>("POST", "/conversations", { kind: "MY_CHAT" });
  const body = { client_id: randomUUID(), content: "a heron to translate" };
  const { id: mid } = await call<{ id: string }>("POST", `/conversations/${id}/messages`, body);
  await call("POST", `/conversations/${id}/messages/${mid}/mark_for_translation`, { marked: true });
  await page.goto("/bookmarks");
  const row = page.locator("li", { hasText: "a heron to translate" });
  const actions = findActionSheet(page);
  await longPress(page, row, 130);
  await actions.getByRole("button", { name: "Copy link" }).tap();
  await actions.waitFor({ state: "detached" });
  expect(await page.evaluate("navigator.clipboard.readText()")).toContain(`message=${mid}`);
  expect(new URL(page.url()).pathname).toBe("/bookmarks");
  await longPress(page, row, 130);
  await actions.getByRole("button", { name: "Remove the mark" }).tap();
  await row.waitFor({ state: "detached" });
});
