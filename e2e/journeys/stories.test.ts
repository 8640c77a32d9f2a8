import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { findAxeViolations } from "../axe.ts";
import { openDemo } from "../demo.ts";
import type { SignedInDevice } from "../people.ts";

// A bridge engineer draws a bot's story: with the mouse, with the keyboard only, and together with a colleague.

const { signIn } = await openDemo();

const createBot = (person: SignedInDevice) =>
  person.call<{ id: string }>("POST", "/bots", { name: "Salon", languages: ["en"], platforms: ["WEB"] });
const findStoryPane = (page: Page) => page.locator("#story-pane");
const findToolbarButton = (page: Page, name: string) =>
  page.getByRole("toolbar").getByRole("button", { name });
const findBlock = (page: Page, text: string) => page.locator("[data-part]").filter({ hasText: text });
const waitUntilSaved = (page: Page) => page.getByText("All changes saved").waitFor();

/** Finds the dot at an answer or another exit of a block. Dragging the dot draws an edge to another group. */
const findExitDot = (page: Page, name: string) =>
  page
    .locator("li > div")
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator(".react-flow__handle");

async function readMiddle(element: Locator): Promise<{ x: number; y: number }> {
  const elementBox = await element.boundingBox();
  if (!elementBox) throw new Error("It is not in sight");
  return { x: elementBox.x + elementBox.width / 2, y: elementBox.y + elementBox.height / 2 };
}

