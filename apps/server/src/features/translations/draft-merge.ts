import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import { toStorableText } from "@kakehashi/contract/storable";
import type { TranslationDraft } from "@kakehashi/contract/translation-drafts";
import { maximumTranslationCodeUnits } from "@kakehashi/contract/translation-states";

/** A stored draft. Its times have whole milliseconds, because browsers send no microseconds. */
export type StoredDraft = Omit<TranslationDraft, "message_id" | "language" | "edited_at"> & {
  edited_at: Date;
};

/**
 * A draft that a device has sent. `packages/contract` explains the fields `edited_at`, `base` and `forget_set_aside`.
 */
export type DraftInput = Pick<StoredDraft, "content" | "version" | "revision" | "from_memory"> & {
  edited_at?: string | undefined;
  base?: string | undefined;
  forget_set_aside: boolean;
};

/**
 * Puts a replaced text in front of the texts that were set aside before. Does nothing if `setAside` or `keptText`
 * already contains the text.
 */
function addToSetAside(setAside: string, text: string, keptText: string): string {
  if (text.trim() === "" || keptText.includes(text.trim()) || setAside.includes(text.trim())) return setAside;
  return (setAside === "" ? text : `${text}\n\n${setAside}`)
    .slice(0, maximumTranslationCodeUnits)
    .toWellFormed();
}

/**
 * A text that a translator submits. `draft_base` is the time of the stored draft that the translator's device showed.
 * Null if the device showed no draft. Undefined if it is not known.
 */
export interface SubmittedText {
  content: string;
  draft_base?: string | null | undefined;
}

/**
 * Returns the empty draft to store after a submit. If another device stored a draft that the writer did not see, the
 * text of that draft is set aside, so that it is not lost.
 */
export function createEmptyDraftAfterSubmit(
  storedDraft: StoredDraft | undefined,
  { content, draft_base }: SubmittedText,
  revision: number,
  now: Date,
): StoredDraft {
  const storedMs = storedDraft?.edited_at.getTime() ?? 0;
  const hasWriterSeenDraft =
    draft_base === undefined || (draft_base !== null && Date.parse(draft_base) === storedMs);
  const setAsideBefore = storedDraft?.set_aside ?? "";
  // Before the two texts are compared, both are brought to the same form: mentions become names, and characters that
  // PostgreSQL cannot store are replaced.
  const plainSubmittedText = replaceMentionsByNames(content);
  return {
    content: "",
    version: 0,
    revision,
    from_memory: false,
    edited_at: new Date(Math.max(now.getTime(), storedMs + 1)),
    set_aside:
      storedDraft && !hasWriterSeenDraft
        ? addToSetAside(setAsideBefore, toStorableText(storedDraft.content), plainSubmittedText)
        : setAsideBefore,
  };
}

/**
 * Merges the stored draft with a draft from a device. If the device started from the stored draft, its text replaces
 * the stored text. If both were written independently, the later text stays, and the other is set aside. Each new
 * version gets a later time than the stored one.
 */
export function mergeDrafts(storedDraft: StoredDraft | undefined, input: DraftInput, now: Date): StoredDraft {
  const { edited_at, base, forget_set_aside, ...givenDraft } = input;
  const content = givenDraft.content.trim() === "" ? "" : givenDraft.content;
  const editedMs = Math.min(edited_at === undefined ? now.getTime() : Date.parse(edited_at), now.getTime());
  const incomingDraft = { ...givenDraft, content, edited_at: new Date(editedMs), set_aside: "" };
  if (!storedDraft) return incomingDraft;

  const storedMs = storedDraft.edited_at.getTime();
  const set_aside = forget_set_aside ? "" : storedDraft.set_aside;
  const nextDraft = { ...incomingDraft, edited_at: new Date(Math.max(editedMs, storedMs + 1)) };
  const isContinued = base !== undefined && Date.parse(base) === storedMs;
  const isDraftWithoutTimes = edited_at === undefined && base === undefined;
  if (content === "") {
    // An empty draft deletes the stored text only if the writer saw that text. It never deletes the texts that were set
    // aside: the page has a separate button for that.
    if (isContinued || isDraftWithoutTimes) return { ...nextDraft, set_aside };
    return storedDraft.content === "" ? { ...storedDraft, set_aside } : storedDraft;
  }
  if (isContinued) return { ...nextDraft, set_aside };
  if (isDraftWithoutTimes || editedMs > storedMs)
    return { ...nextDraft, set_aside: addToSetAside(set_aside, storedDraft.content, content) };
  return { ...storedDraft, set_aside: addToSetAside(set_aside, content, storedDraft.content) };
}
