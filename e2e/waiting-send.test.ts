import { randomUUID } from "node:crypto";
import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { drawPicture } from "./draw.ts";
import { interceptRequests } from "./intercept.ts";
import {
  createSharedGroup,
  findMessageByWords,
  findMessageComposer,
  findStoredMessage,
  phoneOptions,
  writeMessage,
} from "./people.ts";

// A person presses Enter while a file is still uploading, or after the server refused the file. The message then waits,
// and is not sent without its files.

const { signIn } = await openDemo();

/** Delays every upload until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  let releaseUploads = () => {};
  const uploadsReleased = new Promise<void>((resolve) => {
    releaseUploads = resolve;
  });
  await interceptRequests(page, "**/api/uploads**", async (route) => {
    await uploadsReleased;
    await route.continue();
  });
  return releaseUploads;
}

test("a message waits for its uploads and is then sent, unless it is cancelled", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  await createSharedGroup(aiko, linh);
  const { page } = aiko;
  const releaseUploads = await holdUploads(page);
  const buffer = await drawPicture(page, 40, 30);
  await page.setInputFiles("input[data-attach]", { name: "plan.png", mimeType: "image/png", buffer });
  await page.locator('li[data-state="uploading"]').waitFor();
  await findMessageComposer(page).fill("with the plan");
  const waitingNote = page.getByText("Waiting for 1 file, then it is sent.");

  // A waiting message can be cancelled in three ways: with its button, with Escape, and by typing.
  await findMessageComposer(page).press("Enter");
  await waitingNote.waitFor();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await waitingNote.waitFor({ state: "detached" });
  await findMessageComposer(page).press("Enter");
  await waitingNote.waitFor();
  await findMessageComposer(page).press("Escape");
  await waitingNote.waitFor({ state: "detached" });
  await findMessageComposer(page).press("Enter");
  await waitingNote.waitFor();
  await findMessageComposer(page).press("!");
  await waitingNote.waitFor({ state: "detached" });
  expect(await findMessageComposer(page).inputValue()).toBe("with the plan!");

  await findMessageComposer(page).press("Enter");
  await waitingNote.waitFor();
  releaseUploads();
  await findMessageByWords(linh.page, "with the plan!")
    .getByRole("button", { name: "Open plan.png" })
    .waitFor();
  expect(await findMessageComposer(page).inputValue()).toBe("");
});

test("a refused file that blocks a send is named, and nothing is lost", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  await createSharedGroup(aiko, linh);
  const { page } = aiko;
  const emptyFile = { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) };
  await page.setInputFiles("input[data-attach]", emptyFile);
  await page.locator('li[data-state="failed"]').waitFor();
  await findMessageComposer(page).fill("with nothing");
  await findMessageComposer(page).press("Enter");
  await page.getByText("Not sent. empty.txt:").waitFor();
  expect(await findMessageComposer(page).inputValue()).toBe("with nothing");
  await page.getByRole("button", { name: "Remove empty.txt" }).click();
  await findMessageComposer(page).press("Enter");
  await findMessageByWords(linh.page, "with nothing").waitFor();
});

test("a message that waits for its uploads is sent even when its writer opens another page", async () => {
  const [aiko, linh] = [await signIn("aiko", phoneOptions), await signIn("linh")];
  const id = await createSharedGroup(aiko, linh);
  const { page } = aiko;
  await page.goto("/chat");
  const row = page.locator(`a[href="/chat/${id}"]`);
  await row.tap();
  await findMessageComposer(page).waitFor();
  const releaseUploads = await holdUploads(page);
  const buffer = await drawPicture(page, 40, 30);
  await page.setInputFiles("input[data-attach]", { name: "site.png", mimeType: "image/png", buffer });
  await page.locator('li[data-state="uploading"]').waitFor();
  await findMessageComposer(page).fill("how it looks today");
  await page.getByRole("button", { name: "Send", exact: true }).tap();
  await page.getByText("Waiting for 1 file, then it is sent.").waitFor();
  await page.evaluate("history.back()");
  await findMessageComposer(page).waitFor({ state: "detached" });
  releaseUploads();
  await findMessageByWords(linh.page, "how it looks today")
    .getByRole("button", { name: "Open site.png" })
    .waitFor();
  await row.tap();
  await findMessageByWords(page, "how it looks today").waitFor();
  expect(await findMessageComposer(page).inputValue()).toBe("");
});

