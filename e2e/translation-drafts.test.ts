import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { interceptRequests } from "./intercept.ts";
import { createSharedGroup, phoneOptions, type SignedInDevice } from "./people.ts";

// A translator's draft appears on all devices of this translator. This must work even if a device loses its connection
// or its stored data.

const { signIn } = await openDemo();

const findField = (page: Page) => page.getByRole("textbox", { name: "Translation into Vietnamese" });
/** Resolves when the server has stored a draft. Call this function before the text is typed. */
const waitForDraftSave = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().endsWith("/translations/vi/draft") && response.request().method() === "POST",
  );

async function createTranslationUnit(
  aiko: SignedInDevice,
  linh: SignedInDevice,
): Promise<{ room: string; mid: string; address: string }> {
  const room = await createSharedGroup(aiko, linh);
  const body = { client_id: randomUUID(), content: "明日までに画面を確認してください。" };
  const { id: mid } = await aiko.call<{ id: string }>("POST", `/conversations/${room}/messages`, body);
  return { room, mid, address: `/translations/${mid}?to=vi` };
}
const fetchDraft = ({ call }: SignedInDevice, mid: string) =>
  call<{ content: string; set_aside: string } | null>("GET", `/messages/${mid}/translations/vi/draft`);

test("a translation that was begun on one device is continued on another, and its draft is deleted on both", async () => {
  const [aiko, desktopDevice] = [await signIn("aiko"), await signIn("linh")];
  const { mid, address } = await createTranslationUnit(aiko, desktopDevice);
  await desktopDevice.page.goto(address);
  let draftSaveResponse = waitForDraftSave(desktopDevice.page);
  await findField(desktopDevice.page).fill("Vui lòng kiểm tra màn hình");
  await draftSaveResponse;

  const phone = await signIn("linh", phoneOptions);
  await phone.page.goto(address);
  await expect.poll(() => findField(phone.page).inputValue()).toBe("Vui lòng kiểm tra màn hình");
  draftSaveResponse = waitForDraftSave(phone.page);
  await findField(phone.page).fill("Vui lòng kiểm tra màn hình trước ngày mai.");
  await draftSaveResponse;
  // The open page on the desktop shows the new draft without a reload.
  await expect
    .poll(() => findField(desktopDevice.page).inputValue())
    .toBe("Vui lòng kiểm tra màn hình trước ngày mai.");
  expect(await desktopDevice.page.getByText("You also wrote this").count()).toBe(0);

  // The stored data of this browser is deleted, so the page gets the draft from the server.
  await desktopDevice.page.evaluate("localStorage.clear()");
  await desktopDevice.page.reload();
  await expect
    .poll(() => findField(desktopDevice.page).inputValue())
    .toBe("Vui lòng kiểm tra màn hình trước ngày mai.");

  await phone.page.getByRole("button", { name: "Save", exact: true }).click();
  await phone.page.getByText("Translation saved").waitFor();
  await expect.poll(async () => (await fetchDraft(phone, mid))?.content).toBe("");
  await expect
    .poll(() =>
      desktopDevice.page.evaluate(
        "Object.keys(localStorage).filter((name) => name.startsWith('translation-draft'))",
      ),
    )
    .toEqual([]);
  await desktopDevice.page.reload();
  await expect
    .poll(() => findField(desktopDevice.page).inputValue())
    .toBe("Vui lòng kiểm tra màn hình trước ngày mai.");
});

test("if two devices wrote without a connection, the later text stays and the other is offered", async () => {
  const [aiko, desktopDevice, laptopDevice] = [
    await signIn("aiko"),
    await signIn("linh"),
    await signIn("linh"),
  ];
  const { address } = await createTranslationUnit(aiko, desktopDevice);
  for (const { page } of [desktopDevice, laptopDevice]) {
    await page.goto(address);
    await findField(page).waitFor();
  }
  await desktopDevice.context.setOffline(true);
  await findField(desktopDevice.page).fill("Xem màn hình giúp tôi.");
  const draftSaveResponse = waitForDraftSave(laptopDevice.page);
  await findField(laptopDevice.page).fill("Vui lòng kiểm tra màn hình.");
  await draftSaveResponse;
  const desktopDraftSaveResponse = waitForDraftSave(desktopDevice.page);
  await desktopDevice.context.setOffline(false);
  await desktopDraftSaveResponse;
  for (const { page } of [desktopDevice, laptopDevice]) {
    await expect.poll(() => findField(page).inputValue()).toBe("Vui lòng kiểm tra màn hình.");
    await page.getByText("You also wrote this on another device").waitFor();
    await page.getByText("Xem màn hình giúp tôi.").waitFor();
  }
  await desktopDevice.page.getByRole("button", { name: "Use this one" }).click();
  for (const { page } of [desktopDevice, laptopDevice]) {
    await expect.poll(() => findField(page).inputValue()).toBe("Xem màn hình giúp tôi.");
    await page.getByText("You also wrote this on another device").waitFor({ state: "detached" });
  }
});