async function dragTo(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  const start = await readMiddle(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

async function addBlockOfKind(page: Page, kind: string): Promise<void> {
  await findStoryPane(page)
    .getByRole("button", { name: new RegExp(`^${kind}`) })
    .click();
}

test("a booking story is drawn with the mouse, refused once, corrected, published, switched on and tried", async () => {
  const kenji = await signIn("kenji", { viewport: { width: 1440, height: 900 } });
  const { page } = kenji;
  const { id } = await createBot(kenji);
  await page.goto(`/bots/${id}/story`);
  await page.getByText("No stories yet").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "New story" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Booking");
  await page.getByRole("dialog").getByRole("button", { name: "Create story" }).click();
  await page.waitForURL(/\/story\/[\w-]{36}$/);

  // Adds a question block with two possible answers.
  await page.getByRole("button", { name: "Add block" }).click();
  await addBlockOfKind(page, "Quick replies");
  await findStoryPane(page).getByLabel("Question").fill("Would you like a cut?");
  await findStoryPane(page).getByLabel("Label").first().fill("Yes, please");
  await findStoryPane(page).getByLabel("Label").last().fill("No, thanks");

  // Drops an edge on the empty canvas. This creates a group there.
  const exitPoint = await readMiddle(findExitDot(page, "Yes, please"));
  await dragTo(page, findExitDot(page, "Yes, please"), { x: exitPoint.x - 40, y: exitPoint.y + 200 });
  await addBlockOfKind(page, "Question");
  await findStoryPane(page).getByLabel("Question").fill("Which day?");
  const bookingGroup = page.locator(".react-flow__node").filter({ hasText: "Which day?" });
  await findStoryPane(page).getByLabel("Kind of answer").selectOption("date");
  await findStoryPane(page).getByLabel("Keep it in").selectOption({ label: "New variable…" });
  await page.getByRole("dialog").getByLabel("Name").fill("day");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await bookingGroup.getByRole("button", { name: "Add block" }).click();
  await addBlockOfKind(page, "Text");
  await findStoryPane(page).getByLabel("Text").fill("See you on ");
  await findStoryPane(page).getByLabel("Insert variable").selectOption("day");
  await bookingGroup.getByRole("button", { name: "Add block" }).click();
  await addBlockOfKind(page, "End");
  await waitUntilSaved(page);

  // The story cannot be published, because the answer "No, thanks" leads nowhere.
  await page.getByRole("button", { name: "Publish" }).click();
  await findStoryPane(page).getByText("1 problem to solve before this story can be published.").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await findStoryPane(page).getByText("“No, thanks”: It is not said what comes next").click();
  await findStoryPane(page).getByRole("heading", { name: "Quick replies" }).waitFor();
  const target = bookingGroup.locator(".react-flow__handle.target");
  // An edge can be dropped anywhere on the target group, not only on the group's dot.
  const groups = await page.locator(".react-flow__node").count();
  expect(await target.count()).toBe(1);
  // The open pane covers the right part of the group. So the test drops the edge on the left part.
  const groupBox = await bookingGroup.boundingBox();
  if (!groupBox) throw new Error("The group is not on the canvas.");
  await dragTo(page, findExitDot(page, "No, thanks"), { x: groupBox.x + 30, y: groupBox.y + 60 });
  await expect.poll(() => findStoryPane(page).getByLabel("No, thanks").inputValue()).not.toBe("");
  expect(await page.locator(".react-flow__node").count()).toBe(groups);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Published as version 1.").waitFor();
  // The published story is still switched off, so visitors do not get it. The page says so, and offers to switch the
  // story on.
  await page.getByText("Visitors get nothing from it until it is on.").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect.poll(() => page.getByRole("switch").isChecked()).toBe(true);
  await page.getByText("Visitors get nothing from it until it is on.").waitFor({ state: "detached" });

  await findToolbarButton(page, "Preview").click();
  await findStoryPane(page).getByRole("button", { name: "Yes, please" }).click();
  await findStoryPane(page).getByPlaceholder("Answer as a visitor").fill("2027-01-05");
  await findStoryPane(page).getByRole("button", { name: "Send", exact: true }).click();
  await findStoryPane(page).getByText("See you on 5 January 2027").waitFor();
  await findStoryPane(page).getByText("The conversation is over.").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  await page.getByRole("link", { name: "Back to the stories" }).click();
  await page.getByText("Published, version 1").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
});

test("a click on a problem opens the field that solves it, and an arranged story is shown beside the open pane", async () => {
  const kenji = await signIn("kenji", { viewport: { width: 1440, height: 900 } });
  const { page } = kenji;
  const bot = { name: "Salon", languages: ["en", "vi"], platforms: ["WEB"] };
  const { id } = await kenji.call<{ id: string }>("POST", "/bots", bot);
  const story = await kenji.call<{ id: string }>("POST", `/bots/${id}/flows`, { name: "Greeting" });
  await page.goto(`/bots/${id}/story/${story.id}`);
  const isFocused = (element: Locator) =>
    expect.poll(() => element.evaluate((node) => node === document.activeElement)).toBe(true);
  const text = findStoryPane(page).getByRole("textbox", { name: "Text" });
  await page.getByRole("button", { name: "Add block" }).click();
  await addBlockOfKind(page, "Text");
  await text.fill("Welcome");
  await page.getByRole("button", { name: "Publish" }).click();
  await findStoryPane(page).getByText("2 problems to solve before this story can be published.").waitFor();
  await findStoryPane(page).getByRole("button", { name: "Vietnamese" }).click();
  await isFocused(text);
  await page.keyboard.type("Xin chào, d g a");
  expect(await text.inputValue()).toBe("Xin chào, d g a");
  await findToolbarButton(page, "Problems").click();
  await findStoryPane(page).getByRole("button", { name: "what comes next" }).click();
  await isFocused(findStoryPane(page).getByLabel("Next"));

  for (const blockText of ["Second", "Third", "Fourth", "Fifth", "Sixth"]) {
    await findStoryPane(page).getByLabel("Next").selectOption({ label: "→ A new group" });
    await addBlockOfKind(page, "Text");
    await text.fill(blockText);
  }
  await findToolbarButton(page, "Arrange").click();
  const readRightEdge = async () => {
    const rightEdges = await page
      .locator(".react-flow__node")
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().right));
    return rightEdges.length === 6 ? Math.max(...rightEdges) : Number.POSITIVE_INFINITY;
  };
  const paneLeftEdge = (await findStoryPane(page).boundingBox())?.x ?? 0;
  await expect.poll(readRightEdge).toBeLessThan(paneLeftEdge);
  // The accessible name of an edge contains the titles of its groups. React Flow's default name begins with "Edge from"
  // and contains the groups' ids.
  expect(await page.getByRole("img", { name: /^Edge from/ }).count()).toBe(0);
});

