import type { Page } from "playwright-core";
import { type Action, clickSlowly, pointAt } from "../browser/interactions.ts";

const row = (page: Page, block: number) => page.locator(`[data-place="g44 ${block}"]`);
const pane = (page: Page) => page.getByRole("complementary");

const press =
  (...keys: readonly string[]): Action["run"] =>
  async (page) => {
    for (const key of keys) {
      await page.keyboard.press(key, { delay: 20 });
      await page.waitForTimeout(200);
    }
  };

/** Drags the group by its title, in steps of one frame, and drops it. */
async function drag(page: Page): Promise<void> {
  const start = await pointAt(page, page.locator('.react-flow__node[data-id="g55"] [data-part]').first());
  await page.mouse.down();
  for (let step = 1; step <= 30; step++) {
    await page.mouse.move(start.x + step * 3, start.y + step * 2);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
}

/** What a person does in a story. Each change is undone within the round. */
export const canvasActions: readonly Action[] = [
  { label: "choose a block", run: (page) => clickSlowly(page, row(page, 1)) },
  {
    label: "type in its text",
    async run(page) {
      await pane(page).getByLabel("Text").focus();
      await page.keyboard.type("hello", { delay: 90 });
    },
  },
  { label: "undo", run: press("ControlOrMeta+z") },
  {
    label: "go to other blocks and groups",
    async run(page) {
      await row(page, 1).focus();
      await press("ArrowDown", "ArrowDown", "ArrowRight", "ArrowLeft")(page);
    },
  },
  { label: "move a group by keys", run: press("Shift+ArrowRight", "Shift+ArrowDown") },
  { label: "undo the move", run: press("ControlOrMeta+z") },
  { label: "drag a group", run: drag },
  {
    label: "undo and redo the drag",
    run: press("ControlOrMeta+z", "ControlOrMeta+Shift+z", "ControlOrMeta+z"),
  },
  {
    label: "delete a block",
    async run(page) {
      await clickSlowly(page, row(page, 2));
      await page.waitForTimeout(300);
      await press("Delete")(page);
    },
  },
  { label: "undo the deletion", run: press("ControlOrMeta+z") },
  { label: "open the search", run: press("/") },
  {
    label: "search",
    async run(page) {
      await pane(page).getByRole("searchbox").focus();
      await page.keyboard.type("text 12", { delay: 90 });
    },
  },
  { label: "close the pane", run: press("Escape") },
];
