import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { ApiError } from "../../kit/api-error.ts";
import { deviceStorage } from "../../kit/storage.ts";
import type { TranslationDraft } from "./device-draft.ts";
import { type DeviceDraft, hasNothingToStoreOnDevice, parseDeviceDraft } from "./device-draft.ts";

const draftKeyPrefixOf = (userId: string) => `translation-draft ${userId} `;

/** Returns the storage key of a draft. */
export const draftStorageKeyOf = (userId: string, mid: string, language: Language) =>
  `${draftKeyPrefixOf(userId)}${mid} ${language}`;

/** Returns what this browser has stored of a draft. */
export const readDeviceDraft = (userId: string, mid: string, language: Language): DeviceDraft =>
  parseDeviceDraft(deviceStorage.read(draftStorageKeyOf(userId, mid, language)));

/** Returns the draft that this browser has stored. Null if there is none. */
export const readTranslationDraft = (
  userId: string,
  mid: string,
  language: Language,
): TranslationDraft | null => readDeviceDraft(userId, mid, language).draft;

/**
 * Stores a draft in this browser, unless another tab has stored a newer draft that is not on the server yet. If the
 * browser refuses to store it, the draft lasts until the page is closed.
 */
export function storeDeviceDraft(
  userId: string,
  mid: string,
  language: Language,
  deviceDraft: DeviceDraft,
): void {
  const storedDraft = readDeviceDraft(userId, mid, language);
  if (storedDraft.unsaved && storedDraft.editedAt > deviceDraft.editedAt) return;
  deviceStorage.write(
    draftStorageKeyOf(userId, mid, language),
    hasNothingToStoreOnDevice(deviceDraft) ? null : JSON.stringify(deviceDraft),
  );
}

/**
 * Deletes a draft from this browser, because it was submitted or its translation no longer exists. A newer draft of
 * another tab stays.
 */
export function deleteDeviceDraft(
  userId: string,
  mid: string,
  language: Language,
  endedDraft: DeviceDraft,
): void {
  const storedDraft = readDeviceDraft(userId, mid, language);
  if (storedDraft.unsaved && storedDraft.editedAt > endedDraft.editedAt) return;
  deviceStorage.write(draftStorageKeyOf(userId, mid, language), null);
}

/** Returns this person's drafts in this browser that are not saved on the server yet. */
export function listUnsavedDrafts(userId: string): { mid: string; language: Language }[] {
  return deviceStorage.findNames(draftKeyPrefixOf(userId)).flatMap((name) => {
    const [mid, language] = name.slice(draftKeyPrefixOf(userId).length).split(" ");
    if (mid === undefined || !isLanguage(language) || !readDeviceDraft(userId, mid, language).unsaved)
      return [];
    return [{ mid, language }];
  });
}

/** Returns a translation's text with plain names instead of mentions, as writers see it. */
export const plainTextOf = (translation: MessageTranslation | null | undefined) =>
  replaceMentionsByNames(translation?.content ?? "");

/** Returns the initial draft: the present translation. */
export const initialDraftOf = (
  { revision }: Pick<Message, "revision">,
  translation: MessageTranslation | null | undefined,
): TranslationDraft => ({ text: plainTextOf(translation), version: translation?.version ?? 0, revision });

/**
 * Says whether the translation was saved again since the draft was begun: `same` if somebody else has saved the draft's
 * text, `other` if the saved text differs, otherwise null. If the writer has saved the draft's text, returns null,
 * because the live event about this may arrive before the response.
 */
export function findTranslationChangeByOthers(
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
 * Whether the server refused a translation because somebody had changed it or its original meanwhile. The refused text
 * is in the history.
 */
export const isLateSubmitError = (error: unknown): boolean =>
  error instanceof ApiError && lateErrorCodes.has(error.code);