test("a story is drawn by keys alone, and what a colleague changes meanwhile appears in it", async () => {
  const kenji = await signIn("kenji", { viewport: { width: 1440, height: 900 } });
  const { page } = kenji;
  const { id } = await createBot(kenji);
  const story = await kenji.call<{ id: string }>("POST", `/bots/${id}/flows`, { name: "Greeting" });
  await page.goto(`/bots/${id}/story/${story.id}`);
  const { keyboard } = page;
  const isFocused = (element: Locator) =>
    expect.poll(() => element.evaluate((node) => node === document.activeElement)).toBe(true);

  await page.locator("[data-part]").first().focus();
  await keyboard.press("a");
  await isFocused(findStoryPane(page).getByRole("button", { name: /^Text/ }));
  await keyboard.press("Enter");
  await isFocused(findStoryPane(page).getByLabel("Text"));
  await keyboard.type("Welcome");
  // The editor presses "Publish" right after the last letter. The typed text is saved first, so only one problem
  // remains: the next block is missing.
  await page.getByRole("button", { name: "Publish" }).focus();
  await keyboard.press("Enter");
  await findStoryPane(page).getByText("1 problem to solve before this story can be published.").waitFor();
  await keyboard.press("Escape");
  await isFocused(findBlock(page, "Welcome"));
  // The key "g" adds a group next to the focused block. In the list of block kinds, arrow up wraps from the first kind
  // to the last one, "End".
  await keyboard.press("g");
  await isFocused(findStoryPane(page).getByRole("button", { name: /^Text/ }));
  await keyboard.press("ArrowUp");
  await keyboard.press("Enter");
  await findStoryPane(page).getByRole("heading", { name: "End" }).waitFor();
  await keyboard.press("Escape");
  await isFocused(findBlock(page, "The conversation ends"));
  await keyboard.press("ArrowLeft");
  await keyboard.press("ArrowDown");
  await isFocused(findBlock(page, "Welcome"));
  await keyboard.press("c");
  await isFocused(findStoryPane(page).getByLabel("Next"));
  await keyboard.press("End");
  await keyboard.press("ArrowUp");
  await page.locator(".react-flow__edge").waitFor();
  await keyboard.press("Escape");
  await keyboard.press("Control+z");
  await page.locator(".react-flow__edge").waitFor({ state: "detached" });
  await keyboard.press("Control+Shift+z");
  await page.locator(".react-flow__edge").waitFor();
  await waitUntilSaved(page);

  // A colleague edits another block of the same draft. The test does this by an API call.
  const emma = await signIn("emma");
  const path = `/bots/${id}/flows/${story.id}`;
  const { draft, revision } = await emma.call<{
    revision: number;
    draft: { groups: { blocks: { type: string; text?: object }[] }[] };
  }>("GET", path);
  const [firstGroup] = draft.groups;
  firstGroup?.blocks.push({ id: "theirs", type: "text", text: { en: "From Emma" } } as never);
  await emma.call("PATCH", path, { revision, draft });
  await findBlock(page, "From Emma").waitFor();
  await page.locator(".react-flow__edge").waitFor({ state: "attached" });

  await page.locator("[data-part]").first().focus();
  await keyboard.press("/");
  await isFocused(findStoryPane(page).getByRole("searchbox"));
  await keyboard.type("emma");
  // The list is filtered a moment after typing. The test waits for this, because a focused row could otherwise
  // disappear.
  await expect.poll(() => findStoryPane(page).getByRole("listitem").count()).toBe(2);
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await isFocused(findBlock(page, "From Emma"));
  // The keyboard moves the block into the group that ends the story.
  await keyboard.press("Enter");
  await findStoryPane(page).getByLabel("Move to…").selectOption({ index: 1 });
  await page
    .locator(".react-flow__node")
    .filter({ hasText: "The conversation ends" })
    .filter({ hasText: "From Emma" })
    .waitFor();
  await keyboard.press("Escape");
  await isFocused(findBlock(page, "From Emma"));
  await keyboard.press("Delete");
  await findBlock(page, "From Emma").waitFor({ state: "detached" });
  await waitUntilSaved(page);
});

