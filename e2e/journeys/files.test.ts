import { minimumResumableBytes } from "@kakehashi/contract/files";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "../demo.ts";
import { drawPicture } from "../draw.ts";
import { interceptRequests } from "../intercept.ts";
import type { DemoPersonName } from "../people.ts";
import { createWavFile } from "../recordings.ts";

const { signIn, server } = await openDemo();

async function signInAs(personName: DemoPersonName, language: string): Promise<Page> {
  const { page, context } = await signIn(personName, { locale: language });
  await context.addCookies([{ name: "session_lang", value: language, url: server.address }]);
  return page;
}

async function openRoom(page: Page, name: string): Promise<void> {
  await page.goto("/chat");
  await page.locator('a[href^="/chat/"]', { hasText: name }).first().click();
  await page.locator("article").last().waitFor();
}

test("a picture and a document are sent, viewed, found and saved by another person", async () => {
  const aiko = await signInAs("aiko", "ja");
  const an = await signInAs("an", "vi");
  await openRoom(aiko, "さくら予約アプリ");
  await openRoom(an, "さくら予約アプリ");
  const picture = await drawPicture(aiko, 1200, 800);

  await aiko.setInputFiles("input[data-attach]", [
    { name: "画面設計.png", mimeType: "image/png", buffer: picture },
    { name: "議事録.txt", mimeType: "text/plain", buffer: Buffer.from("議事録") },
    { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
  ]);
  // The page refuses an empty file at once, in the writer's language. The message can be sent only after the writer has
  // removed this file.
  await aiko.getByText("このファイルは空です。").waitFor();
  await aiko.getByRole("button", { name: "empty.txtを外す" }).click();
  await aiko.locator('li[data-state="done"]').nth(1).waitFor();
  await aiko.locator("textarea").fill("設計をご確認ください");
  await aiko.keyboard.press("Enter");

  const receivedMessage = an.locator("article", { hasText: "設計をご確認ください" });
  await receivedMessage.locator("img").waitFor();
  await expect.poll(() => an.evaluate(`document.querySelector("article img")?.naturalWidth ?? 0`)).toBe(720);
  await receivedMessage.getByRole("button", { name: "Mở 画面設計.png" }).click();
  const findPictureDialog = an.getByRole("dialog", { name: "画面設計.png" });
  await findPictureDialog.locator("img").waitFor();
  await an.keyboard.press("Escape");
  await findPictureDialog.waitFor({ state: "detached" });

  const [savedDownload] = await Promise.all([
    an.waitForEvent("download"),
    receivedMessage.getByRole("link", { name: "Tải xuống 議事録.txt" }).click(),
  ]);
  expect(savedDownload.suggestedFilename()).toBe("議事録.txt");

  await an.goto("/files?type=images");
  await an.getByText("画面設計.png").waitFor();
  await expect.poll(() => an.getByText("議事録.txt").count()).toBe(0);
  // Each file has a card in the list. The card shows the size and the conversation to which the file was sent.
  const fileCard = an.locator("main li", { hasText: "画面設計.png" });
  await fileCard.getByText(/^\d[\d,]* (kB|MB) · /).waitFor();
  await fileCard.getByText("さくら予約アプリ").waitFor();

  await an.keyboard.press("Control+k");
  await an.getByRole("combobox").fill("設計");
  await an.getByRole("option", { name: /設計をご確認ください/ }).click();
  await an.waitForURL(/\/chat\/.*\?message=/);

  await an.goto("/search?q=zzzqqq");
  await an.getByText("Hãy thử từ khóa khác hoặc ít từ hơn.").waitFor();
});

test("a pasted picture is attached, and pasted text stays text", async () => {
  const page = await signInAs("emma", "en");
  await openRoom(page, "さくら予約アプリ");
  const bytes = [...(await drawPicture(page, 1200, 800))];
  const pasteFile = (includesText: boolean) =>
    page.evaluate(`(() => {
      const data = new DataTransfer();
      const bytes = new Uint8Array(${JSON.stringify(bytes)});
      data.items.add(new File([bytes], "shot.png", { type: "image/png" }));
      if (${includesText}) data.setData("text/plain", "a cell");
      const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
      document.querySelector("textarea").dispatchEvent(paste);
    })()`);
  await pasteFile(true);
  expect(await page.getByRole("list", { name: "Attached files" }).count()).toBe(0);
  await pasteFile(false);
  await page.locator('li[data-state="done"]', { hasText: "shot.png" }).waitFor();
});

test("an upload can be cancelled, and a failed one retried", async () => {
  const emma = await signInAs("emma", "en");
  const kenji = await signInAs("kenji", "en");
  await openRoom(emma, "さくら予約アプリ");
  await openRoom(kenji, "さくら予約アプリ");
  const dropFile = (name: string) =>
    emma.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(${JSON.stringify([...createWavFile(1)])})], "${name}", { type: "audio/wav" }));
      const area = document.querySelector("article");
      for (const type of ["dragenter", "dragover", "drop"])
        area.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);

  // A file that is dropped outside the conversation is ignored. Otherwise the browser would leave the page and open the
  // file.
  const isDropPrevented = await emma.evaluate(`(() => {
    const data = new DataTransfer();
    data.items.add(new File(["stray"], "stray.txt"));
    const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
    document.querySelector("nav").dispatchEvent(drop);
    return drop.defaultPrevented;
  })()`);
  expect(isDropPrevented).toBe(true);
  expect(await emma.getByRole("list", { name: "Attached files" }).count()).toBe(0);

  // The Playwright route never responds to the upload, so the upload runs until the person cancels it.
  await interceptRequests(emma, "**/api/uploads", () => {});
  await dropFile("wrong one.wav");
  await emma.getByRole("button", { name: "Cancel the upload of wrong one.wav" }).click();
  await emma.getByRole("list", { name: "Attached files" }).waitFor({ state: "detached" });

  await emma.unroute("**/api/uploads");
  await interceptRequests(emma, "**/api/uploads", (route) => route.fulfill({ status: 400 }));
  await dropFile("standup.wav");
  await emma.getByText("Not uploaded").waitFor();
  await emma.unroute("**/api/uploads");
  await emma.getByRole("button", { name: "Upload standup.wav again" }).click();
  await emma.locator('li[data-state="done"]', { hasText: "standup.wav" }).waitFor();
  await emma.locator("textarea").fill("what we said");
  await emma.keyboard.press("Enter");

  await kenji.locator("article", { hasText: "what we said" }).locator("audio").waitFor();
});

