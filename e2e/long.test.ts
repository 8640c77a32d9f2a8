import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { expectFocused } from "./focus.ts";
import {
  createSharedGroup,
  findMessageByWords,
  findMessageComposer,
  phoneOptions,
  type SignedInDevice,
  writeMessage,
} from "./people.ts";

const { signIn, signInWithOwnContext } = await openDemo();

const sendMessageAs = ({ call }: SignedInDevice, conversationId: string, content: string) =>
  call<{ id: string }>("POST", `/conversations/${conversationId}/messages`, {
    client_id: randomUUID(),
    content,
  });
const longReport = Array.from({ length: 120 }, (_, line) => `line ${line + 1} of the report`).join("\n");

test("a long message shows its beginning, and a press unfolds it in place", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createSharedGroup(aiko, emma);
  const { id: mid } = await sendMessageAs(aiko, id, longReport);
  await sendMessageAs(aiko, id, "after the report");
  await findMessageByWords(emma.page, "after the report").waitFor();
  const row = emma.page.locator(`#message-${mid}`);
  const showAllButton = row.getByRole("button", { name: "Show all" });
  const readHeight = async () => (await row.boundingBox())?.height ?? 0;
  const expectTextFocused = () =>
    expect.poll(() => emma.page.evaluate("document.activeElement.matches('[data-message]')")).toBe(true);
  await expectFocused(findMessageComposer(emma.page));
  await showAllButton.focus();
  await emma.page.evaluate("document.fonts.ready.then(() => null)");
  await (await row.elementHandle())?.waitForElementState("stable");
  expect(await readHeight()).toBeLessThan(700);
  const topPixels = (await row.boundingBox())?.y ?? 0;
  await emma.page.keyboard.press("Enter");
  await showAllButton.waitFor({ state: "detached" });
  await expect.poll(readHeight).toBeGreaterThan(2_000);
  await expect.poll(async () => Math.abs(((await row.boundingBox())?.y ?? 0) - topPixels)).toBeLessThan(2);
  await expectTextFocused();
  // The keyboard presses "Show less", and the message collapses. Its row becomes shorter, but must stay visible.
  const showLessButton = row.getByRole("button", { name: "Show less" });
  await showLessButton.focus();
  await emma.page.keyboard.press("Enter");
  await showAllButton.waitFor();
  await expect.poll(readHeight).toBeLessThan(700);
  await expect.poll(async () => (await row.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(0);
  await expectTextFocused();
});

test("scrolling inside a folded message unfolds it, and a link to it shows it all", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createSharedGroup(aiko, emma);
  const { id: mid } = await sendMessageAs(aiko, id, longReport);
  const row = emma.page.locator(`#message-${mid}`);
  const showAllButton = row.getByRole("button", { name: "Show all" });
  await showAllButton.waitFor();
  // Scrolls inside the collapsed text. The browser does the same when "find in page" finds a word in the hidden part.
  // The page must then expand the text.
  await showAllButton.locator("xpath=preceding-sibling::div[last()]").evaluate((collapsedBlock) => {
    collapsedBlock.scrollTop = 500;
  });
  await showAllButton.waitFor({ state: "detached" });
  await aiko.page.goto(`/chat/${id}?message=${mid}`);
  await aiko.page.locator(`#message-${mid}`).waitFor();
  expect(await aiko.page.getByRole("button", { name: "Show all" }).count()).toBe(0);
  await aiko.page.getByRole("button", { name: "Show less" }).click();
  await aiko.page.getByRole("button", { name: "Show all" }).waitFor();
});

test("a browser search that matches the folded part unfolds the message", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createSharedGroup(aiko, emma);
  const { id: mid } = await sendMessageAs(aiko, id, `${longReport}\n`.repeat(3));
  const row = emma.page.locator(`#message-${mid}`);
  await row.getByRole("button", { name: "Show all" }).waitFor();
  const hiddenPart = row.locator('[hidden="until-found"]');
  expect(await hiddenPart.textContent()).toContain("line 120 of");
  await hiddenPart.evaluate((element) => element.dispatchEvent(new Event("beforematch")));
  await row.getByRole("button", { name: "Show less" }).waitFor();
  await expect.poll(() => hiddenPart.textContent()).toBe("");
  await expect
    .poll(async () => (await row.locator("[data-message]").textContent())?.match(/line 120 of/g)?.length)
    .toBe(3);
});

