import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { expectFocused } from "./focus.ts";

const { signIn } = await openDemo();

const findRow = (page: Page, name: string) => page.getByRole("row", { name });
const findDialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** Selects these files with the upload button. Waits until each file was stored or refused. */
async function uploadFiles(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const [fileChooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Upload" }).click(),
  ]);
  await fileChooser.setFiles(
    Object.entries(files).map(([name, content]) => ({
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(content, "latin1"),
    })),
  );
}

test("a file is found in any folder, says where it is, and is previewed for what it is", async () => {
  const { page } = await signIn("emma");
  await page.goto("/drive");
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Reports");
  await page.keyboard.press("Enter");
  await findRow(page, "Reports").getByRole("button", { name: "Reports", exact: true }).click();
  await page.getByText("This folder is empty").waitFor();

  await uploadFiles(page, {
    "summary.txt": "first line\nsecond line",
    "page.html": "<script>document.title = 'run'</script><b>bold</b>",
    "clip.mp4": "\0\0\0\x18ftypmp42 no film at all",
    "summary.zip": "PK\x03\x04 no archive at all",
    "empty.txt": "",
  });
  // One of the files was refused. The list of uploads shows this file first, with the reason.
  const uploadsRegion = page.getByRole("region", { name: "Uploads" });
  await uploadsRegion.getByText("1 file was not uploaded").waitFor();
  await uploadsRegion.getByRole("listitem").first().getByText("This file is empty.").waitFor();
  await uploadsRegion.getByRole("button", { name: "Clear" }).click();

  // A search that starts in the topmost folder covers every folder.
  await page.getByRole("navigation", { name: "Folders that lead here" }).getByRole("link").first().click();
  await findRow(page, "Reports").waitFor();
  const search = page.getByRole("searchbox", { name: "Search my files" });
  await search.fill("SUMM");
  await findRow(page, "summary.zip").waitFor();
  await findRow(page, "summary.txt").waitFor();
  expect(await findRow(page, "page.html").count()).toBe(0);
  await findRow(page, "summary.txt").getByRole("link", { name: "Reports" }).waitFor();

  // Tests the preview with the keyboard: it opens, its text scrolls, and Escape returns the focus to the file's row.
  await findRow(page, "summary.txt").focus();
  await page.keyboard.press("Enter");
  await findDialog(page, "summary.txt").getByText("second line").waitFor();
  await page.keyboard.press("Escape");
  await expectFocused(findRow(page, "summary.txt"));
  await findRow(page, "summary.zip").getByRole("button", { name: "summary.zip", exact: true }).click();
  await findDialog(page, "summary.zip").getByText("This kind of file cannot be shown here.").waitFor();
  const [savedDownload] = await Promise.all([
    page.waitForEvent("download"),
    findDialog(page, "summary.zip").getByRole("link", { name: "Download" }).click(),
  ]);
  expect(savedDownload.suggestedFilename()).toBe("summary.zip");
  await page.keyboard.press("Escape");

  // The link in a search result opens the file's folder. The back button returns to the results, and they stay after a
  // reload.
  await findRow(page, "summary.txt").getByRole("link", { name: "Reports" }).click();
  await findRow(page, "page.html").waitFor();
  await page.goBack();
  await findRow(page, "summary.zip").waitFor();
  await page.reload();
  await findRow(page, "summary.zip").waitFor();
  expect(await search.inputValue()).toBe("SUMM");
  await search.fill("no such name");
  await page.getByText("Nothing found").waitFor();
  await page.getByRole("button", { name: "Clear the search" }).click();
  await findRow(page, "Reports").waitFor();

  // When the keyboard opens a folder, the focus moves to its first entry. When the keyboard goes back, the focus
  // returns to the folder's row.
  await page.goto("/drive");
  await findRow(page, "Reports").focus();
  await page.keyboard.press("Enter");
  await expectFocused(findRow(page, "clip.mp4"));
  await page.goBack();
  await expectFocused(findRow(page, "Reports"));
  await page.keyboard.press("Enter");
  await findRow(page, "page.html").waitFor();

  // An HTML file is shown as text, so its script does not run. The preview of a video that cannot be played says so.
  await findRow(page, "page.html").getByRole("button", { name: "page.html", exact: true }).click();
  await findDialog(page, "page.html").getByText("bold").waitFor();
  expect(await page.title()).not.toBe("run");
  await page.keyboard.press("Escape");
  await findRow(page, "clip.mp4").getByRole("button", { name: "clip.mp4", exact: true }).click();
  await findDialog(page, "clip.mp4").getByText("This file cannot be played here.").waitFor();
});
