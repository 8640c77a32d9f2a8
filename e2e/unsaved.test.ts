import { randomUUID } from "node:crypto";
import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { drawPicture } from "./draw.ts";
import { expectFocused, openNumberedMessages, waitUntilDetached } from "./focus.ts";
import { holdResponses } from "./hold-back.ts";
import { interceptRequests } from "./intercept.ts";
import { openPageWithLiveEvents } from "./open-live.ts";
import { findMessageByWords, findMessageComposer, type SignedInDevice } from "./people.ts";

// Typed text that is not saved yet stays in its field when new data arrives.

const { server, browser, signIn } = await openDemo();

/** Sends a contact message to the server. Waits until the open admin page has reloaded its counts because of it. */
async function sendContactMessage({ page, call }: SignedInDevice): Promise<void> {
  const countResponse = page.waitForResponse("**/api/admin/waiting");
  await call("POST", "/contact", {
    first_name: "An",
    last_name: "Nguyễn",
    phone: "0912 345 678",
    email: `${randomUUID().slice(0, 8)}@shop.example`,
    country: "VN",
    language: "en",
    message: "Do you build shops?",
  });
  await countResponse;
}

const answerWithError = (route: Route) =>
  route.fulfill({ status: 403, json: { error: { code: "ERR.FORBIDDEN", message: "Not now", fields: {} } } });

test("an unsaved article stays, whether reloading its data succeeds or fails", async () => {
  const emma = await signIn("emma");
  const { page } = emma;
  const [blogPost] = await emma.call<{ id: string }[]>("GET", "/admin/blog/posts");
  await openPageWithLiveEvents(page, `/admin/posts/${blogPost?.id}`);
  const author = page.getByLabel("Author");
  await author.fill("Emma, and not saved");
  await interceptRequests(page, `**/api/admin/blog/posts/${blogPost?.id}`, answerWithError);
  await sendContactMessage(emma);
  expect(await author.inputValue()).toBe("Emma, and not saved");
});

test("an unsent reply stays when the contact message cannot be reloaded", async () => {
  const emma = await signIn("emma");
  const { page } = emma;
  await openPageWithLiveEvents(page, "/admin/contacts");
  await sendContactMessage(emma);
  const [sentContactMessage] = await emma.call<{ id: string }[]>("GET", "/admin/contacts");
  await openPageWithLiveEvents(page, `/admin/contacts/${sentContactMessage?.id}`);
  const reply = page.getByRole("textbox", { name: "Reply" });
  await reply.fill("We do.");
  const address = `**/api/admin/contacts/${sentContactMessage?.id}`;
  await interceptRequests(page, address, answerWithError);
  await Promise.all([page.waitForResponse(address), sendContactMessage(emma)]);
  expect(await reply.inputValue()).toBe("We do.");
});

test("unsaved facts about the firm stay when another admin saves, and do not overwrite theirs", async () => {
  const emma = await signIn("emma");
  const { page } = emma;
  await openPageWithLiveEvents(page, "/admin/firm");
  const [cityField, firmSaveButton] = [
    page.getByRole("textbox", { name: "City" }),
    page.getByRole("button", { name: "Save" }),
  ];
  const saveAsOtherPerson = async (name: string) => {
    const {
      version,
      updated_at: _,
      changed_by: __,
      ...otherFirmFields
    } = await emma.call<{
      version: number;
      city: object;
      updated_at: string;
      changed_by: string;
    }>("GET", "/admin/firm");
    const texts = { en: name, vi: "", ja: "" };
    await emma.call("PATCH", "/admin/firm", { ...otherFirmFields, city: texts, version });
    await Promise.all([page.waitForResponse("**/api/admin/firm"), sendContactMessage(emma)]);
  };
  await cityField.waitFor();
  await saveAsOtherPerson("Hanoi");
  // The admin has not edited this field, so it shows the value that the other person saved.
  await expect.poll(() => cityField.inputValue()).toBe("Hanoi");
  await cityField.fill("Da Nang");
  await saveAsOtherPerson("Hue");
  await firmSaveButton.click();
  await page.getByText("Somebody else saved").or(page.getByRole("alert")).first().waitFor();
  expect(await cityField.inputValue()).toBe("Da Nang");
  await interceptRequests(page, "**/api/admin/firm", answerWithError);
  await Promise.all([page.waitForResponse("**/api/admin/firm"), sendContactMessage(emma)]);
  expect(await cityField.inputValue()).toBe("Da Nang");
});

