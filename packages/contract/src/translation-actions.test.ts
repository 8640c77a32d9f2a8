import { expect, test } from "vitest";
import type { ConversationKind } from "./conversation-kinds.ts";
import type { Language } from "./languages.ts";
import {
  canDoWithTranslation,
  type TranslationAction,
  type TranslationActionContext,
} from "./translation-actions.ts";
import type { MessageTranslation } from "./translation-states.ts";
import { roles } from "./users.ts";

const testReader = { user_id: "me", working_language: "vi" as const };
const createSavedTranslation = (state: MessageTranslation["state"], revision = 1) => ({
  state,
  version: 1,
  revision,
});
const createUnit = (fields: Partial<TranslationActionContext> = {}): TranslationActionContext => ({
  message: { language: "ja", user_id: "author", revision: 1 },
  language: "vi",
  translation: createSavedTranslation("TRANSLATED"),
  conversation: { kind: "GROUP" },
  claimedByUserId: null,
  isMessageAuthorGone: false,
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
const listAllowedActions = (
  role: (typeof roles)[number],
  languages: Language[] | null,
  fields: Partial<TranslationActionContext> = {},
) =>
  allActions.filter((action) =>
    canDoWithTranslation({ ...testReader, role, languages }, action, createUnit(fields)),
  );
const actionsOfWriters = ["write", "suggest", "claim", "hand_over", "restore", "ask_author"];
const createRoomField = (kind: ConversationKind) => ({ conversation: { kind } });

test.each(roles)("%s who knows one of the languages does nothing", (role) => {
  expect(listAllowedActions(role, [])).toEqual([]);
});

test("who knows both writes; a translator of the room reviews as well", () => {
  for (const role of roles) {
    const isTranslator = role === "comtor" || role === "brse";
    const expectedActions = isTranslator ? [...actionsOfWriters, "approve", "reject"] : actionsOfWriters;
    expect(new Set(listAllowedActions(role, ["ja"])), role).toEqual(new Set(expectedActions));
    const isSupportReviewer = isTranslator || role === "admin";
    expect(listAllowedActions(role, ["ja"], createRoomField("SUPPORT")).includes("approve"), role).toBe(
      isSupportReviewer,
    );
  }
});

test("another's claim leaves writing and asking; one's own can be given back", () => {
  const claimedActions = listAllowedActions("comtor", null, { claimedByUserId: "another" });
  expect(claimedActions).toEqual(["write", "suggest", "approve", "reject", "ask_author"]);
  expect(listAllowedActions("comtor", null, { claimedByUserId: "me" })).toContain("give_back");
});

test("what is approved follows the state and the original", () => {
  const listReviewActions = (translation: TranslationActionContext["translation"]) =>
    listAllowedActions("comtor", null, { translation }).filter((action) =>
      ["approve", "reject", "restore"].includes(action),
    );
  expect(listReviewActions(null)).toEqual([]);
  expect(listReviewActions({ state: "NEEDS_TRANSLATION", version: 0, revision: 0 })).toEqual([]);
  expect(listReviewActions(createSavedTranslation("MACHINE"))).toEqual(["approve", "reject", "restore"]);
  expect(listReviewActions(createSavedTranslation("APPROVED"))).toEqual(["reject", "restore"]);
  expect(listReviewActions(createSavedTranslation("NEEDS_RETRANSLATION"))).toEqual(["restore"]);
  expect(listReviewActions(createSavedTranslation("TRANSLATED", 0))).toEqual(["reject", "restore"]);
});

test("nobody asks themselves, or somebody who is gone", () => {
  const message = { language: "ja" as const, user_id: "me", revision: 1 };
  expect(listAllowedActions("comtor", null, { message })).not.toContain("ask_author");
  expect(listAllowedActions("comtor", null, { isMessageAuthorGone: true })).not.toContain("ask_author");
});
