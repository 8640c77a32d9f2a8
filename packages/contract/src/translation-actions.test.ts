import { expect, test } from "vitest";
import type { ConversationKind } from "./conversation-kinds.ts";
import type { Language } from "./languages.ts";
import {
  canDoWithTranslation,
  type TranslationAction,
  type TranslationFacts,
} from "./translation-actions.ts";
import type { MessageTranslation } from "./translation-states.ts";
import { roles } from "./users.ts";

const testReader = { user_id: "me", working_language: "vi" as const };
const savedTranslation = (state: MessageTranslation["state"], revision = 1) => ({
  state,
  version: 1,
  revision,
});
const unitWith = (fields: Partial<TranslationFacts> = {}): TranslationFacts => ({
  message: { language: "ja", user_id: "author", revision: 1 },
  language: "vi",
  translation: savedTranslation("TRANSLATED"),
  conversation: { kind: "GROUP" },
  claimedBy: null,
  isAuthorGone: false,
  ...fields,
});
const allActions: TranslationAction[] = [
  "write",
  "suggest",
  "claim",
  "give_back",
  "hand_over",
  "approve",
  "reject",
  "restore",
  "ask_author",
];
const allowedActions = (
  role: (typeof roles)[number],
  languages: Language[] | null,
  fields: Partial<TranslationFacts> = {},
) =>
  allActions.filter((action) =>
    canDoWithTranslation({ ...testReader, role, languages }, action, unitWith(fields)),
  );
const actionsOfWriters = ["write", "suggest", "claim", "hand_over", "restore", "ask_author"];
const inRoomOfKind = (kind: ConversationKind) => ({ conversation: { kind } });

test.each(roles)("%s who knows one of the languages does nothing", (role) => {
  expect(allowedActions(role, [])).toEqual([]);
});

test("who knows both writes; a translator of the room reviews as well", () => {
  for (const role of roles) {
    const isTranslator = role === "comtor" || role === "brse";
    const expectedActions = isTranslator ? [...actionsOfWriters, "approve", "reject"] : actionsOfWriters;
    expect(new Set(allowedActions(role, ["ja"])), role).toEqual(new Set(expectedActions));
    const isSupportReviewer = isTranslator || role === "admin";
    expect(allowedActions(role, ["ja"], inRoomOfKind("SUPPORT")).includes("approve"), role).toBe(
      isSupportReviewer,
    );
  }
});

test("another's claim leaves writing and asking; one's own can be given back", () => {
  const claimedActions = allowedActions("comtor", null, { claimedBy: "another" });
  expect(claimedActions).toEqual(["write", "suggest", "approve", "reject", "ask_author"]);
  expect(allowedActions("comtor", null, { claimedBy: "me" })).toContain("give_back");
});

test("what is approved follows the state and the original", () => {
  const reviewActions = (translation: TranslationFacts["translation"]) =>
    allowedActions("comtor", null, { translation }).filter((action) =>
      ["approve", "reject", "restore"].includes(action),
    );
  expect(reviewActions(null)).toEqual([]);
  expect(reviewActions({ state: "NEEDS_TRANSLATION", version: 0, revision: 0 })).toEqual([]);
  expect(reviewActions(savedTranslation("MACHINE"))).toEqual(["approve", "reject", "restore"]);
  expect(reviewActions(savedTranslation("APPROVED"))).toEqual(["reject", "restore"]);
  expect(reviewActions(savedTranslation("NEEDS_RETRANSLATION"))).toEqual(["restore"]);
  expect(reviewActions(savedTranslation("TRANSLATED", 0))).toEqual(["reject", "restore"]);
});

test("nobody asks themselves, or somebody who is gone", () => {
  const message = { language: "ja" as const, user_id: "me", revision: 1 };
  expect(allowedActions("comtor", null, { message })).not.toContain("ask_author");
  expect(allowedActions("comtor", null, { isAuthorGone: true })).not.toContain("ask_author");
});
