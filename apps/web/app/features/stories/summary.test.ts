import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { createBlock } from "./new-block.ts";
import { createBlockSummaryFunctions } from "./summary.ts";

// This fake `t` returns the text key, because the tests only check which text is used.
const t = ((key: string) => key) as TFunction<"stories">;

test("a condition that asks about no variable yet is not read as a sentence without its end", () => {
  const { ofBlock } = createBlockSummaryFunctions({
    t,
    language: "ja",
    languages: ["ja"],
    variables: [],
    storyNames: new Map(),
  });
  expect(ofBlock(createBlock("condition"))).toBe("noTest");
});
