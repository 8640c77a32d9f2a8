import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findAxeViolations } from "./axe.ts";
import { openDemo } from "./demo.ts";
import { interceptRequests } from "./intercept.ts";
import type { SignedInDevice } from "./people.ts";

// Typed text stays in a form after a reload, until the form is submitted or the text is discarded.

const { signIn } = await openDemo();

const pressButton = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();
const findRestoredDraftNote = (page: Page) => page.getByText(/^This is what you had written on/);

/** Reloads the page right after a key press, as when somebody reloads by mistake or a session ends. */
async function reloadPage(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole("main").getByRole("heading").first().waitFor();
}

const findProjectId = async ({ call }: SignedInDevice, search: string) => {
  const [foundProject] = await call<{ id: string }[]>(
    "GET",
    `/projects?search=${encodeURIComponent(search)}`,
  );
  return foundProject?.id ?? "";
};
const listDraftNames = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes("draft")));

test("the draft of a reason for declining an invitation stays, can be discarded, and is deleted when it is sent", async () => {
  const linh = await signIn("linh");
  const { page } = linh;
  await page.goto(`/projects/${await findProjectId(linh, "在庫")}`);
  const dialog = page.getByRole("dialog");
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  await pressButton(page, "Decline");
  await reason.fill("Tháng này tôi bận.");
  await reloadPage(page);
  await pressButton(page, "Decline");
  await findRestoredDraftNote(page).waitFor();
  expect(await reason.inputValue()).toBe("Tháng này tôi bận.");
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Start over" }).click();
  await findRestoredDraftNote(page).waitFor({ state: "detached" });
  expect(await reason.inputValue()).toBe("");
  await reason.fill("Tôi đã nhận dự án khác.");
  await dialog.getByRole("button", { name: "Decline", exact: true }).click();
  await page.getByRole("main").getByText("Invitation declined", { exact: true }).first().waitFor();
  await reloadPage(page);
  expect(await listDraftNames(page)).toEqual([]);
});

test("the draft of a new or changed milestone stays, and signing out deletes it", async () => {
  const aiko = await signIn("aiko");
  const { page } = aiko;
  await page.goto(`/projects/${await findProjectId(aiko, "Booking page for visitors")}`);
  const title = page.getByRole("dialog").getByLabel("What is ready then");
  await pressButton(page, "Add milestone");
  await title.fill("Free times are shown");
  await reloadPage(page);
  await pressButton(page, "Change Texts in three languages");
  expect(await title.inputValue()).toBe("Texts in three languages");
  await title.fill("Texts in two languages");
  await reloadPage(page);
  await pressButton(page, "Add milestone");
  await findRestoredDraftNote(page).waitFor();
  expect(await title.inputValue()).toBe("Free times are shown");
  await page.keyboard.press("Escape");
  await pressButton(page, "Change Texts in three languages");
  await findRestoredDraftNote(page).waitFor();
  expect(await title.inputValue()).toBe("Texts in two languages");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("listitem").filter({ hasText: "Texts in two languages" }).waitFor();
  expect(await listDraftNames(page)).toHaveLength(1);
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await listDraftNames(page)).toEqual([]);
});

test("the draft of code stays, also when somebody else saves or deletes the snippet meanwhile", async () => {
  const an = await signIn("an");
  const { page } = an;
  const code = page.getByRole("textbox", { name: "Code", exact: true });
  await page.goto("/codes/new");
  await page.getByLabel("Title").fill("retry.ts");
  await page.getByLabel("Language").selectOption("python");
  await code.fill("export const retry = 3;\n");
  await reloadPage(page);
  await findRestoredDraftNote(page).waitFor();
  expect(await code.inputValue()).toBe("export const retry = 3;\n");
  // The writer has already chosen a language. So the form no longer guesses it from the title.
  await page.getByLabel("Title").fill("retries.ts");
  await code.press("End");
  expect(await page.getByLabel("Language").inputValue()).toBe("python");
  await pressButton(page, "Create snippet");
  await page.waitForURL(/\/codes\/retries-ts-[a-z2-9]{12}$/);
  expect(await listDraftNames(page)).toEqual([]);

  const slug = new URL(page.url()).pathname.split("/").at(-1);
  await page.goto(`/codes/${slug}/edit`);
  await code.fill("export const retry = 4;\n");
  await page.getByText(/^Draft saved on this device/).waitFor();
  await an.call("PATCH", `/codes/${slug}`, {
    version: 1,
    title: "retries.ts",
    description: "",
    language: "typescript",
    content: "export const retry = 5;\n",
  });
  await reloadPage(page);
  await page.getByText(/saved version 2 while you were writing/).waitFor();
  expect(await code.inputValue()).toBe("export const retry = 4;\n");
  // The writer has not edited this field, so the form shows the value that the other person saved.
  expect(await page.getByLabel("Language").inputValue()).toBe("typescript");
  await an.call("DELETE", `/codes/${slug}`);
  await page.reload();
  await page.getByText("export const retry = 4;").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await pressButton(page, "Discard");
  await page.getByText("export const retry = 4;").waitFor({ state: "detached" });
  expect(await listDraftNames(page)).toEqual([]);
});

