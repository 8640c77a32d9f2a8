import { languageSamples } from "@kakehashi/contract/text-language.fixture";
import { expect, test } from "vitest";
import { detectLanguage } from "./language.ts";

test.each(languageSamples)("%s by a writer of %s is %s", (content, author, language) => {
  expect(detectLanguage(content, author)).toBe(language);
});
