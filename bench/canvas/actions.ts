import type { Locator, Page } from "playwright-core";
import { clickLikePerson, type MeasuredAction, movePointerTo } from "../browser/interactions.ts";

const findGroupTitle = (page: Page, group: string): Locator =>
  page.locator(`.react-flow__node[data-id="${group}"] [data-part]`).first();
/** Finds the selected title or block of the story. */
const findSelectedPart = (page: Page) => page.locator('[data-part][aria-pressed="true"]');
const findPane = (page: Page) => page.getByRole("complementary");

async function pressKeys(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key, { delay: 20 });
    await page.waitForTimeout(200);
  }
}

/** Focuses the selected title or block, and presses keys on it. */
async function pressKeysAtSelected(page: Page, ...keys: readonly string[]): Promise<void> {
  await findSelectedPart(page).focus();
  await pressKeys(page, ...keys);
}

/** Drags a group by its title, one step in each frame, and drops it. */
async function dragGroup(page: Page): Promise<void> {
  const start = await movePointerTo(page, findGroupTitle(page, "g1"));
  await page.mouse.down();
  for (let dragStep = 1; dragStep <= 30; dragStep++) {
    await page.mouse.move(start.x + dragStep * 3, start.y + dragStep * 2);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
}

/** What a person does on the canvas of a story. Each round of actions undoes its own changes. */
export const canvasActions: readonly MeasuredAction[] = [
  { label: "choose a group", run: (page) => clickLikePerson(page, findGroupTitle(page, "g11")) },
  { label: "go to its blocks", run: (page) => pressKeysAtSelected(page, "ArrowDown", "ArrowDown") },
  {
    label: "type in a text",
    async run(page) {
      await findPane(page).getByLabel("Text").focus();
      await page.keyboard.type("hello", { delay: 90 });
    },
  },
  { label: "undo", run: (page) => pressKeys(page, "ControlOrMeta+z") },
  { label: "go to other groups", run: (page) => pressKeysAtSelected(page, "ArrowLeft", "ArrowRight") },
  {
    label: "move a group by keys",
    run: (page) => pressKeysAtSelected(page, "Shift+ArrowRight", "Shift+ArrowDown"),
  },
  { label: "undo the move", run: (page) => pressKeys(page, "ControlOrMeta+z") },
  { label: "drag a group", run: dragGroup },
  {
    label: "undo and redo the drag",
    run: (page) => pressKeys(page, "ControlOrMeta+z", "ControlOrMeta+Shift+z", "ControlOrMeta+z"),
  },
  { label: "delete a block", run: (page) => pressKeysAtSelected(page, "ArrowDown", "Delete") },
  { label: "undo the deletion", run: (page) => pressKeys(page, "ControlOrMeta+z") },
  { label: "open the search", run: (page) => pressKeysAtSelected(page, "/") },
  {
    label: "search",
    async run(page) {
      await findPane(page).getByRole("searchbox").focus();
      await page.keyboard.type("text 12", { delay: 90 });
    },
  },
  { label: "close the pane", run: (page) => pressKeys(page, "Escape") },
];