test("the draft of a corrected memory pair stays, also when somebody else corrects the pair meanwhile", async () => {
  const [linh, kenji] = [await signIn("linh"), await signIn("kenji")];
  const { page } = linh;
  await page.goto("/translations/memory?search=復元");
  const dialog = page.getByRole("dialog");
  const translationField = dialog.getByLabel("Translation");
  const conflictAlert = dialog.getByRole("alert");
  const fillTranslationPair = (text: string) =>
    page
      .getByRole("article")
      .filter({ has: page.locator("p:nth-of-type(2)", { hasText: text }) })
      .getByRole("button", { name: "Edit" })
      .click();
  type TranslationPair = { id: string; target: string; changed_at: string };
  const pairs = await kenji.call<TranslationPair[]>("GET", "/memory?search=復元");
  const firstText = "We have tried restoring from a backup.";
  const pair = pairs.find(({ target }) => target === firstText);
  const ownText = "We have tested restoring from a backup.";
  await fillTranslationPair(firstText);
  await translationField.fill(ownText);
  await reloadPage(page);
  await fillTranslationPair(firstText);
  await findRestoredDraftNote(page).waitFor();
  expect(await translationField.inputValue()).toBe(ownText);
  expect(await conflictAlert.count()).toBe(0);
  // Another person saves the translation pair while the writer's text is only a draft. After a reload, the dialog shows
  // both texts immediately, before the writer tries to save.
  const otherText = "We have tried to restore from a backup.";
  await kenji.call("PATCH", `/memory/${pair?.id}`, { target: otherText, changed_at: pair?.changed_at });
  await reloadPage(page);
  await fillTranslationPair(otherText);
  await conflictAlert.getByText(otherText).waitFor();
  expect(await translationField.inputValue()).toBe(ownText);
  await dialog.getByRole("button", { name: "Start over" }).click();
  expect(await translationField.inputValue()).toBe(otherText);
  await translationField.fill(ownText);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText(ownText).waitFor();
  expect(await listDraftNames(page)).toEqual([]);
});

test("a project that cannot be sent says what to do, and keeps what was typed", async () => {
  const { page } = await signIn("aiko");
  await page.goto("/projects/new");
  const name = page.getByLabel("Name");
  const pressCreateProject = () => pressButton(page, "Create project");
  const failureAlert = page.getByRole("main").getByRole("alert");
  await name.fill("倉庫の在庫");
  await page.getByText(/Draft saved on this device/).waitFor();
  // The draft contains more files than a project may have, as when two hosts attach files at the same time. No single
  // field has the error, so it is shown for the whole form.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((storageKey) => storageKey.startsWith("project-draft ")) ?? "";
    const draft = JSON.parse(localStorage.getItem(key) ?? "");
    draft.files = Array.from({ length: 11 }, (_, index) => ({
      id: `00000000-0000-7000-8000-0000000000${index + 10}`,
      name: `${index}.txt`,
      type: "text/plain",
      category: "application",
      size: 1,
      width: null,
      height: null,
    }));
    localStorage.setItem(key, JSON.stringify(draft));
  });
  await reloadPage(page);
  await pressCreateProject();
  await failureAlert.filter({ hasText: "Choose at most 10." }).waitFor();
  await page.getByRole("button", { name: "Remove 10.txt" }).click();

  await page.getByLabel("Description").fill("棚卸しを楽にします。");
  await page.getByLabel("Category").selectOption({ index: 1 });
  await page
    .getByLabel("Start date")
    .fill(new Date(Date.now() + 9 * 24 * 3600_000).toISOString().slice(0, 10));
  await page.getByLabel("Lowest cost").fill("1,000");
  await page.getByLabel("Highest cost").fill("2,000");
  await page.getByLabel("Currency").selectOption({ index: 1 });
  await page.getByLabel("Duration").fill("3か月");
  await page.getByLabel("Skills").fill("TypeScript");
  const error = { code: "ERR.MALFORMED", message: "The request could not be read." };
  await interceptRequests(page, "**/api/projects", (route) =>
    route.fulfill({ status: 400, json: { error } }),
  );
  await pressCreateProject();
  await page.getByRole("dialog").getByRole("button", { name: "Create project" }).click();
  await failureAlert
    .filter({ hasText: "The request could not be read. What you have written is kept: reload the page" })
    .waitFor();
  await failureAlert.getByRole("button", { name: "Reload" }).click();
  await findRestoredDraftNote(page).waitFor();
  expect(await name.inputValue()).toBe("倉庫の在庫");
  expect(await page.getByLabel("Skills").inputValue()).toBe("TypeScript");
});