test("what was typed offline in an editor that was then closed is saved when the connection is back", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const { mid, address } = await createTranslationUnit(aiko, linh);
  const { page, context } = linh;
  await page.goto(address);
  await page
    .getByRole("region", { name: "Waiting for a translation" })
    .getByRole("listitem")
    .first()
    .waitFor();
  await findField(page).waitFor();
  await context.setOffline(true);
  await findField(page).fill("Vui lòng kiểm tra màn hình.");
  await page.keyboard.press("Alt+ArrowDown");
  await page.waitForURL((url) => !url.pathname.endsWith(mid));
  await context.setOffline(false);
  await expect.poll(async () => (await fetchDraft(linh, mid))?.content).toBe("Vui lòng kiểm tra màn hình.");
});

test("a save that ends late does not take its writer away from the next text, and leaves no draft", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const { mid, address } = await createTranslationUnit(aiko, linh);
  const { page } = linh;
  await page.goto(address);
  await page
    .getByRole("region", { name: "Waiting for a translation" })
    .getByRole("listitem")
    .first()
    .waitFor();
  const draftSaveGate = Promise.withResolvers<void>();
  await interceptRequests(page, `**/messages/${mid}/translations/vi`, async (route) => {
    if (route.request().method() === "POST") await draftSaveGate.promise;
    await route.continue();
  });
  await findField(page).fill("Vui lòng kiểm tra màn hình.");
  const submitRequest = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith(`/${mid}/translations/vi`),
  );
  await page.keyboard.press("Control+Enter");
  await submitRequest;
  await page.keyboard.press("Alt+ArrowDown");
  await page.waitForURL((url) => !url.pathname.endsWith(mid));
  const otherUnitPath = page.url();
  const saveResponse = page.waitForResponse(
    (response) =>
      response.request().method() === "POST" && response.url().endsWith(`/${mid}/translations/vi`),
  );
  draftSaveGate.resolve();
  await saveResponse;
  await page.getByText("Translation saved").waitFor();
  expect(page.url()).toBe(otherUnitPath);
  expect(await fetchDraft(linh, mid)).toMatchObject({ content: "", set_aside: "" });
});

test("both texts of a message that its writer may not read any more can be copied and discarded", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const { room, mid, address } = await createTranslationUnit(aiko, linh);
  for (const [content, edited_at] of [
    ["Máy bàn.", "2026-01-01T11:00:00.000Z"],
    ["Điện thoại.", "2026-01-01T10:00:00.000Z"],
  ])
    await linh.call("POST", `/messages/${mid}/translations/vi/draft`, {
      content,
      edited_at,
      version: 0,
      revision: 1,
    });
  const { id } = await linh.call<{ id: string }>("GET", "/users/info");
  await aiko.call("DELETE", `/conversations/${room}/members?user_id=${id}`);
  const { page } = linh;
  await page.goto(address);
  const draft = page.getByRole("region", { name: "What you had written", exact: true });
  const otherDraftRegion = page.getByRole("region", {
    name: "What you had written on another device or in another tab",
  });
  await draft.getByText("Máy bàn.").waitFor();
  await otherDraftRegion.getByText("Điện thoại.").waitFor();
  await otherDraftRegion.getByRole("button", { name: "Discard" }).click();
  await otherDraftRegion.waitFor({ state: "detached" });
  await expect.poll(() => fetchDraft(linh, mid)).toMatchObject({ content: "Máy bàn.", set_aside: "" });
  await page.reload();
  await draft.getByRole("button", { name: "Discard" }).click();
  await draft.waitFor({ state: "detached" });
  await expect.poll(() => fetchDraft(linh, mid)).toMatchObject({ content: "", set_aside: "" });
});

