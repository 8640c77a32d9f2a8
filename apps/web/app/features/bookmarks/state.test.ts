import type { Bookmark } from "@kakehashi/contract/bookmarks";
import type { MessageTranslation, TranslationState } from "@kakehashi/contract/translation-states";
import { expect, test } from "vitest";
import { stateOf } from "./state.ts";

const of = (done: boolean, states: Partial<Record<"en" | "vi", TranslationState>>) =>
  stateOf({
    done,
    languages: ["en", "vi"],
    message: {
      translations: Object.entries(states).map(
        ([language, state]) => ({ language, state }) as Partial<MessageTranslation>,
      ),
    } as Bookmark["message"],
  });

test("a marked message is as far as the last of its languages", () => {
  expect(of(false, {})).toBe("NEEDS_TRANSLATION");
  expect(of(false, { en: "TRANSLATED", vi: "NEEDS_TRANSLATION" })).toBe("NEEDS_TRANSLATION");
  expect(of(false, { en: "APPROVED", vi: "NEEDS_RETRANSLATION" })).toBe("NEEDS_RETRANSLATION");
  expect(of(true, { en: "APPROVED", vi: "TRANSLATED" })).toBe("TRANSLATED");
  expect(of(true, { en: "APPROVED", vi: "APPROVED" })).toBe("APPROVED");
});

test("what is in a language that nobody asked for does not count", () => {
  const state = stateOf({
    done: false,
    languages: ["en"],
    message: { translations: [{ language: "vi", state: "NEEDS_RETRANSLATION" }] } as Bookmark["message"],
  });
  expect(state).toBe("NEEDS_TRANSLATION");
});
