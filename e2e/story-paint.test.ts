import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";

// A change repaints only its own part of the canvas, so that the canvas of a large story stays fast (decision 97).

const { signIn } = await openDemo();

const createTextBlock = (id: string) => ({ id, type: "text", text: { en: `Text ${id}` } });
const storyDraft = {
  start: "g0",
  groups: Array.from({ length: 6 }, (_, index) => ({
    id: `g${index}`,
    title: `Group ${index}`,
    x: (index % 3) * 320,
    y: Math.floor(index / 3) * 320,
    blocks: [createTextBlock(`${index}a`), createTextBlock(`${index}b`)],
  })),
  edges: [],
  variables: [],
};

/** Returns how many tiles Chromium paints during `action`. Repainting the whole page would take about forty tiles. */
async function countPaintedTiles(page: Page, action: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error("There is no browser");
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline", "cc"] });
  await action();
  // The screenshot makes the browser paint all visible tiles. To wait for the next frame would not be enough.
  await page.screenshot();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  return traceEvents.filter(({ name }: { name: string }) => name === "RasterTask").length;
}

test("a change outside the canvas and a held key do not repaint the groups", async () => {
  const kenji = await signIn("kenji", { viewport: { width: 1440, height: 900 } });
  const { page } = kenji;
  const bot = await kenji.call<{ id: string }>("POST", "/bots", {
    name: "Salon",
    languages: ["en"],
    platforms: ["WEB"],
  });
  const story = await kenji.call<{ id: string }>("POST", `/bots/${bot.id}/flows`, {
    name: "Booking",
    draft: storyDraft,
  });
  await page.goto(`/bots/${bot.id}/story/${story.id}`);
  const storyParts = page.locator("[data-part]");
  await storyParts.filter({ hasText: "Text 0a" }).click();
  await page.locator("#story-pane").getByLabel("Text").waitFor();
  await page.waitForLoadState("networkidle");

  const resizeTileCount = await countPaintedTiles(page, () =>
    page.setViewportSize({ width: 1440, height: 880 }),
  );
  const noteTileCount = await countPaintedTiles(page, () =>
    page
      .getByRole("toolbar")
      .getByText("All changes saved")
      .evaluate((node) => {
        node.textContent = "All changes are saved";
      }),
  );
  const shiftKeyTileCount = await countPaintedTiles(page, () => page.keyboard.down("Shift"));
  await page.keyboard.up("Shift");
  expect(resizeTileCount).toBeGreaterThan(15);
  expect(noteTileCount).toBeLessThan(resizeTileCount / 3);
  expect(shiftKeyTileCount).toBeLessThan(resizeTileCount / 3);
});