test("a translator who is removed while they write sees it at once, keeps the text, and another goes on", async () => {
  const [aiko, linh, kenji] = [await signIn("aiko"), await signIn("linh"), await signIn("kenji")];
  const room = await createSharedGroup(aiko, linh, kenji);
  const body = { client_id: randomUUID(), content: "明日までに在庫を数えてください。" };
  const { id: mid } = await aiko.call<{ id: string }>("POST", `/conversations/${room}/messages`, body);
  await aiko.call("POST", `/conversations/${room}/messages/${mid}/mark_for_translation`, {
    marked: true,
    languages: ["vi"],
  });
  const phone = await signIn("linh", phoneOptions);
  await Promise.all([
    linh.page.goto(`/translations/${mid}?to=vi&room=${room}`),
    kenji.page.goto(`/translations?room=${room}`),
    phone.page.goto(`/chat/${room}`),
  ]);
  await phone.page.getByRole("button", { name: "Translate it yourself" }).tap();
  await findField(phone.page).waitFor();
  const draftSaveResponse = waitForDraftSave(linh.page);
  await findField(linh.page).fill("Vui lòng đếm");
  await draftSaveResponse;
  await expect.poll(() => findField(phone.page).inputValue()).toBe("Vui lòng đếm");
  const claimNotice = kenji.page.getByText("Phạm Thùy Linh is translating");
  await claimNotice.waitFor();
  // Delays the request that saves the last typed words until the translator has been removed from the room.
  const draftSaveRelease = Promise.withResolvers<void>();
  await interceptRequests(linh.page, "**/translations/vi/draft", async (route) => {
    if (route.request().method() === "POST") await draftSaveRelease.promise;
    await route.continue();
  });
  await findField(linh.page).fill("Vui lòng đếm hàng tồn kho.");
  const { id } = await linh.call<{ id: string }>("GET", "/users/info");
  await aiko.call("DELETE", `/conversations/${room}/members?user_id=${id}`);

  // The open page says without a reload that the translator can no longer read the message. It keeps the unsaved text.
  await linh.page.getByText("This message is not there any more, or you cannot read it.").waitFor();
  const unsavedTextRegion = linh.page.getByRole("region", { name: "What you had written", exact: true });
  await unsavedTextRegion.getByText("Vui lòng đếm hàng tồn kho.", { exact: true }).waitFor();
  await unsavedTextRegion.getByRole("button", { name: "Copy text" }).waitFor();
  draftSaveRelease.resolve();
  await expect.poll(async () => (await fetchDraft(linh, mid))?.content).toBe("Vui lòng đếm hàng tồn kho.");
  const unsentDraftRegion = phone.page.getByRole("region", { name: "Written here and not sent" });
  await unsentDraftRegion.getByText("Vui lòng đếm").waitFor();
  await unsentDraftRegion.getByRole("button", { name: "Copy text" }).waitFor();

  await claimNotice.waitFor({ state: "detached" });
  await kenji.page.getByRole("link", { name: /在庫を数えてください/ }).click();
  await kenji.page.getByRole("button", { name: "Claim", exact: true }).click();
  await kenji.page.getByText("You are translating this").first().waitFor();
});

test("if a message is deleted, the translation that was begun stays on all devices, with the last words, until it is discarded", async () => {
  const [aiko, desktopDevice, phone] = [
    await signIn("aiko"),
    await signIn("linh"),
    await signIn("linh", phoneOptions),
  ];
  const { room, mid, address } = await createTranslationUnit(aiko, desktopDevice);
  const draft = ({ page }: SignedInDevice) =>
    page.getByRole("region", { name: "What you had written", exact: true });
  for (const { page } of [desktopDevice, phone]) {
    await page.goto(address);
    await findField(page).waitFor();
  }
  const draftSaveResponse = waitForDraftSave(desktopDevice.page);
  await findField(desktopDevice.page).fill("Vui lòng kiểm tra");
  await draftSaveResponse;
  await expect.poll(() => findField(phone.page).inputValue()).toBe("Vui lòng kiểm tra");
  // Delays the request that saves the last typed words until the message has been deleted.
  const lastDraftSave = waitForDraftSave(desktopDevice.page);
  await interceptRequests(desktopDevice.page, "**/translations/vi/draft", async (route) => {
    if (route.request().method() === "POST") await messageDeletion.promise;
    await route.continue();
  });
  const messageDeletion = Promise.withResolvers<void>();
  await findField(desktopDevice.page).fill("Vui lòng kiểm tra màn hình.");
  await aiko.call("DELETE", `/conversations/${room}/messages/${mid}`);
  messageDeletion.resolve();
  await lastDraftSave;
  for (const device of [desktopDevice, phone])
    await draft(device).getByText("Vui lòng kiểm tra màn hình.", { exact: true }).waitFor();
  // The stored data of the phone is deleted. It then gets the draft from the server, like a device that was off when
  // the draft was written.
  await phone.page.evaluate("localStorage.clear()");
  await phone.page.reload();
  await draft(phone).getByText("Vui lòng kiểm tra màn hình.", { exact: true }).waitFor();
  await phone.page.goto("/translations");
  await draft(desktopDevice).getByRole("button", { name: "Discard" }).click();
  for (const device of [desktopDevice, phone]) {
    await device.page.goto(address);
    await device.page.getByText("This message is not there any more, or you cannot read it.").waitFor();
    await expect.poll(() => draft(device).count()).toBe(0);
  }
});

