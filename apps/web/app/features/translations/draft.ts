import type { Language } from "@kakehashi/contract/languages";
import { withPlainMentions } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { ApiError } from "../../kit/api-error.ts";
import { deviceStorage } from "../../kit/storage.ts";
import { isNothing, type KeptDraft, parseKept } from "./kept-draft.ts";

/** An unsubmitted translation. It is kept until it is submitted or discarded. */
export interface TranslationDraft {
  readonly text: string;
  /** The version of the translation that the draft started from. 0 for none. */
  readonly version: number;
  /** The revision of the original that the draft started from. */
  readonly revision: number;
  /** Whether the writer took a suggestion of the memory. */
  readonly fromMemory?: boolean;
}

const nameOf = (userId: string, mid: string, language: Language) =>
  `translation-draft ${userId} ${mid} ${language}`;

/** What this browser holds of a draft. */
export const keptOf = (userId: string, mid: string, language: Language): KeptDraft =>
  parseKept(deviceStorage.read(nameOf(userId, mid, language)));

/** What this browser holds of a draft's text. Null for none. */
export const draftOf = (userId: string, mid: string, language: Language): TranslationDraft | null =>
  keptOf(userId, mid, language).draft;

/**
 * Stores what this browser knows of the draft, but not in place of newer words that another tab has yet to save.
 * Without a storage it lasts until the page is closed.
 */
export function keepDraft(userId: string, mid: string, language: Language, kept: KeptDraft): void {
  const stored = keptOf(userId, mid, language);
  if (stored.unsaved && stored.editedAt > kept.editedAt) return;
  deviceStorage.write(nameOf(userId, mid, language), isNothing(kept) ? null : JSON.stringify(kept));
}

/** The draft was submitted, or there is nothing any more that it could be submitted to. */
export const dropDraft = (userId: string, mid: string, language: Language): void =>
  deviceStorage.write(nameOf(userId, mid, language), null);

/** A translation as its writers see it. */
export const textOf = (translation: MessageTranslation | null | undefined) =>
  withPlainMentions(translation?.content ?? "");

/** A draft of which nothing is typed yet. */
export const startOf = (
  { revision }: Pick<Message, "revision">,
  translation: MessageTranslation | null | undefined,
): TranslationDraft => ({ text: textOf(translation), version: translation?.version ?? 0, revision });

/**
 * Whether a text was saved since the draft was begun: `same` if somebody else wrote the very words of the draft, null
 * for none. The writer's own text is none: it may arrive by its event before the answer to the save.
 */
export function replacementOf(
  { text, version }: TranslationDraft,
  translation: MessageTranslation | null | undefined,
  userId: string,
): "other" | "same" | null {
  if (version === (translation?.version ?? 0)) return null;
  if (textOf(translation).trim() !== text.trim()) return "other";
  return translation?.user_id === userId ? null : "same";
}

const lateCodes: ReadonlySet<string> = new Set([
  "TRANSLATION.CHANGED",
  "TRANSLATION.ORIGINAL",
  "TRANSLATION.CLAIMED",
]);

/** Whether a text was refused because it came too late. The history keeps it then. */
export const isTooLate = (error: unknown): boolean => error instanceof ApiError && lateCodes.has(error.code);
