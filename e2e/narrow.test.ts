import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { phoneOptions } from "./people.ts";

const { server, signIn } = await openDemo();

/**
 * Opens a phone of Aiko, a client whose projects have long names. The default language is Vietnamese, because it has
 * the longest words.
 */
async function openPageOnPhone(language: "vi" | "ja" = "vi") {
  const { page, context, call } = await signIn("aiko", phoneOptions);
  await context.addCookies([{ name: "session_lang", value: language, url: server.address }]);
  return { page, call };
}

/** Whether the whole element is inside the width of the screen and inside the box of `clippingElement`. */
const isFullyOnScreen = (element: Locator, clippingElement: Locator) =>
  Promise.all([element.boundingBox(), clippingElement.boundingBox()]).then(
    ([elementBox, outerBox]) =>
      elementBox !== null &&
      outerBox !== null &&
      elementBox.x >= Math.max(0, outerBox.x) &&
      elementBox.x + elementBox.width <= Math.min(phoneOptions.viewport.width, outerBox.x + outerBox.width),
  );

test("a long name of a project does not hide to which side its room belongs", async () => {
  const { page, call } = await openPageOnPhone();
  const rooms = await call<{ id: string; kind: string; name: string }[]>("GET", "/conversations?paging=50");
  const room = rooms.find(({ kind, name }) => kind === "CLIENT" && name.length > 30);
  await page.goto(`/chat/${room?.id}`);
  const title = page.getByRole("heading", { level: 1 });
  const sideLabel = title.getByText("Phía khách hàng");
  await sideLabel.waitFor();
  expect(await title.textContent()).toBe(`${room?.name} · Phía khách hàng`);
  await expect.poll(() => isFullyOnScreen(sideLabel, title)).toBe(true);
});

test("the tabs of a project's members are one row, and the open tab is whole", async () => {
  const { page, call } = await openPageOnPhone();
  const [project] = await call<{ id: string }[]>("GET", "/teams");
  await page.goto(`/projects/${project?.id}/members`);
  const tabs = page.getByRole("tab");
  await tabs.first().waitFor();
  const row = page.getByRole("tablist");
  const readTabTops = () =>
    tabs.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top));
  await expect.poll(async () => new Set(await readTabTops()).size).toBe(1);
  await expect.poll(() => row.getAttribute("data-more")).toBe("after");
  await tabs.first().focus();
  await page.keyboard.press("End");
  await expect.poll(() => row.getAttribute("data-more")).toBe("before ");
  expect(await tabs.last().getAttribute("aria-selected")).toBe("true");
  expect(await isFullyOnScreen(tabs.last(), row)).toBe(true);
});

test("a date beside a long name stays on one line", async () => {
  const { page } = await openPageOnPhone();
  await page.goto("/bookmarks");
  await page.locator("article time").first().waitFor();
  const lineCountScript = `Math.max(...[...document.querySelectorAll("article time")].map((time) => {
    const range = document.createRange();
    range.selectNodeContents(time);
    return range.getClientRects().length;
  }))`;
  await expect.poll(() => page.evaluate(lineCountScript)).toBe(1);
});

test("the hint of an empty search field is whole, beside another field", async () => {
  const { page, call } = await openPageOnPhone("ja");
  const [project] = await call<{ id: string }[]>("GET", "/teams");
  await page.goto(`/projects/${project?.id}/members?tab=invite`);
  const field = page.getByPlaceholder("スキル・分野");
  await field.waitFor();
  const remainingWidthScript = `(() => {
    const field = document.querySelector('[placeholder="スキル・分野"]');
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    const context = document.createElement("canvas").getContext("2d");
    context.font = font;
    const hintWidth = context.measureText(field.placeholder).width;
    return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - hintWidth;
  })()`;
  await expect.poll(() => page.evaluate(remainingWidthScript)).toBeGreaterThanOrEqual(0);
});