test("a question that was begun is there again after its writer went to another text and back", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const { mid, address } = await createTranslationUnit(aiko, linh);
  const { page } = linh;
  await page.goto(address);
  await page
    .getByRole("region", { name: "Waiting for a translation" })
    .getByRole("listitem")
    .first()
    .waitFor();
  const question = page.getByRole("textbox", { name: "Question to" });
  await page.getByRole("button", { name: "Ask the author" }).click();
  await question.fill("どの画面ですか？");
  await page.keyboard.press("Alt+ArrowDown");
  await page.waitForURL((url) => !url.pathname.endsWith(mid));
  await page.goBack();
  await findField(page).waitFor();
  await expect.poll(() => question.inputValue()).toBe("どの画面ですか？");
  await question.press("Control+Enter");
  await page.getByText("Question posted in the message’s thread").waitFor();
  await page.reload();
  // Searches only among the questions, because the thread next to the message may contain the same text.
  await page.getByRole("region", { name: "Questions to the author" }).getByText("どの画面ですか？").waitFor();
  expect(await question.count()).toBe(0);
});

test("two tabs of one translator that save different texts at once lose neither, and say what happened", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  const { mid, address } = await createTranslationUnit(aiko, linh);
  const [firstTab, otherTab] = [linh.page, await linh.context.newPage()];
  for (const page of [firstTab, otherTab]) {
    await page.goto(address);
    await findField(page).waitFor();
  }
  const submitRelease = Promise.withResolvers<void>();
  const isSubmitRequest = (request: { method(): string; url(): string }) =>
    request.method() === "POST" && request.url().endsWith(`/messages/${mid}/translations/vi`);
  await interceptRequests(firstTab, `**/messages/${mid}/translations/vi`, async (route) => {
    if (isSubmitRequest(route.request())) await submitRelease.promise;
    await route.continue();
  });
  await findField(firstTab).fill("Vui lòng kiểm tra màn hình.");
  // Both tabs show the same draft, so text that is typed in one tab appears in the other.
  await expect.poll(() => findField(otherTab).inputValue()).toBe("Vui lòng kiểm tra màn hình.");
  const submitRequest = firstTab.waitForRequest(isSubmitRequest);
  await firstTab.keyboard.press("Control+Enter");
  await submitRequest;
  await findField(otherTab).fill("Nhờ bạn xem màn hình.");
  await otherTab.keyboard.press("Control+Enter");
  await otherTab.getByText("Translation saved").waitFor();
  submitRelease.resolve();
  await firstTab.getByText("Your text came too late and was not published.").waitFor();
  const { unit } = await linh.call<{ unit: { translation: { content: string; version: number } } }>(
    "GET",
    `/messages/${mid}/translations/vi`,
  );
  expect(unit.translation).toMatchObject({ content: "Nhờ bạn xem màn hình.", version: 1 });
  // The server refused the text, because another translation was saved first. The text stays in the field, with a
  // notice, and can be saved from there.
  await expect.poll(() => findField(firstTab).inputValue()).toBe("Vui lòng kiểm tra màn hình.");
  await firstTab.getByText("Another translation was saved in the meantime:").waitFor();
  await firstTab.getByRole("button", { name: "Continue with my text" }).click();
  await firstTab.getByRole("button", { name: "Save", exact: true }).click();
  await firstTab.getByText("Translation saved").waitFor();
  await otherTab.goto(address);
  await expect.poll(() => findField(otherTab).inputValue()).toBe("Vui lòng kiểm tra màn hình.");
});
