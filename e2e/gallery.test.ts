import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { drawPicture } from "./draw.ts";
import { focused, gone, numbered } from "./focus.ts";
import { composer, telephone } from "./people.ts";

const { server, browser, come } = await openDemo();

async function attach(page: Page, name: string, width: number, height: number): Promise<void> {
  const buffer = await drawPicture(page, width, height);
  await page.setInputFiles("input[data-attach]", { name, mimeType: "image/png", buffer });
  await page.locator('li[data-state="done"]', { hasText: name }).waitFor();
}

const gallery = (page: Page) => page.locator("dialog[open]");
const pictureOf = (page: Page) =>
  gallery(page)
    .locator("img")
    .evaluate((element) => {
      const { naturalWidth, width, height } = element as unknown as Record<
        "naturalWidth" | "width" | "height",
        number
      >;
      return { naturalWidth, width, height };
    });

test("a page of a picture is read as large as it is, by the keys and by the mouse, and others are led to from there", async () => {
  const aiko = await come("aiko", { viewport: { width: 1280, height: 800 } });
  const { page } = aiko;
  await numbered(browser, server, aiko, 0);
  await attach(page, "page.png", 1000, 4000);
  await attach(page, "stamp.png", 40, 30);
  await composer(page).press("Enter");
  const message = page.locator("article[id^=message-]");
  await message.getByRole("button", { name: "Open page.png" }).click();
  const picture = gallery(page).getByRole("img", { name: "page.png" });
  await picture.waitFor();
  expect((await pictureOf(page)).height).toBeLessThan(800);

  await gallery(page).getByRole("button", { name: "Actual size" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => pictureOf(page)).toEqual({ naturalWidth: 1000, width: 1000, height: 4000 });
  // The keys move it, and not to another one.
  await focused(gallery(page));
  await page.keyboard.press("End");
  await expect.poll(() => gallery(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(3000);
  await page.keyboard.press("ArrowRight");
  await picture.click();
  await expect.poll(async () => (await pictureOf(page)).height).toBeLessThan(800);

  await page.keyboard.press("ArrowRight");
  await gallery(page).getByRole("img", { name: "stamp.png" }).waitFor();
  // It is shown as large as it is already.
  expect(await gallery(page).getByRole("button", { name: "Actual size" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await gone(gallery(page));
});

test("a finger moves about in a large picture, and does not leave it for another", async () => {
  const aiko = await come("aiko", telephone);
  const { page } = aiko;
  await numbered(browser, server, aiko, 0);
  await attach(page, "page.png", 1000, 4000);
  await attach(page, "other.png", 1000, 900);
  await page.getByRole("button", { name: "Send", exact: true }).tap();
  await page.locator("article[id^=message-]").getByRole("button", { name: "Open page.png" }).tap();
  await gallery(page).getByRole("img", { name: "page.png" }).tap();
  await expect.poll(() => pictureOf(page)).toEqual({ naturalWidth: 1000, width: 1000, height: 4000 });
  const finger = await page.context().newCDPSession(page);
  await finger.send("Input.synthesizeScrollGesture", { x: 200, y: 600, xDistance: -150, yDistance: -300 });
  await finger.detach();
  await gallery(page).getByRole("img", { name: "page.png" }).waitFor();
  const [left, top] = await gallery(page).evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  expect(left).toBeGreaterThan(100);
  expect(top).toBeGreaterThan(200);
});