test("the view moves to a block that is found, added or clicked on the map, and the map shows the whole story", async () => {
  const kenji = await signIn("kenji", { viewport: { width: 1440, height: 900 } });
  const { page } = kenji;
  const { keyboard } = page;
  const { id } = await createBot(kenji);
  const createTextBlock = (name: string, en: string) => ({ id: name, type: "text", text: { en } });
  const longBlocks = Array.from({ length: 16 }, (_, index) => createTextBlock(`b${index}`, `Line ${index}`));
  const story = await kenji.call<{ id: string }>("POST", `/bots/${id}/flows`, {
    name: "Long",
    draft: {
      start: "start",
      groups: [
        {
          id: "start",
          title: "Long",
          x: 0,
          y: 0,
          blocks: [...longBlocks, createTextBlock("last", "The last line")],
        },
        {
          id: "far",
          title: "Far away",
          x: 4000,
          y: 1800,
          blocks: [createTextBlock("there", "Hello from afar")],
        },
      ],
      edges: [{ id: "e", from: { block_id: "last" }, to: { group_id: "far" } }],
      variables: [],
    },
  });
  await page.goto(`/bots/${id}/story/${story.id}`);
  const isInside = async (element: Locator, frame: Locator) => {
    const [elementBox, frameBox] = [await element.boundingBox(), await frame.boundingBox()];
    if (!elementBox || !frameBox) return false;
    return (
      elementBox.x >= frameBox.x &&
      elementBox.y >= frameBox.y &&
      elementBox.x + elementBox.width <= frameBox.x + frameBox.width &&
      elementBox.y + elementBox.height <= frameBox.y + frameBox.height
    );
  };
  const canvas = page.locator(".react-flow");
  const overviewMap = page.getByRole("img", { name: "Map of the story" });
  const groupsOnMap = overviewMap.locator("path").first();
  await page.getByRole("button", { name: "Zoom in", exact: true }).waitFor();
  await expect.poll(() => isInside(groupsOnMap, overviewMap)).toBe(true);

  await page.locator("[data-part]").first().focus();
  for (const blockText of ["from afar", "last line"]) {
    await keyboard.press("/");
    await keyboard.type(blockText);
    await keyboard.press("Enter");
    const foundBlock = findBlock(page, blockText);
    await expect.poll(() => foundBlock.evaluate((node) => node === document.activeElement)).toBe(true);
    await expect.poll(() => isInside(foundBlock, canvas)).toBe(true);
  }

  // Adds several blocks with the keyboard. Each new block is scrolled into view.
  for (let count = 0; count < 4; count++) {
    await keyboard.press("a");
    await keyboard.press("Enter");
    await findStoryPane(page).getByLabel("Text").waitFor();
    await keyboard.type(`Added ${count}`);
    await expect.poll(() => isInside(findBlock(page, `Added ${count}`), canvas)).toBe(true);
    await keyboard.press("Escape");
  }

  // A click on the overview map moves the canvas there. The last group is at the lower right corner of the map.
  const mapBox = await groupsOnMap.boundingBox();
  if (!mapBox) throw new Error("The map shows no groups");
  await page.mouse.click(mapBox.x + mapBox.width - 4, mapBox.y + mapBox.height - 3);
  const distantBlock = findBlock(page, "Hello from afar");
  await expect.poll(() => isInside(distantBlock, canvas)).toBe(true);

  // The canvas is moved sideways. When a block is then clicked, the pane opens next to it and does not cover it.
  await page.mouse.move(500, 200);
  await page.mouse.down();
  await page.mouse.move(900, 200, { steps: 4 });
  await page.mouse.up();
  await distantBlock.click();
  await findStoryPane(page).getByLabel("Text").waitFor();
  const readElementRightEdge = async (element: Locator) => {
    const elementBox = await element.boundingBox();
    return elementBox ? elementBox.x + elementBox.width : Number.POSITIVE_INFINITY;
  };
  const paneBox = await findStoryPane(page).boundingBox();
  await expect.poll(() => readElementRightEdge(distantBlock)).toBeLessThan(paneBox?.x ?? 0);
  await waitUntilSaved(page);
});