test("removing the last file from a waiting message cancels the send", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  await createSharedGroup(aiko, linh);
  const { page } = aiko;
  await holdUploads(page);
  const buffer = await drawPicture(page, 40, 30);
  await page.setInputFiles("input[data-attach]", { name: "wrong.png", mimeType: "image/png", buffer });
  await page.locator('li[data-state="uploading"]').waitFor();
  await findMessageComposer(page).fill("see the picture");
  await findMessageComposer(page).press("Enter");
  await page.getByText("Waiting for 1 file, then it is sent.").waitFor();
  await page.getByRole("button", { name: "Cancel the upload of wrong.png" }).click();
  await page.locator("li[data-state]").waitFor({ state: "detached" });
  expect(await findMessageComposer(page).inputValue()).toBe("see the picture");
  expect(await findMessageByWords(page, "see the picture").count()).toBe(0);
});

test("a message whose files are being stored survives a reload", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  await createSharedGroup(aiko, linh);
  const { page, context } = aiko;
  const buffer = await drawPicture(page, 40, 30);
  const attachFile = async () => {
    await page.setInputFiles("input[data-attach]", { name: "plan.png", mimeType: "image/png", buffer });
    await page.locator("li[data-state]").waitFor();
  };
  await writeMessage(page, "the plan follows");
  await findStoredMessage(page, "the plan follows").waitFor();
  await findMessageComposer(page).fill("kept with its plan");
  // Slows down the browser's database, as if the device needed much time to write the file.
  await page.evaluate(`{
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...given) {
      const request = put.apply(this, given);
      const goOn = () => { this.get("").onsuccess = goOn; };
      if (this.name === "outbox") { window.__stores = true; goOn(); }
      return request;
    };
  }`);
  await context.setOffline(true);
  await attachFile();
  await findMessageComposer(page).press("Enter");
  await page.waitForFunction("window.__stores");
  await context.setOffline(false);
  await page.reload();
  await findStoredMessage(page, "the plan follows").waitFor();
  await expect.poll(() => findMessageComposer(page).inputValue()).toBe("kept with its plan");

  // The browser has stored the message with its file, so the composer is empty. After a reload, the page sends the
  // message with its file.
  await context.setOffline(true);
  await attachFile();
  await findMessageComposer(page).press("Enter");
  await findMessageByWords(page, "kept with its plan").waitFor();
  await expect.poll(() => findMessageComposer(page).inputValue()).toBe("");
  expect(await page.locator("li[data-state]").count()).toBe(0);
  await context.setOffline(false);
  await page.reload();
  await findMessageByWords(linh.page, "kept with its plan")
    .getByRole("button", { name: "Open plan.png" })
    .waitFor();
  await findStoredMessage(page, "kept with its plan").waitFor();
  expect(await page.locator("article", { hasText: "kept with its plan" }).count()).toBe(1);
  expect(await findMessageComposer(page).inputValue()).toBe("");
});

test("a link opens its message in a room with unsent messages", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const id = await createSharedGroup(aiko, linh);
  await linh.page.close();
  const { page } = aiko;
  const sentMessageIds: string[] = [];
  for (let index = 1; index <= 120; index++) {
    const body = { client_id: randomUUID(), content: `message ${index}\n${"and more\n".repeat(9)}` };
    sentMessageIds.push((await linh.call<{ id: string }>("POST", `/conversations/${id}/messages`, body)).id);
  }
  await page.locator(`#message-${sentMessageIds.at(-1)}`).waitFor();
  // Lets the POST request wait forever, so that the message stays unsent.
  await interceptRequests(page, `**/api/conversations/${id}/messages`, (route) =>
    route.request().method() === "POST" ? undefined : route.fallback(),
  );
  await writeMessage(page, "on its way");
  await findMessageByWords(page, "on its way").waitFor();
  // After a reload, the page sends the message that the browser has stored. When this request is sent, the page must
  // have read the stored message.
  const isSendRequest = (request: Request) =>
    request.method() === "POST" && request.url().endsWith(`${id}/messages`);
  await Promise.all([page.waitForRequest(isSendRequest), page.reload()]);
  for (const mid of [sentMessageIds[0], sentMessageIds[60]]) {
    await Promise.all([page.waitForRequest(isSendRequest), page.goto(`/chat/${id}?message=${mid}`)]);
    await expect.poll(() => isInSight(page, `#message-${mid}`)).toBe(true);
  }
});

/** Returns whether the vertical middle of this message is in the visible part of the list. */
const isInSight = (page: Page, name: string) =>
  page.locator(name).evaluate((row) => {
    const [rowBox, listBox] = [row, row.closest("section") ?? row].map((element) =>
      element.getBoundingClientRect(),
    );
    const middleY = ((rowBox?.top ?? 0) + (rowBox?.bottom ?? 0)) / 2;
    return middleY > (listBox?.top ?? 0) && middleY < (listBox?.bottom ?? 0);
  });
