import type { Language } from "@kakehashi/contract/languages";
import { deviceStorage } from "../../kit/storage.ts";

/** A translation that is being written, kept in this browser until it has been submitted or thrown away. */
export interface TranslationDraft {
  readonly text: string;
  /** Of the translation that stood there when it was begun; 0 for none. */
  readonly version: number;
  /** Of the original that it was begun from. */
  readonly revision: number;
}

const nameOf = (userId: string, mid: string, language: Language) =>
  `translation-draft ${userId} ${mid} ${language}`;

function isDraft(value: unknown): value is TranslationDraft {
  const draft = value as Partial<TranslationDraft> | null;
  return (
    typeof draft?.text === "string" && typeof draft.version === "number" && typeof draft.revision === "number"
  );
}

export function draftOf(userId: string, mid: string, language: Language): TranslationDraft | null {
  try {
    const kept: unknown = JSON.parse(deviceStorage.read(nameOf(userId, mid, language)) ?? "null");
    return isDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Null throws it away. */
export function keepDraft(
  userId: string,
  mid: string,
  language: Language,
  draft: TranslationDraft | null,
): void {
  deviceStorage.write(nameOf(userId, mid, language), draft && JSON.stringify(draft));
}
