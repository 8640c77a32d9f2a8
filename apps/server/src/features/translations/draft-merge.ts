import { withPlainMentions } from "@kakehashi/contract/mentions";
import { storable } from "@kakehashi/contract/storable";
import type { TranslationDraft } from "@kakehashi/contract/translation-drafts";
import { maximumTranslationUnits } from "@kakehashi/contract/translation-states";

/** A stored draft. Its times are rounded to milliseconds, because browsers send no microseconds. */
export type StoredDraft = Omit<TranslationDraft, "message_id" | "language" | "edited_at"> & {
  edited_at: Date;
};

/** The contract explains `edited_at`, `base` and `forget_set_aside`. */
export type DraftInput = Pick<StoredDraft, "content" | "version" | "revision" | "from_memory"> & {
  edited_at?: string | undefined;
  base?: string | undefined;
  forget_set_aside: boolean;
};

/** Adds a text to those that were set aside before, the newest first. Does not add a text that `kept` contains. */
function addToSetAside(before: string, text: string, setAsideBefore: string): string {
  if (text.trim() === "" || setAsideBefore.includes(text.trim()) || before.includes(text.trim()))
    return before;
  return (before === "" ? text : `${text}\n\n${before}`).slice(0, maximumTranslationUnits).toWellFormed();
}

/** A submitted text, and the time of the draft that its writer saw. Null if they saw none, undefined if not known. */
export interface SubmittedText {
  content: string;
  draft_base?: string | null | undefined;
}

/**
 * Returns the empty draft that stays after a submit. A text that the writer did not see in the submitting editor is set
 * aside, because another device has written it.
 */
export function emptyDraft(
  stored: StoredDraft | undefined,
  { content, draft_base }: SubmittedText,
  revision: number,
  now: Date,
): StoredDraft {
  const storedMs = stored?.edited_at.getTime() ?? 0;
  const wasSeen = draft_base === undefined || (draft_base !== null && Date.parse(draft_base) === storedMs);
  const before = stored?.set_aside ?? "";
  // A draft has plain names in place of mentions, and may contain characters that a submit removes.
  const submitted = withPlainMentions(content);
  return {
    content: "",
    version: 0,
    revision,
    from_memory: false,
    edited_at: new Date(Math.max(now.getTime(), storedMs + 1)),
    set_aside: stored && !wasSeen ? addToSetAside(before, storable(stored.content), submitted) : before,
  };
}

/**
 * Merges a stored draft with the one that a device sends. A text based on the stored draft replaces it. If both were
 * written separately, the later one stays and the other is set aside. The time always grows, so two versions never have
 * the same time.
 */
export function mergeDrafts(stored: StoredDraft | undefined, input: DraftInput, now: Date): StoredDraft {
  const { edited_at, base, forget_set_aside, ...given } = input;
  const content = given.content.trim() === "" ? "" : given.content;
  const editedMs = Math.min(edited_at === undefined ? now.getTime() : Date.parse(edited_at), now.getTime());
  const incoming = { ...given, content, edited_at: new Date(editedMs), set_aside: "" };
  if (!stored) return incoming;

  const storedMs = stored.edited_at.getTime();
  const set_aside = forget_set_aside ? "" : stored.set_aside;
  const next = { ...incoming, edited_at: new Date(Math.max(editedMs, storedMs + 1)) };
  const isContinued = base !== undefined && Date.parse(base) === storedMs;
  const isGivenNow = edited_at === undefined && base === undefined;
  if (content === "") {
    // An empty draft discards only the text that its writer saw. A text that is set aside has a button of its own.
    if (isContinued || isGivenNow) return { ...next, set_aside };
    return stored.content === "" ? { ...stored, set_aside } : stored;
  }
  if (isContinued) return { ...next, set_aside };
  if (isGivenNow || editedMs > storedMs)
    return { ...next, set_aside: addToSetAside(set_aside, stored.content, content) };
  return { ...stored, set_aside: addToSetAside(set_aside, content, stored.content) };
}
