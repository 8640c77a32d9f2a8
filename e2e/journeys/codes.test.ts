import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findAxeViolations } from "../axe.ts";
import { openDemo } from "../demo.ts";
import { expectFocused } from "../focus.ts";
import { findStoredMessage, type SignedInDevice } from "../people.ts";

// The people of a project write, discuss, change and delete a code snippet. Then one of them loses access to it.

const { signIn } = await openDemo();

const projectName = "さくら予約アプリ";
const initialCode = "export function retry(times: number) {\n\treturn times > 0;\n}\n";

const pressButton = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();
const findCodeField = (page: Page) => page.getByRole("textbox", { name: "Code", exact: true });

async function openEditor(page: Page, slug: string): Promise<void> {
  await page.goto(`/codes/${slug}/edit`);
  await findCodeField(page).waitFor();
}

/** Creates a snippet that the project's members can read. Returns its slug, the last part of its URL. */
async function createSnippet({ page }: SignedInDevice): Promise<string> {
  await page.goto("/codes");
  await page.getByRole("link", { name: "New snippet" }).first().click();
  await page.getByLabel("Title").fill("retry.ts");
  await findCodeField(page).fill("x".repeat(100_001));
  await page.getByLabel("Who can read it").selectOption({ label: projectName });
  await pressButton(page, "Create snippet");
  await page.getByText("This is too long: 100 kB of text at most.").waitFor();
  // The form has guessed the programming language from the ending of the title (`.ts`).
  expect(await page.getByLabel("Language").inputValue()).toBe("typescript");
  expect(await findAxeViolations(page)).toEqual([]);
  await findCodeField(page).fill(initialCode);
  await pressButton(page, "Create snippet");
  await page.waitForURL(/\/codes\/retry-ts-[a-z2-9]{12}$/);
  await page.locator("code span", { hasText: /^export$/ }).waitFor();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

test("a snippet is written, discussed in the team's room, changed by two people at once, and lost by a member who is removed", async () => {
  const [an, aiko, kenji] = [await signIn("an"), await signIn("aiko"), await signIn("kenji")];
  const slug = await createSnippet(an);
  await pressButton(an.page, "Discuss");
  const dialog = an.page.getByRole("dialog");
  await expect.poll(() => dialog.getByRole("radio", { name: projectName }).first().isChecked()).toBe(true);
  await dialog.getByLabel("What you want to say (optional)").fill("Xem giúp mình nhé");
  await dialog.getByRole("button", { name: "Send" }).click();
  await an.page.waitForURL(/\/chat\/.*message=/);
  await findStoredMessage(an.page, "Xem giúp mình nhé").waitFor();

  // A colleague opens the snippet from a chat message, copies its code, and gets a link to two of its lines.
  await kenji.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await kenji.page.goto(new URL(an.page.url()).pathname);
  const kenjiPage = kenji.page;
  const message = findStoredMessage(kenjiPage, "Xem giúp mình nhé");
  await message.getByRole("link", { name: /^TypeScript · .*retry\.ts/ }).waitFor();
  // The link leads to a page of this site, so it opens in the same tab.
  await message.getByRole("link", { name: slug }).click();
  await kenjiPage.waitForURL(new RegExp(`/codes/${slug}$`));
  await pressButton(kenjiPage, "Copy");
  await kenjiPage.getByText("Code copied").waitFor();
  expect(await kenjiPage.evaluate("navigator.clipboard.readText()")).toBe(initialCode);
  await kenjiPage.getByLabel("Lines").fill("3-2");
  await kenjiPage.getByLabel("Lines").press("Enter");
  await kenjiPage.waitForURL(/#L2-L3$/);
  await kenjiPage.locator('[data-lines="#L2-L3"]').waitFor();
  expect(await kenjiPage.getByRole("link", { name: "Edit" }).count()).toBe(0);
  expect(await findAxeViolations(kenjiPage)).toEqual([]);

  // The snippet's author and a host of the project edit the snippet at the same time. The person who saves last loses
  // no text.
  await openEditor(an.page, slug);
  await openEditor(aiko.page, slug);
  await findCodeField(an.page).fill(`${initialCode}// of An\n`);
  await findCodeField(aiko.page).fill(`${initialCode}// of Aiko\n`);
  await pressButton(an.page, "Save");
  await an.page.waitForURL(new RegExp(`/codes/${slug}$`));
  await pressButton(aiko.page, "Save");
  const warningAlert = aiko.page.getByRole("alert", {
    name: "Nguyễn Văn An saved version 2 while you were writing",
  });
  await expectFocused(warningAlert);
  await aiko.page.getByRole("row").filter({ hasText: "// of Aiko" }).waitFor();
  await aiko.page.getByRole("row").filter({ hasText: "// of An" }).waitFor();
  expect(await findCodeField(aiko.page).inputValue()).toBe(`${initialCode}// of Aiko\n`);
  expect(await findAxeViolations(aiko.page)).toEqual([]);
  await pressButton(aiko.page, "Save mine as version 3");
  await aiko.page.waitForURL(new RegExp(`/codes/${slug}$`));

  await aiko.page.getByRole("tab", { name: "Versions" }).click();
  await aiko.page.getByRole("row").filter({ hasText: "// of An" }).waitFor();
  await pressButton(aiko.page, "Restore Version 1");
  await aiko.page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await aiko.page.getByText("As version 1").waitFor();
  expect(await findAxeViolations(aiko.page)).toEqual([]);
  const rawResponse = await aiko.context.request.get(`/api/codes/${slug}/raw`);
  expect(await rawResponse.text()).toBe(initialCode);

  // The snippet's author deletes it by mistake, and undoes the deletion.
  await an.page.reload();
  await pressButton(an.page, "Delete snippet");
  await an.page.waitForURL(/\/codes$/);
  const snippetLink = an.page.getByRole("link", { name: "retry.ts" });
  await snippetLink.waitFor({ state: "detached" });
  await an.page.getByRole("button", { name: "Undo" }).click();
  await snippetLink.click();
  await an.page.waitForURL(new RegExp(`/codes/${slug}$`));
  await an.page.locator("code span", { hasText: /^export$/ }).waitFor();

  await kenjiPage.getByRole("tab", { name: "Conversations" }).click();
  await kenjiPage.getByRole("link", { name: /Nguyễn Văn An.*Xem giúp mình nhé/ }).waitFor();

  // A person who is removed from the project can no longer open its code.
  const projects = await aiko.call<{ id: string; name: string }[]>("GET", "/projects?part=host");
  const project = projects.find(({ name }) => name === projectName);
  const { id } = await kenji.call<{ id: string }>("GET", "/users/info");
  await aiko.call("POST", `/projects/${project?.id}/members/${id}/remove`);
  await kenjiPage.reload();
  await kenjiPage.getByText("Snippet not found").first().waitFor();
  // The removed person's list has no snippet of the project, not even those that this person wrote.
  const listResponse = kenjiPage.waitForResponse(
    (response) => new URL(response.url()).pathname === "/api/codes",
  );
  await kenjiPage.goto("/codes");
  const titles = ((await (await listResponse).json()) as { data: { title: string }[] }).data.map(
    ({ title }) => title,
  );
  expect(titles).not.toContain("retry.ts");
  expect(titles).not.toContain("deploy-staging.sh");
  // The start page says who removed this person from the project. The note stays until the person dismisses it.
  await kenjiPage.goto("/home");
  const removalNote = kenjiPage
    .getByRole("listitem")
    .filter({ hasText: `Aiko Tanaka removed you from the project “${projectName}”.` });
  await removalNote.waitFor();
  expect(await findAxeViolations(kenjiPage)).toEqual([]);
  await removalNote.getByRole("button", { name: "Got it" }).click();
  await removalNote.waitFor({ state: "detached" });
});

test("with the keyboard a version of a snippet is restored, and the focus stays at a useful control", async () => {
  const { page, call } = await signIn("an");
  const body = { title: "keys.ts", description: "", language: "typescript", content: "1", project_id: null };
  const { slug } = await call<{ slug: string }>("POST", "/codes", body);
  await call("PATCH", `/codes/${slug}`, { version: 1, content: "2" });
  await page.goto(`/codes/${slug}?tab=versions`);
  const restoreButton = page.getByRole("button", { name: "Restore Version 1" });
  await restoreButton.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("As version 1").waitFor();
  await expectFocused(restoreButton);
  // The author deletes the snippet, restores it, and deletes it for good. Each time, the focus stays in the list of
  // snippets and does not jump to the search field.
  const snippets = page.getByRole("region", { name: "Code" });
  const isFocusInSnippets = () => snippets.evaluate((region) => region.matches(":focus-within"));
  await page.getByRole("button", { name: "Delete snippet" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/codes$/);
  await expectFocused(page.getByRole("heading", { level: 1, name: "Code" }));
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await snippets.getByRole("link", { name: "keys.ts" }).waitFor();
  await expect.poll(isFocusInSnippets).toBe(true);
  await call("DELETE", `/codes/${slug}`);
  await page.goto("/codes?trash=true");
  await snippets.getByRole("button", { name: "Delete for good" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("The trash is empty").waitFor();
  await expectFocused(snippets.getByRole("button", { name: "Back to all snippets" }));
});
