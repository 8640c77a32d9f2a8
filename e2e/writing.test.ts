import { randomUUID } from "node:crypto";
import type { CDPSession, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { expectFocused } from "./focus.ts";
import {
  chooseOption,
  createSharedGroup,
  findMessageByWords,
  findMessageComposer,
  type SignedInDevice,
} from "./people.ts";

const { signIn } = await openDemo();

const readMessageTexts = async ({ call }: SignedInDevice, id: string) =>
  (await call<{ content: string }[]>("GET", `/conversations/${id}/messages?paging=100`)).map(
    ({ content }) => content,
  );

/** Simulates an input method, such as one for Japanese, with the browser's real composition events. */
class InputMethod {
  readonly #keys: CDPSession;

  private constructor(devToolsSession: CDPSession) {
    this.#keys = devToolsSession;
  }

  static async create(page: Page): Promise<InputMethod> {
    return new InputMethod(await page.context().newCDPSession(page));
  }

  /** Composes a text step by step. The field shows each step underlined, because it is not confirmed yet. */
  async compose(...steps: readonly string[]): Promise<void> {
    for (const text of steps)
      await this.#keys.send("Input.imeSetComposition", {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
  }

  /**
   * Presses the Enter with which an input method confirms its text. Browsers report either key code 13 (Enter) or 229
   * (input method), so both are sent.
   */
  async pressConfirmKey(): Promise<void> {
    for (const windowsVirtualKeyCode of [13, 229]) {
      const key = { key: "Enter", code: "Enter", windowsVirtualKeyCode };
      await this.#keys.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
      await this.#keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
    }
  }

  async confirm(text: string): Promise<void> {
    await this.#keys.send("Input.insertText", { text });
  }
}

/** Records the start and end events of compositions in the composer. Returns a handle to the list of event names. */
const watchComposition = (page: Page) =>
  findMessageComposer(page).evaluateHandle((field) => {
    const eventTypes: string[] = [];
    for (const type of ["compositionstart", "compositionend"])
      field.addEventListener(type, () => eventTypes.push(type));
    return eventTypes;
  });

test.each([
  {
    language: "Vietnamese (Telex)",
    words: [
      { keys: ["t", "ti", "tie", "tiê", "tiên", "tiêng", "tiếng"], word: "tiếng" },
      { keys: ["V", "Vi", "Vie", "Viê", "Viêt", "Việt"], word: " Việt" },
    ],
    sent: "tiếng Việt",
  },
  {
    language: "Japanese",
    words: [
      { keys: ["n", "に", "にh", "にほ", "にほn", "にほんg", "にほんご", "日本語"], word: "日本語" },
      { keys: ["d", "で", "です"], word: "です" },
    ],
    sent: "日本語です",
  },
])(
  "Enter sends nothing during a composition in $language, and sends once after it",
  async ({ words, sent }) => {
    const [linh, kenji] = [await signIn("linh"), await signIn("kenji")];
    const id = await createSharedGroup(linh, kenji);
    await findMessageComposer(linh.page).focus();
    const inputMethod = await InputMethod.create(linh.page);
    const events = await watchComposition(linh.page);
    let textBefore = "";
    for (const { keys, word } of words) {
      await inputMethod.compose(...keys);
      expect(await findMessageComposer(linh.page).inputValue()).toBe(textBefore + keys.at(-1));
      await inputMethod.pressConfirmKey();
      expect(await findMessageComposer(linh.page).inputValue()).toBe(textBefore + keys.at(-1));
      await inputMethod.confirm(word);
      textBefore += word;
      expect(await findMessageComposer(linh.page).inputValue()).toBe(textBefore);
    }
    expect(await events.jsonValue()).toEqual(words.flatMap(() => ["compositionstart", "compositionend"]));
    expect(await readMessageTexts(linh, id)).toEqual([]);
    await findMessageComposer(linh.page).press("Enter");
    await findMessageByWords(kenji.page, sent).waitFor();
    expect(await findMessageComposer(linh.page).inputValue()).toBe("");
    expect(await readMessageTexts(linh, id)).toEqual([sent]);
  },
);

test("an emoji has the chosen skin tone, and so has the next one", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createSharedGroup(aiko, emma);
  const { page } = aiko;
  const pickEmoji = async (search: string, name: string) => {
    await page.getByRole("button", { name: "Emojis" }).click();
    await page.getByRole("dialog").getByRole("searchbox").fill(search);
    await page.getByRole("dialog").getByRole("button", { name, exact: true }).first().click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  await page.getByRole("button", { name: "Emojis" }).click();
  const skinTones = page.getByRole("group", { name: "Skin tone" });
  await skinTones.getByRole("button", { name: "Skin tone 4" }).click();
  expect(await skinTones.getByRole("button", { pressed: true }).textContent()).toBe("✋🏾");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await pickEmoji("waving hand", "waving hand");
  expect(await findMessageComposer(page).inputValue()).toBe("👋🏾");
  // The chosen skin tone stays after an emoji without skin tones is picked, and after a reload.
  await pickEmoji("bridge at night", "bridge at night");
  await page.reload();
  await findMessageComposer(page).waitFor();
  await findMessageComposer(page).fill("");
  await pickEmoji("waving hand", "waving hand");
  await findMessageComposer(page).press("Enter");
  await findMessageByWords(emma.page, "👋🏾").waitFor();
  expect(await readMessageTexts(aiko, id)).toEqual(["👋🏾"]);
});

test("a quote is inserted before the answer, exactly as written", async () => {
  const [an, linh] = [await signIn("an"), await signIn("linh")];
  const id = await createSharedGroup(an, linh);
  await an.call("POST", `/conversations/${id}/messages`, {
    client_id: randomUUID(),
    content: "first line\nsecond line",
  });
  await findMessageByWords(linh.page, "second line").waitFor();
  await findMessageComposer(linh.page).fill("half an answer");
  await chooseOption(linh.page, "second line", "Quote");
  const quotedText = "half an answer\n> first line\n> second line\n\n";
  await expect.poll(() => findMessageComposer(linh.page).inputValue()).toBe(quotedText);
  await linh.page.getByRole("menu").waitFor({ state: "detached" });
  await expectFocused(findMessageComposer(linh.page));
  await linh.page.keyboard.type("agreed");
  await linh.page.keyboard.press("Enter");
  const replyQuote = findMessageByWords(an.page, "agreed").locator("blockquote");
  await replyQuote.getByText("second line").waitFor();
  expect(await replyQuote.textContent()).not.toContain("agreed");
});

test("near the limit visible characters are counted, and a longer text is not sent and stays", async () => {
  const [aiko, an] = [await signIn("aiko"), await signIn("an")];
  const id = await createSharedGroup(aiko, an);
  const { page } = aiko;
  // For readers, this family emoji is one character. In UTF-16 it has 11 code units.
  const familyEmoji = "👩‍👩‍👧‍👦";
  const characterCounter = page.getByRole("status").filter({ hasText: "character" });
  await findMessageComposer(page).fill(familyEmoji.repeat(900));
  await expect.poll(() => findMessageComposer(page).inputValue()).toHaveLength(900 * familyEmoji.length);
  expect(await characterCounter.count()).toBe(0);
  await findMessageComposer(page).fill(`${"x".repeat(9_400)}${familyEmoji.repeat(100)}`);
  await characterCounter.getByText("9,500 of 10,000 characters").waitFor();

  const tooLongText = `${"x".repeat(9_900)}${familyEmoji.repeat(101)}`;
  await findMessageComposer(page).fill(tooLongText);
  await characterCounter.getByText("Too long by 1 character").waitFor();
  await findMessageComposer(page).press("Enter");
  await page.getByRole("button", { name: "Send", exact: true }).click({ force: true });
  expect(await findMessageComposer(page).inputValue()).toBe(tooLongText);
  expect(await readMessageTexts(aiko, id)).toEqual([]);
  const body = { client_id: randomUUID(), content: tooLongText };
  await expect(aiko.call("POST", `/conversations/${id}/messages`, body)).rejects.toThrow(
    /"fields":{"content":/,
  );

  await findMessageComposer(page).press("End");
  await findMessageComposer(page).press("Backspace");
  await characterCounter.getByText("10,000 of 10,000 characters").waitFor();
  await findMessageComposer(page).press("Enter");
  await expect
    .poll(() => readMessageTexts(an, id))
    .toEqual([`${"x".repeat(9_900)}${familyEmoji.repeat(100)}`]);
  expect(await findMessageComposer(page).inputValue()).toBe("");
});

test("two tabs of one browser share one draft", async () => {
  const [oliver, an] = [await signIn("oliver"), await signIn("an")];
  const id = await createSharedGroup(oliver, an);
  const oliverComposer = findMessageComposer(oliver.page);
  const page = await oliver.context.newPage();
  await page.goto(`/chat/${id}`);
  const pageComposer = findMessageComposer(page);
  await pageComposer.waitFor();
  await oliverComposer.fill("begun in one");
  await expect.poll(() => pageComposer.inputValue()).toBe("begun in one");
  await pageComposer.press("End");
  await page.keyboard.type(", ended in the other");
  await expect.poll(() => oliverComposer.inputValue()).toBe("begun in one, ended in the other");
  await oliverComposer.press("Enter");
  await expect.poll(() => pageComposer.inputValue()).toBe("");
  await findMessageByWords(an.page, "begun in one, ended in the other").waitFor();

  // Each message is sent before the server has confirmed that its draft is saved. The draft must not come back into the
  // composer afterwards.
  for (const words of ["quick as one", "quick as two"]) {
    await oliverComposer.fill(words);
    await expect.poll(() => pageComposer.inputValue(), { interval: 10 }).toBe(words);
    await oliverComposer.press("Enter");
    await expect.poll(() => pageComposer.inputValue()).toBe("");
  }
  await oliver.page.reload();
  await findMessageByWords(oliver.page, "quick as two").waitFor();
  expect(await oliverComposer.inputValue()).toBe("");
});
