import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "../demo.ts";
import { expectFocused, isFocused } from "../focus.ts";
import { interceptRequests } from "../intercept.ts";

/** The storage quota of each person in megabytes. The files of the demo workspace use almost all of it. */
const quotaMegabytes = 4;
const { signIn } = await openDemo({ settings: { STORAGE_PER_PERSON: `${quotaMegabytes}MB` } });

const findRow = (page: Page, name: string) => page.getByRole("row", { name });
const findUploads = (page: Page) => page.getByRole("region", { name: "Uploads" });
const countStoredUploads = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
    indexedDB.open("kakehashi").onsuccess = ({ target }) => {
      const counted = target.result.transaction("uploads").objectStore("uploads").count();
      counted.onsuccess = () => { target.result.close(); resolve(counted.result); };
    };
  })`);

/** Drops files onto the list, as when a person drags them from the desktop. */
const dropFiles = (page: Page, names: readonly string[], bytes: number) =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    for (const name of ${JSON.stringify(names)})
      data.items.add(new File(["a line of text\\n".repeat(${Math.ceil(bytes / 15)})], name, { type: "text/plain" }));
    const area = document.querySelector("main [data-drop-area] > div");
    for (const type of ["dragenter", "dragover", "drop"])
      area.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  })()`);

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** Chooses an action in the menu of a row with the keyboard only. */
async function chooseActionByKeyboard(page: Page, name: string, action: string): Promise<void> {
  await findRow(page, name).focus();
  await page.keyboard.press("Shift+F10");
  const item = page.getByRole("menuitem", { name: action, exact: true });
  await item.waitFor();
  await expect
    .poll(() => page.getByRole("menu").evaluate((menu) => menu.matches(":focus-within")))
    .toBe(true);
  for (let pressCount = 0; pressCount < 10 && !(await isFocused(item)); pressCount++)
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

/** Drags a folder into another folder. Then drags an entry out of the folder, onto the path above the list. */
async function dragIntoFolders(page: Page): Promise<void> {
  await findRow(page, "Release 計画").dragTo(findRow(page, "Onboarding"));
  await page.getByText("Moved “Release 計画” to “Onboarding”.").waitFor();
  await findRow(page, "Release 計画").waitFor({ state: "detached" });
  await findRow(page, "Onboarding").getByRole("button", { name: "Onboarding", exact: true }).click();
  await findRow(page, "plan.txt").waitFor();
  const path = page.getByRole("navigation", { name: "Folders that lead here" });
  await findRow(page, "Release 計画").dragTo(path.getByRole("link").first());
  await findRow(page, "Release 計画").waitFor({ state: "detached" });
}

test("files come in by drag, survive a reload, are renamed, moved, shared, thrown away and brought back", async () => {
  const [emma, { page: otherTab }, kenji] = [
    await signIn("emma"),
    await signIn("emma"),
    await signIn("kenji"),
  ];
  const { page } = emma;
  // The dialog for sharing a file lists conversations in pages. These 25 rooms make a second page necessary.
  const { id } = await kenji.call<{ id: string }>("GET", "/users/info");
  for (let count = 1; count <= 25; count++)
    await emma.call("POST", "/conversations", { kind: "GROUP", name: `Room ${count}`, user_ids: [id] });
  await page.goto("/drive");
  await otherTab.goto("/drive");
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Onboarding");
  await page.keyboard.press("Enter");
  // A folder cannot have two entries with the same name. The dialog shows the error at the field, and keeps the typed
  // name.
  await page.getByText("This folder already has something with this name.").waitFor();
  await page.getByRole("dialog").getByLabel("Name").fill("Release 計画");
  await page.keyboard.press("Enter");
  await findRow(otherTab, "Release 計画").waitFor();
  await findRow(page, "Release 計画").getByRole("button", { name: "Release 計画", exact: true }).click();
  await page.getByText("This folder is empty").waitFor();

  // The Playwright route never responds to the upload, so the upload is still running when the page is reloaded.
  await interceptRequests(page, "**/api/uploads", () => {});
  await dropFiles(page, ["notes.txt", "plan.txt"], 200_000);
  await findUploads(page).getByText("Uploading 2 files").waitFor();
  await page.getByRole("button", { name: "Pause the upload of plan.txt" }).click();
  await findUploads(page)
    .getByText(/^Paused at/)
    .waitFor();
  await expect.poll(() => countStoredUploads(page)).toBe(2);
  await page.unroute("**/api/uploads");
  await page.reload();
  await findRow(page, "notes.txt").waitFor();
  await page.getByRole("button", { name: "Resume the upload of plan.txt" }).click();
  await findRow(page, "plan.txt").waitFor();
  await expect.poll(() => countStoredUploads(page)).toBe(0);

  // F2 renames the file in its row, without its extension (.txt).
  await findRow(page, "notes.txt").focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("ノート");
  await page.keyboard.press("Enter");
  await findRow(page, "ノート.txt").waitFor();
  await findRow(page, "ノート.txt").getByRole("button", { name: "ノート.txt", exact: true }).click();
  await page.getByRole("dialog", { name: "ノート.txt" }).getByText("a line of text").first().waitFor();
  await page.keyboard.press("Escape");

  await chooseAction(page, "plan.txt", "Move");
  const moveDialog = page.getByRole("dialog", { name: "Move “plan.txt”" });
  await moveDialog.getByRole("radio", { name: "Onboarding" }).check();
  await moveDialog.getByRole("button", { name: "Move here" }).click();
  await page.getByText("Moved “plan.txt” to “Onboarding”.").waitFor();
  await findRow(page, "plan.txt").waitFor({ state: "detached" });
  await page.goBack();
  await dragIntoFolders(page);

  const longFileName = "Nhóm kiểm tra màn hình đặt lịch ".repeat(5).trim();
  await emma.call("POST", "/conversations", { kind: "GROUP", name: longFileName, user_ids: [id] });
  await chooseActionByKeyboard(page, "plan.txt", "Share in a conversation");
  const shareDialog = page.getByRole("dialog", { name: "Share “plan.txt”" });
  // The dialog cuts the long name of a conversation off, so that nothing overflows the dialog.
  await shareDialog.getByText(longFileName).waitFor();
  const shareButton = shareDialog.getByRole("button", { name: "Share", exact: true });
  const readRightEdge = async (element: Locator) => {
    const elementBox = await element.boundingBox();
    return (elementBox?.x ?? 0) + (elementBox?.width ?? 0);
  };
  expect(await readRightEdge(shareButton)).toBeLessThan(await readRightEdge(shareDialog));
  await shareDialog.getByRole("radio", { name: "Room 25", exact: true }).waitFor();
  expect(await shareDialog.getByRole("radio", { name: "さくら予約アプリ" }).count()).toBe(0);
  await shareDialog.getByRole("searchbox").fill("さくら");
  await shareDialog.getByRole("radio", { name: "さくら予約アプリ" }).first().check();
  await shareDialog.getByLabel("Message (optional)").fill("The plan, for everybody");
  await shareDialog.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText("Shared in さくら予約アプリ").waitFor();

  // Ctrl+A selects all entries, and Delete moves them to the trash. The bar that then appears can undo this.
  await findRow(page, "plan.txt").focus();
  await page.keyboard.press("Control+a");
  await page.getByText(/^\d selected$/).waitFor();
  // A right click on the selection opens a menu with only those actions that apply to several entries. Escape returns
  // the focus to the row.
  await findRow(page, "plan.txt").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Move to the trash" }).waitFor();
  expect(await page.getByRole("menuitem", { name: "Rename" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await expectFocused(findRow(page, "plan.txt"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Delete");
  await findRow(page, "plan.txt").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await findRow(page, "plan.txt").focus();
  await page.keyboard.press("Delete");
  await findRow(page, "plan.txt").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Trash" }).click();
  await chooseAction(page, "plan.txt", "Delete for good");
  await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("The trash is empty").waitFor();

  // The file was shared in a chat. After its deletion from the drive, the chat message still has it.
  const { page: an } = await signIn("an");
  await an.goto("/chat");
  await an.locator('a[href^="/chat/"]', { hasText: "さくら予約アプリ" }).first().click();
  const receivedMessage = an.locator("article", { hasText: "The plan, for everybody" });
  const [savedDownload] = await Promise.all([
    an.waitForEvent("download"),
    receivedMessage.getByRole("link", { name: "Download plan.txt" }).click(),
  ]);
  expect(savedDownload.suggestedFilename()).toBe("plan.txt");
});

test("a file that does not fit is refused with its reason, and a restored one comes back to its folder", async () => {
  const { page } = await signIn("an");
  await page.goto("/drive");
  await findRow(page, "Tài liệu").waitFor();
  await dropFiles(page, ["large.txt"], quotaMegabytes * 1_100_000);
  await findUploads(page).getByText("Your storage is full.", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Remove large.txt" }).click();
  await findUploads(page).waitFor({ state: "detached" });

  await chooseAction(page, "Tài liệu", "Move to the trash");
  await findRow(page, "Tài liệu").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Trash" }).click();
  await findRow(page, "Tài liệu").getByText("30 days left").waitFor();
  await chooseAction(page, "Tài liệu", "Restore");
  await page.getByText("The trash is empty").waitFor();
  await page.getByRole("navigation", { name: "Folders that lead here" }).getByRole("link").first().click();
  await findRow(page, "Tài liệu").getByRole("button", { name: "Tài liệu", exact: true }).click();
  await findRow(page, "Ghi chú họp.txt").waitFor();
});

test("if there is no other folder to move to, the dialog says so and can create one", async () => {
  const { page } = await signIn("oliver");
  await page.goto("/drive");
  await page.locator("[data-drive-upload]").setInputFiles({
    name: "alone.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("words"),
  });
  await findRow(page, "alone.txt").waitFor();
  await chooseAction(page, "alone.txt", "Move");
  const moveDialog = page.getByRole("dialog", { name: "Move “alone.txt”" });
  await moveDialog.getByText("There is no other folder yet.").waitFor();
  await moveDialog.getByRole("button", { name: "New folder" }).click();
  const newFolderDialog = page.getByRole("dialog", { name: "New folder" });
  await newFolderDialog.getByLabel("Name").fill("Contracts");
  await page.keyboard.press("Enter");
  await newFolderDialog.waitFor({ state: "detached" });
  expect(await moveDialog.getByLabel("Contracts", { exact: true }).isChecked()).toBe(true);
  await moveDialog.getByRole("button", { name: "Move here" }).click();
  await page.getByText("Moved “alone.txt” to “Contracts”.").waitFor();
});
