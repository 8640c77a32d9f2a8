import type { Bookmark } from "@kakehashi/contract/bookmarks";
import type { MessageTranslation, TranslationState } from "@kakehashi/contract/translation-states";
import { expect, test } from "vitest";
import { bookmarkTranslationStateOf } from "./state.ts";

const stateOf = (isDone: boolean, states: Partial<Record<"en" | "vi", TranslationState>>) =>
  bookmarkTranslationStateOf({
    done: isDone,
    languages: ["en", "vi"],
    message: {
      translations: Object.entries(states).map(
        ([language, state]) => ({ language, state }) as Partial<MessageTranslation>,
      ),
    } as Bookmark["message"],
  });

test("the state of a marked message is that of its least advanced language", () => {
  expect(stateOf(false, {})).toBe("NEEDS_TRANSLATION");
  expect(stateOf(false, { en: "TRANSLATED", vi: "NEEDS_TRANSLATION" })).toBe("NEEDS_TRANSLATION");
  expect(stateOf(false, { en: "APPROVED", vi: "NEEDS_RETRANSLATION" })).toBe("NEEDS_RETRANSLATION");
  expect(stateOf(true, { en: "APPROVED", vi: "TRANSLATED" })).toBe("TRANSLATED");
  expect(stateOf(true, { en: "APPROVED", vi: "APPROVED" })).toBe("APPROVED");
});

test("a translation into a language that nobody requested does not count", () => {
  const state = bookmarkTranslationStateOf({
    done: false,
    languages: ["en"],
    message: { translations: [{ language: "vi", state: "NEEDS_RETRANSLATION" }] } as Bookmark["message"],
  });
  expect(state).toBe("NEEDS_TRANSLATION");
});
