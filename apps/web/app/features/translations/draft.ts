import type { Language } from "@kakehashi/contract/languages";
import { deviceStorage } from "../../kit/storage.ts";

/** An unsubmitted translation. It is kept in this browser until it is submitted or discarded. */
export interface TranslationDraft {
  readonly text: string;
  /** The version of the translation that the draft started from. 0 for none. */
  readonly version: number;
  /** The revision of the original that the draft started from. */
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
    const storedDraft: unknown = JSON.parse(deviceStorage.read(nameOf(userId, mid, language)) ?? "null");
    return isDraft(storedDraft) ? storedDraft : null;
  } catch {
    return null;
  }
}

/** Stores the draft. Null deletes it. */
export function keepDraft(
  userId: string,
  mid: string,
  language: Language,
  draft: TranslationDraft | null,
): void {
  deviceStorage.write(nameOf(userId, mid, language), draft && JSON.stringify(draft));
}