test("when one of two tabs with a form sends its text, the draft of the other tab stays", async () => {
  const { page, context, call } = await signIn("an");
  const body = { title: "tabs.ts", description: "", language: "typescript", content: "1", project_id: null };
  const { slug } = await call<{ slug: string }>("POST", "/codes", body);
  const otherTab = await context.newPage();
  const findCodeField = (tab: Page) => tab.getByRole("textbox", { name: "Code", exact: true });
  // Both tabs edit the same snippet and share one stored draft. The first tab types last, so the draft contains the
  // text of the first tab. When the first tab saves, the draft is deleted. The second tab must then store its own text
  // as the draft.
  for (const [tab, text] of [
    [otherTab, "theirs"],
    [page, "mine"],
  ] as const) {
    await tab.goto(`/codes/${slug}/edit`);
    await findCodeField(tab).fill(text);
    await tab.getByText(/^Draft saved on this device/).waitFor();
  }
  await pressButton(page, "Save");
  await page.waitForURL(new RegExp(`/codes/${slug}$`));
  await expect.poll(() => listDraftNames(otherTab)).not.toEqual([]);
  await reloadPage(otherTab);
  await otherTab.getByText(/saved version 2 while you were writing/).waitFor();
  expect(await findCodeField(otherTab).inputValue()).toBe("theirs");
  // Another person deletes the snippet. When the writer then saves, the page reports the deletion, and shows the
  // unsaved text.
  await findCodeField(otherTab).fill("theirs, longer");
  await call("DELETE", `/codes/${slug}`);
  await otherTab.getByRole("button", { name: "Save mine as version 3" }).click();
  await otherTab.getByText("Snippet not found").waitFor();
  await otherTab.getByText("theirs, longer").waitFor();
  await pressButton(otherTab, "Discard");
  await otherTab.close();
});

/** Lets the next POST to this URL reach the server, but drops the response. */
async function dropNextResponse(page: Page, address: string): Promise<void> {
  let isResponseLost = false;
  await interceptRequests(page, address, async (route) => {
    if (isResponseLost || route.request().method() !== "POST") return route.continue();
    isResponseLost = true;
    await route.fetch();
    await route.abort("connectionreset");
  });
}

test("a milestone and a project whose answer was lost are created once, also after a reload", async () => {
  const aiko = await signIn("aiko");
  const { page, call } = aiko;
  const id = await findProjectId(aiko, "Booking page for visitors");
  const dialog = page.getByRole("dialog");
  await page.goto(`/projects/${id}`);
  await pressButton(page, "Add milestone");
  await dialog.getByLabel("What is ready then").fill("Asked twice");
  await dialog.getByLabel("Day").fill("2027-05-20");
  await dropNextResponse(page, `**/api/projects/${id}/milestones`);
  await dialog.getByRole("button", { name: "Add milestone" }).click();
  await dialog.getByRole("alert").waitFor();
  await reloadPage(page);
  await pressButton(page, "Add milestone");
  await dialog.getByRole("button", { name: "Add milestone" }).click();
  await dialog.waitFor({ state: "detached" });
  const plan = await call<{ title: string }[]>("GET", `/projects/${id}/milestones`);
  expect(plan.filter(({ title }) => title === "Asked twice")).toHaveLength(1);

  await page.goto("/projects/new");
  await page.getByLabel("Name").fill("Created twice");
  await page.getByLabel("Description").fill("A page");
  await page.getByLabel("Category").selectOption({ index: 1 });
  await page.getByLabel("Start date").fill("2027-05-20");
  await page.getByLabel("Lowest cost").fill("100");
  await page.getByLabel("Highest cost").fill("200");
  await page.getByLabel("Currency").selectOption({ index: 1 });
  await page.getByLabel("Duration").fill("A month");
  await page.getByLabel("Skills").fill("React");
  await dropNextResponse(page, "**/api/projects");
  const pressCreateProject = async () => {
    await pressButton(page, "Create project");
    await dialog.getByRole("button", { name: "Create project" }).click();
  };
  await pressCreateProject();
  await page.getByRole("main").getByRole("alert").waitFor();
  await reloadPage(page);
  await findRestoredDraftNote(page).waitFor();
  await pressCreateProject();
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}$/);
  const foundProjects = await call<{ name: string }[]>("GET", "/projects?search=twice&part=host");
  expect(foundProjects.map(({ name }) => name)).toEqual(["Created twice"]);
  expect(await listDraftNames(page)).toEqual([]);
});
