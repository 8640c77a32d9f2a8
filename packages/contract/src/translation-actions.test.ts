import { expect, test } from "vitest";
import type { ConversationKind } from "./conversations.ts";
import type { Language } from "./languages.ts";
import { canWithUnit, type UnitAction, type UnitState } from "./translation-actions.ts";
import type { MessageTranslation } from "./translation-states.ts";
import { roles } from "./users.ts";

const me = { user_id: "me", working_language: "vi" as const };
const saved = (state: MessageTranslation["state"], revision = 1) => ({ state, version: 1, revision });
const unit = (fields: Partial<UnitState> = {}): UnitState => ({
  message: { language: "ja", user_id: "author", revision: 1 },
  language: "vi",
  translation: saved("TRANSLATED"),
  conversation: { kind: "GROUP" },
  claimedBy: null,
  isAuthorGone: false,
  ...fields,
});
const all: UnitAction[] = [
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
const allowed = (
  role: (typeof roles)[number],
  languages: Language[] | null,
  fields: Partial<UnitState> = {},
) => all.filter((action) => canWithUnit({ ...me, role, languages }, action, unit(fields)));
const ofWriters = ["write", "suggest", "claim", "hand_over", "restore", "ask_author"];
const inRoom = (kind: ConversationKind) => ({ conversation: { kind } });

test.each(roles)("%s who knows one of the languages does nothing", (role) => {
  expect(allowed(role, [])).toEqual([]);
});

test("who knows both writes; a translator of the room reviews as well", () => {
  for (const role of roles) {
    const isTranslator = role === "comtor" || role === "brse";
    const here = isTranslator ? [...ofWriters, "approve", "reject"] : ofWriters;
    expect(new Set(allowed(role, ["ja"])), role).toEqual(new Set(here));
    const reviewsSupport = isTranslator || role === "admin";
    expect(allowed(role, ["ja"], inRoom("SUPPORT")).includes("approve"), role).toBe(reviewsSupport);
  }
});

test("another's claim leaves writing and asking; one's own can be given back", () => {
  const claimedActions = allowed("comtor", null, { claimedBy: "another" });
  expect(claimedActions).toEqual(["write", "suggest", "approve", "reject", "ask_author"]);
  expect(allowed("comtor", null, { claimedBy: "me" })).toContain("give_back");
});

test("what is approved follows the state and the original", () => {
  const reviews = (translation: UnitState["translation"]) =>
    allowed("comtor", null, { translation }).filter((action) =>
      ["approve", "reject", "restore"].includes(action),
    );
  expect(reviews(null)).toEqual([]);
  expect(reviews({ state: "NEEDS_TRANSLATION", version: 0, revision: 0 })).toEqual([]);
  expect(reviews(saved("MACHINE"))).toEqual(["approve", "reject", "restore"]);
  expect(reviews(saved("APPROVED"))).toEqual(["reject", "restore"]);
  expect(reviews(saved("NEEDS_RETRANSLATION"))).toEqual(["restore"]);
  expect(reviews(saved("TRANSLATED", 0))).toEqual(["reject", "restore"]);
});

test("nobody asks themselves, or somebody who is gone", () => {
  const message = { language: "ja" as const, user_id: "me", revision: 1 };
  expect(allowed("comtor", null, { message })).not.toContain("ask_author");
  expect(allowed("comtor", null, { isAuthorGone: true })).not.toContain("ask_author");
});
