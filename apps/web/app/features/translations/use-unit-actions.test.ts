import type { TranslationUnit } from "@kakehashi/contract/translations";
import { roles } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { isTranslationActionAllowed } from "./use-unit-actions.ts";

const testUnit = {
  message: { language: "ja", user_id: "author", revision: 1 },
  language: "vi",
  translation: { state: "TRANSLATED", version: 1, revision: 1 },
  conversation: { kind: "GROUP" },
} as TranslationUnit;
const currentClaim = { claimedBy: null, isAuthorGone: false };
const listOfferedActions = (role: (typeof roles)[number], languages: ("ja" | "vi" | "en")[]) =>
  (["ask_author", "write", "approve", "restore"] as const).filter((action) =>
    isTranslationActionAllowed({ userId: "me", role, languages }, action, testUnit, currentClaim),
  );

test.each(roles)("%s is offered nothing at the desk without both languages", (role) => {
  expect(listOfferedActions(role, ["ja", "en"])).toEqual([]);
  expect(listOfferedActions(role, [])).toEqual([]);
});

test("an admin who knows both languages may ask the author, but does not approve in a group", () => {
  expect(listOfferedActions("admin", ["ja", "vi"])).toEqual(["ask_author", "write", "restore"]);
  expect(listOfferedActions("comtor", ["ja", "vi"])).toEqual(["ask_author", "write", "approve", "restore"]);
});