test("a message with a file sent offline arrives once, also after a reload", async () => {
  const linh = await signInAs("linh", "en");
  const kenji = await signInAs("kenji", "en");
  await openRoom(linh, "さくら予約アプリ");
  await openRoom(kenji, "さくら予約アプリ");
  await linh.context().setOffline(true);
  await linh.setInputFiles("input[data-attach]", [
    { name: "on the train.txt", mimeType: "text/plain", buffer: Buffer.from("written on the train") },
  ]);
  await linh.locator("textarea").fill("sent from the train");
  await linh.keyboard.press("Enter");
  await linh.getByText("Waiting for a connection").waitFor();
  await linh.context().setOffline(false);
  await linh.reload();
  const receivedMessage = kenji.locator("article", { hasText: "sent from the train" });
  await receivedMessage.getByRole("link", { name: "Download on the train.txt" }).waitFor();
  await linh.locator("article", { hasText: "sent from the train" }).getByRole("link").waitFor();
  expect(await receivedMessage.count()).toBe(1);
});

test("a large file attached offline is uploaded in pieces, and resumes after a failure", async () => {
  const linh = await signInAs("linh", "en");
  const kenji = await signInAs("kenji", "en");
  await openRoom(linh, "さくら予約アプリ");
  await openRoom(kenji, "さくら予約アプリ");
  const sentUrls: string[] = [];
  linh.on("request", (request) => {
    const [method, path] = [request.method(), new URL(request.url()).pathname];
    if (method === "POST" && /uploads$|messages$/.test(path))
      sentUrls.push(`${path.split("/").at(-1)} ${request.headers()["content-type"]?.split(";")[0]}`);
  });
  await linh.context().setOffline(true);
  await linh.setInputFiles("input[data-attach]", [
    {
      name: "large.bin",
      mimeType: "application/octet-stream",
      buffer: Buffer.alloc(minimumResumableBytes + 1, 7),
    },
  ]);
  await linh.locator("textarea").fill("large, from the train");
  await linh.keyboard.press("Enter");
  await linh.getByText("Waiting for a connection").waitFor();
  let uploadAttemptCount = 0;
  await interceptRequests(linh, "**/api/uploads", (route) =>
    uploadAttemptCount++ === 0 ? route.abort() : route.continue(),
  );
  await linh.context().setOffline(false);
  const receivedMessage = kenji.locator("article", { hasText: "large, from the train" });
  await receivedMessage.getByRole("link", { name: "Download large.bin" }).waitFor();
  expect(uploadAttemptCount).toBeGreaterThan(1);
  expect(sentUrls.at(-1)).toBe("messages application/json");
  expect(await receivedMessage.count()).toBe(1);
});

