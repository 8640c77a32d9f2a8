import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { drawPicture } from "./draw.ts";
import { expectFocused, openNumberedMessages, waitUntilDetached } from "./focus.ts";
import { createPdf, encryptionTrailerEntry } from "./pdf.ts";
import { findMessageComposer, phoneOptions } from "./people.ts";

const { server, browser, signIn } = await openDemo();

async function attachPicture(page: Page, name: string, width: number, height: number): Promise<void> {
  const pictureBuffer = await drawPicture(page, width, height);
  await page.setInputFiles("input[data-attach]", { name, mimeType: "image/png", buffer: pictureBuffer });
  await page.locator('li[data-state="done"]', { hasText: name }).waitFor();
}

const findPictureDialog = (page: Page) => page.locator("dialog[open]");
const readPictureSize = (page: Page) =>
  findPictureDialog(page)
    .locator("img")
    .evaluate((element) => {
      const { naturalWidth, width, height } = element as unknown as Record<
        "naturalWidth" | "width" | "height",
        number
      >;
      return { naturalWidth, width, height };
    });

test("a large picture is read at full size by keyboard and mouse, and leads to the next picture", async () => {
  const aiko = await signIn("aiko", { viewport: { width: 1280, height: 800 } });
  const { page } = aiko;
  await openNumberedMessages(browser, server, aiko, 0);
  await attachPicture(page, "page.png", 1000, 4000);
  await attachPicture(page, "stamp.png", 40, 30);
  await findMessageComposer(page).press("Enter");
  const message = page.locator("article[id^=message-]");
  await message.getByRole("button", { name: "Open page.png" }).click();
  const picture = findPictureDialog(page).getByRole("img", { name: "page.png" });
  await picture.waitFor();
  expect((await readPictureSize(page)).height).toBeLessThan(800);
  // The backdrop is opaque, so it hides the page behind the picture.
  const backdropColour = await findPictureDialog(page).evaluate(
    (element) => getComputedStyle(element, "::backdrop").backgroundColor,
  );
  expect(backdropColour).toMatch(/^rgb\(/);

  await findPictureDialog(page).getByRole("button", { name: "Actual size" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => readPictureSize(page)).toEqual({ naturalWidth: 1000, width: 1000, height: 4000 });
  // While a picture is enlarged, the arrow keys scroll it instead of changing to the next picture.
  await expectFocused(findPictureDialog(page));
  await page.keyboard.press("End");
  await expect
    .poll(() => findPictureDialog(page).evaluate(({ scrollTop }) => scrollTop))
    .toBeGreaterThan(3000);
  await page.keyboard.press("ArrowRight");
  await picture.click();
  await expect.poll(async () => (await readPictureSize(page)).height).toBeLessThan(800);

  await page.keyboard.press("ArrowRight");
  await findPictureDialog(page).getByRole("img", { name: "stamp.png" }).waitFor();
  // The picture is shown in its actual size already, so the button "Actual size" is missing.
  expect(await findPictureDialog(page).getByRole("button", { name: "Actual size" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await waitUntilDetached(findPictureDialog(page));
});

test("dragging inside an enlarged picture does not change to another picture", async () => {
  const aiko = await signIn("aiko", phoneOptions);
  const { page } = aiko;
  await openNumberedMessages(browser, server, aiko, 0);
  await attachPicture(page, "page.png", 1000, 4000);
  await attachPicture(page, "other.png", 1000, 900);
  await page.getByRole("button", { name: "Send", exact: true }).tap();
  await page.locator("article[id^=message-]").getByRole("button", { name: "Open page.png" }).tap();
  await findPictureDialog(page).getByRole("img", { name: "page.png" }).tap();
  await expect.poll(() => readPictureSize(page)).toEqual({ naturalWidth: 1000, width: 1000, height: 4000 });
  const touchSession = await page.context().newCDPSession(page);
  await touchSession.send("Input.synthesizeScrollGesture", {
    x: 200,
    y: 600,
    xDistance: -150,
    yDistance: -300,
  });
  await touchSession.detach();
  await findPictureDialog(page).getByRole("img", { name: "page.png" }).waitFor();
  await expect
    .poll(() => findPictureDialog(page).evaluate(({ scrollLeft }) => scrollLeft))
    .toBeGreaterThan(100);
  await expect
    .poll(() => findPictureDialog(page).evaluate(({ scrollTop }) => scrollTop))
    .toBeGreaterThan(200);
});

test("a PDF is read in the page by keyboard and buttons; a broken one can be downloaded", async () => {
  const aiko = await signIn("aiko", { viewport: { width: 1280, height: 800 } });
  const { page } = aiko;
  await openNumberedMessages(browser, server, aiko, 0);
  const lines = Array.from({ length: 300 }, (_, index) => `This is sheet ${index + 1}`);
  const pdf = createPdf(lines);
  const files = [
    { name: "plan.pdf", buffer: pdf },
    { name: "locked.pdf", buffer: createPdf(["Secret"], encryptionTrailerEntry) },
    { name: "broken.pdf", buffer: Buffer.from("%PDF-1.7\nnothing of this is one") },
  ];
  const fileChooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach files" }).press("Enter");
  await (await fileChooser).setFiles(files.map((file) => ({ ...file, mimeType: "application/pdf" })));
  for (const { name } of files) await page.locator('li[data-state="done"]', { hasText: name }).waitFor();
  // After the files are chosen, the focus returns to the composer, so that Enter sends them.
  await expectFocused(findMessageComposer(page));
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "plan.pdf, locked.pdf, broken.pdf" }).waitFor({ state: "attached" });
  const message = page.locator("article[id^=message-]");
  await message.getByRole("button", { name: "Open plan.pdf" }).click();
  const pdfDialog = findPictureDialog(page);
  const findPdfPage = (number: number) =>
    pdfDialog.getByRole("region", { name: `Page ${number}`, exact: true });
  await findPdfPage(1).locator("canvas").waitFor();
  // The PDF's text is real text: people can select it, and screen readers can read it.
  await findPdfPage(1).getByText("This is sheet 1", { exact: true }).waitFor();
  await pdfDialog.getByText("1 of 300").waitFor();
  const readPageWidth = async () => (await findPdfPage(1).locator("canvas").boundingBox())?.width ?? 0;
  const fittedWidth = await readPageWidth();
  await page.keyboard.press("-");
  await expect.poll(readPageWidth).toBeLessThan(fittedWidth);
  await page.keyboard.press("0");
  await expect.poll(readPageWidth).toBe(fittedWidth);
  // A page that is wider than the screen can be scrolled sideways.
  for (const _ of [1, 2, 3]) await page.keyboard.press("+");
  await expect.poll(readPageWidth).toBeGreaterThan(1280);
  const pages = pdfDialog.getByRole("document");
  await expect.poll(() => pages.evaluate(({ scrollWidth }) => scrollWidth)).toBeGreaterThan(1280);
  await page.keyboard.press("0");
  await expect.poll(readPageWidth).toBe(fittedWidth);
  await page.keyboard.press("End");
  await pdfDialog.getByText("300 of 300").waitFor();
  await findPdfPage(300).getByText("This is sheet 300", { exact: true }).waitFor();
  // The viewer draws only the pages near the visible one.
  await expect.poll(() => pdfDialog.locator("canvas").count()).toBeLessThan(8);
  await page.keyboard.press("Escape");
  await waitUntilDetached(pdfDialog);

  await message.getByRole("button", { name: "Open locked.pdf" }).click();
  await pdfDialog.getByText("This PDF is protected by a password.").waitFor();
  await page.keyboard.press("Escape");
  await waitUntilDetached(pdfDialog);
  await message.getByRole("button", { name: "Open broken.pdf" }).click();
  await pdfDialog.getByText("This PDF is damaged or not a PDF.").waitFor();
  expect(await pdfDialog.getByRole("link", { name: "Download", exact: true }).getAttribute("download")).toBe(
    "broken.pdf",
  );
  await pdfDialog.getByRole("button", { name: "Close" }).click();
  await waitUntilDetached(pdfDialog);
});

test("a PDF on a slow connection is shown once it has loaded", async () => {
  const aiko = await signIn("aiko", { viewport: { width: 1280, height: 800 } });
  const { page } = aiko;
  await openNumberedMessages(browser, server, aiko, 0);
  const files = [
    { name: "short.pdf", buffer: createPdf(["One sheet"]) },
    { name: "long.pdf", buffer: createPdf(Array.from({ length: 1500 }, (_, index) => `Sheet ${index + 1}`)) },
  ];
  await page.setInputFiles(
    "input[data-attach]",
    files.map((file) => ({ ...file, mimeType: "application/pdf" })),
  );
  for (const { name } of files) await page.locator('li[data-state="done"]', { hasText: name }).waitFor();
  await findMessageComposer(page).press("Enter");
  const message = page.locator("article[id^=message-]");
  const firstPageSheet = findPictureDialog(page).getByRole("region", { name: "Page 1", exact: true });
  // Opens another PDF first, so that the viewer's code is loaded before the connection becomes slow.
  await message.getByRole("button", { name: "Open short.pdf" }).click();
  await firstPageSheet.locator("canvas").waitFor();
  await page.keyboard.press("Escape");
  await waitUntilDetached(findPictureDialog(page));
  // The viewer requests the first pages separately while the whole file is still loading, so that they appear early.
  const line = await page.context().newCDPSession(page);
  const bytesPerSecond = 100 * 1024;
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  const wholeFileResponse = page.waitForEvent(
    "requestfinished",
    (request) => request.url().includes("/api/files/") && !request.headers().range,
  );
  await message.getByRole("button", { name: "Open long.pdf" }).click();
  await wholeFileResponse;
  await firstPageSheet.locator("canvas").waitFor();
  await line.detach();
});

test("a wide picture in a message fits a phone and keeps its shape", async () => {
  const aiko = await signIn("aiko", phoneOptions);
  const { page } = aiko;
  await openNumberedMessages(browser, server, aiko, 0);
  await attachPicture(page, "screen.png", 1200, 800);
  await findMessageComposer(page).press("Enter");
  const message = page.locator("article[id^=message-]");
  const picture = message.getByRole("button", { name: "Open screen.png" });
  await picture.waitFor();
  const [pictureBox, row] = [await picture.boundingBox(), await message.boundingBox()];
  if (!pictureBox || !row) throw new Error("Both have to be in sight");
  expect(pictureBox.x + pictureBox.width).toBeLessThanOrEqual(row.x + row.width);
  expect(pictureBox.width / pictureBox.height).toBeCloseTo(1.5, 1);
});