test("a person removed from the firm's page during their picture's upload does not come back", async () => {
  const { page } = await signIn("emma");
  await page.goto("/admin/firm");
  const people = page.getByRole("textbox", { name: "Name", exact: true });
  for (const [index, name] of ["Aiko", "Kenji"].entries()) {
    await page.getByRole("button", { name: "Add a person" }).click();
    await people.nth(index).fill(name);
  }
  const releasePictureUpload = await holdResponses(page, "**/api/admin/blog/pictures");
  const buffer = await drawPicture(page, 40, 30);
  const picture = { name: "face.png", mimeType: "image/png", buffer };
  const pictureResponse = page.waitForResponse("**/api/admin/blog/pictures");
  await page.locator("input[type=file]").first().setInputFiles(picture);
  await page.getByRole("button", { name: "Move: Aiko" }).press("ArrowDown");
  releasePictureUpload();
  await pictureResponse;
  // Aiko was moved down in the list during the upload. The picture must appear at Aiko's new position, and not at the
  // former one.
  const aiko = page.locator("li", { has: page.getByRole("button", { name: "Move: Aiko" }) });
  await aiko.locator("img").waitFor();
  expect(await page.locator("li img").count()).toBe(1);
  expect(
    await people.evaluateAll((inputElements) =>
      inputElements.map((field) => (field as HTMLInputElement).value),
    ),
  ).toEqual(["Kenji", "Aiko"]);
});

test("an unsaved profile stays when it cannot be reloaded", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const { page } = linh;
  await openPageWithLiveEvents(page, "/profile");
  const address = page.getByLabel("Address", { exact: true });
  await address.fill("12 Bridge Street");
  await interceptRequests(page, "**/api/companies/my-info", answerWithError);
  const { id } = await linh.call<{ id: string }>("GET", "/users/info");
  const room = { kind: "GROUP", name: `Room ${randomUUID().slice(0, 8)}`, user_ids: [id] };
  const { id: roomId } = await aiko.call<{ id: string }>("POST", "/conversations", room);
  const profileResponse = page.waitForResponse("**/api/companies/my-info");
  await aiko.call("POST", `/conversations/${roomId}/messages`, {
    client_id: randomUUID(),
    content: `@[Linh](${id}) are you there?`,
  });
  await profileResponse;
  expect(await address.inputValue()).toBe("12 Bridge Street");
});

test("text typed into a profile while it is being saved stays", async () => {
  const { page } = await signIn("linh");
  await page.goto("/profile");
  const address = page.getByLabel("Address", { exact: true });
  await address.fill("12 Bridge Street");
  const releaseProfileSave = await holdResponses(page, "**/api/companies");
  const profileSaveRequest = page.waitForRequest("**/api/companies");
  await page.getByRole("button", { name: "Save changes" }).click();
  await profileSaveRequest;
  const phone = page.locator("input[name=phone]");
  await phone.fill("0987 654 321");
  releaseProfileSave();
  await page.getByText("Your profile is saved.").waitFor();
  expect(await phone.inputValue()).toBe("0987 654 321");
  expect(await address.inputValue()).toBe("12 Bridge Street");
});

test("text typed after an edit was saved stays, and one's own edit causes no conflict", async () => {
  const aiko = await signIn("aiko");
  const { page } = aiko;
  const receivedFrames: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => receivedFrames.push(String(payload))),
  );
  await openNumberedMessages(browser, server, aiko, 1);
  const field = page.getByLabel("Edit the message");
  const changedElsewhereNote = page.getByText("Changed elsewhere in the meantime");
  await findMessageComposer(page).press("ArrowUp");
  await expectFocused(field);
  await page.keyboard.type(" Saved.");
  // The server stores the edit and sends a live event. The response to the save is delayed and arrives after the event.
  const { promise: editResponseReleased, resolve: releaseEditResponse } = Promise.withResolvers<void>();
  await interceptRequests(page, /\/api\/conversations\/[^/]+\/messages\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    await editResponseReleased;
    await route.fulfill({ response });
  });
  await page.keyboard.press("Enter");
  await page.keyboard.type(" Kept.");
  await expect
    .poll(() => receivedFrames.some((frame) => frame.includes("words number 1. Saved.")))
    .toBe(true);
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  expect(await changedElsewhereNote.count()).toBe(0);
  const saveButton = page.getByRole("button", { name: "Save", exact: true });
  expect(await saveButton.isDisabled()).toBe(true);
  releaseEditResponse();
  await expect.poll(() => saveButton.isEnabled()).toBe(true);
  expect(await field.inputValue()).toBe("words number 1. Saved. Kept.");
  expect(await changedElsewhereNote.count()).toBe(0);
  await saveButton.click();
  await waitUntilDetached(field);
  await findMessageByWords(page, "words number 1. Saved. Kept.").waitFor();
});