test("a file of a message is deleted for everybody; a message without text is deleted with its last file", async () => {
  const aiko = await signInAs("aiko", "en");
  const an = await signInAs("an", "en");
  await openRoom(aiko, "さくら予約アプリ");
  await openRoom(an, "さくら予約アプリ");
  const createTextFile = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
  await aiko.setInputFiles("input[data-attach]", [
    createTextFile("wrong-one.txt"),
    createTextFile("right-one.txt"),
  ]);
  await aiko.locator('li[data-state="done"]').nth(1).waitFor();
  await aiko.locator("textarea").press("Enter");
  const receivedMessage = an.locator("article", { hasText: "right-one.txt" });
  await receivedMessage.getByText("wrong-one.txt").waitFor();

  // The writer deletes the file by keyboard, with the message's menu.
  const ownMessage = aiko.locator("article", { hasText: "right-one.txt" });
  await ownMessage.locator("[data-message]").focus();
  await ownMessage.getByLabel("More", { exact: true }).press("Enter");
  await aiko.getByRole("menuitem", { name: "Delete files" }).press("Enter");
  const dialog = aiko.getByRole("dialog", { name: "Delete files" });
  await dialog.getByRole("button", { name: "Delete wrong-one.txt" }).press("Enter");
  const question = aiko.getByRole("dialog", { name: "Delete “wrong-one.txt”?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Delete wrong-one.txt" }).click();
  await question.getByText("The file is deleted for everyone.").waitFor();
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await receivedMessage.getByText("wrong-one.txt").waitFor({ state: "detached" });
  expect(await receivedMessage.getByText("right-one.txt").count()).toBe(1);

  // The person neither wrote the message nor owns the room, so the menu does not offer "Delete files".
  await receivedMessage.hover();
  await receivedMessage.getByLabel("More", { exact: true }).click();
  await an.getByRole("menuitem", { name: "Copy link" }).waitFor();
  expect(await an.getByRole("menuitem", { name: "Delete files" }).count()).toBe(0);

  const address = await receivedMessage
    .getByRole("link", { name: "Download right-one.txt" })
    .getAttribute("href");
  await dialog.getByRole("button", { name: "Delete right-one.txt" }).click();
  const lastDialog = aiko.getByRole("dialog", { name: "Delete “right-one.txt”?" });
  await lastDialog.getByText("it is deleted with the file").waitFor();
  await lastDialog.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await receivedMessage.waitFor({ state: "detached" });
  await an.getByText("Message deleted").last().waitFor();
  expect((await an.request.get(address ?? "")).status()).toBe(404);
});