test("a code block is copied exactly as written", async () => {
  const [aiko, emma] = [
    await signIn("aiko"),
    await signIn("emma", { permissions: ["clipboard-read", "clipboard-write"] }),
  ];
  const id = await createSharedGroup(aiko, emma);
  await sendMessageAs(aiko, id, "```ts\nconst a = 1;\n\n  const b = a;\n```");
  await findMessageByWords(emma.page, "const a").hover();
  await emma.page.getByRole("button", { name: "Copy", exact: true }).click();
  await emma.page.getByText("Code copied").waitFor();
  expect(await emma.page.evaluate("navigator.clipboard.readText()")).toBe("const a = 1;\n\n  const b = a;");
});

test("without the clipboard API, as over http, copying still works or says that it failed", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signInWithOwnContext("emma")];
  const { page } = emma;
  await emma.context.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  const id = await createSharedGroup(aiko, emma);
  await sendMessageAs(aiko, id, "```ts\nconst a = 1;\n\n  const b = a;\n```");
  await findMessageByWords(page, "const a").hover();
  const copyButton = page.getByRole("button", { name: "Copy", exact: true });
  await copyButton.click();
  await page.getByText("Code copied").waitFor();
  await findMessageComposer(page).click();
  await page.keyboard.press("ControlOrMeta+V");
  expect(await findMessageComposer(page).inputValue()).toBe("const a = 1;\n\n  const b = a;");

  await page.evaluate("document.execCommand = () => false");
  await findMessageByWords(page, "const a").hover();
  await copyButton.click();
  await page.getByText("This could not be copied.").waitFor();
});

test("Ctrl+B and Ctrl+I format the selection, keep mentions, and can be undone", async () => {
  const [aiko, an] = [await signIn("aiko"), await signIn("an")];
  await createSharedGroup(aiko, an);
  const { page } = aiko;
  await findMessageComposer(page).pressSequentially("ask @ngu");
  await page.getByRole("option", { name: "Nguyễn Văn An" }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("ControlOrMeta+B");
  expect(await findMessageComposer(page).inputValue()).toBe("**ask @Nguyễn Văn An** ");
  await page.keyboard.press("ControlOrMeta+I");
  expect(await findMessageComposer(page).inputValue()).toBe("***ask @Nguyễn Văn An*** ");
  await page.keyboard.press("ControlOrMeta+Z");
  expect(await findMessageComposer(page).inputValue()).toBe("**ask @Nguyễn Văn An** ");
  await page.keyboard.press("Enter");
  await findMessageByWords(an.page, "ask").locator("strong [data-person]").waitFor();
});

test("the list of names says how many @all notifies", async () => {
  const [aiko, an, linh] = [await signIn("aiko"), await signIn("an"), await signIn("linh")];
  await createSharedGroup(aiko, an, linh);
  await findMessageComposer(aiko.page).pressSequentially("@al");
  await aiko.page.getByRole("option", { name: "@all Notifies 2 people" }).waitFor();
});

test("on a phone the readers of a message are named in words, and a tap lists them", async () => {
  const [aiko, an] = [await signIn("aiko", phoneOptions), await signIn("an")];
  await createSharedGroup(aiko, an);
  await writeMessage(aiko.page, "have you seen this");
  await findMessageByWords(an.page, "have you seen this").waitFor();
  const seenByButton = aiko.page.getByRole("button", { name: "Seen by Nguyễn Văn An" });
  await seenByButton.getByText("Seen by Nguyễn Văn An").waitFor();
  expect((await seenByButton.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await seenByButton.tap();
  await aiko.page.getByRole("dialog", { name: "Seen by" }).getByText("Nguyễn Văn An").waitFor();
});
