import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { withPlainMentions } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { ApiError } from "../../kit/api-error.ts";
import { deviceStorage } from "../../kit/storage.ts";
import type { TranslationDraft } from "./device-draft.ts";
import { type DeviceDraft, hasNothingToStore, parseDeviceDraft } from "./device-draft.ts";

const draftKeyPrefixOf = (userId: string) => `translation-draft ${userId} `;

/** The name of a draft in the browser's storage. */
export const draftNameOf = (userId: string, mid: string, language: Language) =>
  `${draftKeyPrefixOf(userId)}${mid} ${language}`;

/** Returns what this browser has stored of a draft. */
export const readDeviceDraft = (userId: string, mid: string, language: Language): DeviceDraft =>
  parseDeviceDraft(deviceStorage.read(draftNameOf(userId, mid, language)));

/** Returns the draft that this browser has stored. Null if there is none. */
export const draftOf = (userId: string, mid: string, language: Language): TranslationDraft | null =>
  readDeviceDraft(userId, mid, language).draft;

/**
 * Stores a draft in this browser, unless another tab has stored a newer text that is not saved yet. If the browser
 * refuses storage, the draft lasts until the page is closed.
 */
export function storeDeviceDraft(
  userId: string,
  mid: string,
  language: Language,
  deviceDraft: DeviceDraft,
): void {
  const stored = readDeviceDraft(userId, mid, language);
  if (stored.unsaved && stored.editedAt > deviceDraft.editedAt) return;
  deviceStorage.write(
    draftNameOf(userId, mid, language),
    hasNothingToStore(deviceDraft) ? null : JSON.stringify(deviceDraft),
  );
}

/**
 * Deletes a draft from this browser, because the draft was submitted or its translation does not exist any more. If
 * another tab has stored a newer text, that text stays.
 */
export function deleteDeviceDraft(
  userId: string,
  mid: string,
  language: Language,
  endedDraft: DeviceDraft,
): void {
  const stored = readDeviceDraft(userId, mid, language);
  if (stored.unsaved && stored.editedAt > endedDraft.editedAt) return;
  deviceStorage.write(draftNameOf(userId, mid, language), null);
}

/** Lists this person's drafts in this browser that must still be saved on the server. */
export function listUnsavedDrafts(userId: string): { mid: string; language: Language }[] {
  return deviceStorage.names(draftKeyPrefixOf(userId)).flatMap((name) => {
    const [mid, language] = name.slice(draftKeyPrefixOf(userId).length).split(" ");
    if (mid === undefined || !isLanguage(language) || !readDeviceDraft(userId, mid, language).unsaved)
      return [];
    return [{ mid, language }];
  });
}

/** Returns a translation's text as writers see it, with plain names for mentions. */
export const plainTextOf = (translation: MessageTranslation | null | undefined) =>
  withPlainMentions(translation?.content ?? "");

/** Returns the draft with which a writer begins: the present translation. */
export const initialDraftOf = (
  { revision }: Pick<Message, "revision">,
  translation: MessageTranslation | null | undefined,
): TranslationDraft => ({ text: plainTextOf(translation), version: translation?.version ?? 0, revision });

/**
 * Returns whether somebody else has saved a translation since the draft began: `same` if it equals the draft's text,
 * `other` if it differs, and null if nobody has. The writer's own save gives null, because its live event may arrive
 * before its answer.
 */
export function changeByOthersSince(
  { text, version }: TranslationDraft,
  translation: MessageTranslation | null | undefined,
  userId: string,
): "other" | "same" | null {
  if (version === (translation?.version ?? 0)) return null;
  if (plainTextOf(translation).trim() !== text.trim()) return "other";
  return translation?.user_id === userId ? null : "same";
}

const lateErrorCodes: ReadonlySet<string> = new Set(["TRANSLATION.CHANGED", "TRANSLATION.ORIGINAL"]);

/**
 * Whether the server refused a translation because the translation or its original was changed while the person wrote.
 * The history keeps the refused text.
 */
export const isRefusedAsTooLate = (error: unknown): boolean =>
  error instanceof ApiError && lateErrorCodes.has(error.code);
