import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { findMessageComposer, findStoredMessage, phoneOptions, writeMessage } from "./people.ts";

const { signIn, signInWithOwnContext, server } = await openDemo();

test("the general keyboard shortcuts work on every page, and the list of shortcuts names them all", async () => {
  const { page, call } = await signIn("kenji");
  const notesRoom = await call<{ id: string }>("POST", "/conversations", { kind: "MY_CHAT" });
  await page.goto(`/chat/${notesRoom.id}`);
  await findMessageComposer(page).waitFor();
  await writeMessage(page, "newest");
  await findStoredMessage(page, "newest").waitFor();
  // The shortcut will open the first room of the list. So the test waits until the room with the newest message is
  // listed.
  await page.locator('a[href^="/chat/"]', { hasText: "newest" }).waitFor();
  await page.getByRole("link", { name: "Files" }).first().click();
  await page.getByRole("heading", { name: "Files" }).waitFor();

  await page.keyboard.press("?");
  const shortcutsDialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await shortcutsDialog.getByText("Go anywhere").waitFor();
  const shortcutKeys = await shortcutsDialog
    .locator("dt")
    .evaluateAll((terms) => terms.map(({ textContent }) => textContent));
  expect(shortcutKeys).toEqual(expect.arrayContaining(["CtrlK", "CtrlEnter", "Enter", "Alt↑"]));
  await page.keyboard.press("Escape");
  await shortcutsDialog.waitFor({ state: "detached" });

  await page.keyboard.press("Alt+ArrowDown");
  await page.waitForURL(`**/chat/${notesRoom.id}`);
});

test("the pages of all files and of sent files each remember their tab until the browser's tab closes", async () => {
  const { page } = await signIn("aiko");
  const findSelectedKind = () =>
    page.getByRole("navigation", { name: "Kinds of files" }).locator("[aria-current=page]");
  await page.goto("/files");
  await expect.poll(() => findSelectedKind().textContent()).toBe("All");
  await page.getByRole("link", { name: "Documents" }).click();
  await expect.poll(() => findSelectedKind().textContent()).toBe("Documents");
  await page.goto("/files?mine=1");
  await expect.poll(() => findSelectedKind().textContent()).toBe("All");
  await page.goto("/files");
  await expect.poll(() => findSelectedKind().textContent()).toBe("Documents");
  // The page of files remembers the chosen kind of files. The list for this kind is empty, so the page offers a link to
  // "All".
  const allFilterLinks = page.getByRole("link", { name: "All", exact: true });
  await expect.poll(() => allFilterLinks.count()).toBe(2);
  await allFilterLinks.last().click();
  await expect.poll(() => findSelectedKind().textContent()).toBe("All");
  await page.goto("/files");
  await expect.poll(() => findSelectedKind().textContent()).toBe("All");
  await page.goto("/files?type=images");
  await expect.poll(() => findSelectedKind().textContent()).toBe("Images");
});

test("the longest name in the navigation rail keeps its distance from the edges of its button", async () => {
  const { page } = await signIn("emma");
  await page.goto("/home");
  const name = page
    .getByRole("navigation", { name: "Workspace" })
    .getByText("Notifications", { exact: true });
  await name.waitFor();
  const readLabelMargin = () =>
    name.evaluate(async (element) => {
      await document.fonts.ready;
      const range = document.createRange();
      range.selectNodeContents(element);
      const [labelRectangle, button] = [
        range.getBoundingClientRect(),
        element.closest("a")?.getBoundingClientRect(),
      ];
      return Math.min(labelRectangle.left - (button?.left ?? 0), (button?.right ?? 0) - labelRectangle.right);
    });
  await expect.poll(readLabelMargin).toBeGreaterThanOrEqual(3);
});

test.each([
  ["an", "en"],
  ["an", "vi"],
  ["an", "ja"],
  ["kenji", "vi"],
  ["kenji", "ja"],
  ["emma", "en"],
] as const)(
  "each name in the bottom bar of %s's phone takes one line in %s, also at 360 pixels",
  async (person, lang) => {
    const { context, page } = await signInWithOwnContext(person, {
      ...phoneOptions,
      viewport: { width: 360, height: 740 },
    });
    await context.addCookies([{ name: "session_lang", value: lang, url: server.address }]);
    await page.goto("/home");
    const navigationBar = page.getByRole("navigation").filter({ has: page.locator('a[href="/home"]') });
    await navigationBar.waitFor();
    const countLabelLines = () =>
      navigationBar.evaluate(async (element) => {
        await document.fonts.ready;
        const labels = [...element.querySelectorAll<HTMLElement>(":scope > * > span:last-child")];
        return labels
          .filter(({ offsetHeight }) => offsetHeight > 0)
          .map((label) => {
            const range = document.createRange();
            range.selectNodeContents(label);
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
          });
      });
    await expect.poll(countLabelLines).toEqual(Array(6).fill(1));
  },
);
