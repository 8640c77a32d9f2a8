import { removeDirectionOverrides } from "@kakehashi/contract/direction";
import type { ChatDraft } from "@kakehashi/contract/drafts";

/**
 * A draft as this device knows it. Text that was written offline is saved on the server at the next connection. If two
 * devices have different texts, the later one wins (docs/decisions, "Drafts").
 */
export interface LocalDraft {
  /** The text. Empty after the draft was sent or deleted. */
  readonly text: string;
  /** When the text was written: ISO 8601 with milliseconds. */
  readonly editedAt: string;
  /** The `edited_at` of the server's draft that this device's text was edited from. Null if the server had none. */
  readonly base: string | null;
  /** The text of the server's draft that this device's text was edited from. */
  readonly serverText: string;
  /** Whether this device's text must still be saved on the server. */
  readonly unsaved: boolean;
  /**
   * The last texts that were sent or deleted before the server had saved them, newest first. Another tab may still save
   * one of them as a draft. In that case, this device clears the server's draft again.
   */
  readonly discarded: readonly string[];
}

/**
 * At most this many discarded texts are remembered, because a person can send several messages while a draft is being
 * saved.
 */
const maxDiscardedTexts = 5;

export const emptyDraft: LocalDraft = {
  text: "",
  editedAt: "",
  base: null,
  serverText: "",
  unsaved: false,
  discarded: [],
};

type ServerDraft = Pick<ChatDraft, "content" | "edited_at">;

/**
 * Whether the draft is empty both here and on the server, so that nothing must be saved. This is common, because most
 * messages are sent before their draft is saved for the first time.
 */
export function isEmptyHereAndOnServer({ serverText }: LocalDraft, text: string): boolean {
  return text === "" && serverText === "";
}

/** Empties a draft, and remembers its text among the discarded ones. */
export function discardDraft(localDraft: LocalDraft, now: number): LocalDraft {
  const discardedTexts =
    localDraft.text === ""
      ? localDraft.discarded
      : [localDraft.text, ...localDraft.discarded].slice(0, maxDiscardedTexts);
  return { ...editDraft(localDraft, "", now), unsaved: false, discarded: discardedTexts };
}

export function editDraft(localDraft: LocalDraft, text: string, now: number): LocalDraft {
  // The new text must get a later time than the last one, even if the device's clock was set back. A draft that was
  // never edited has no time, which is parsed as NaN.
  const editedMs = Math.max(now, Date.parse(localDraft.editedAt) + 1 || 0);
  return { ...localDraft, text, editedAt: new Date(editedMs).toISOString(), unsaved: true };
}

/**
 * Whether this device has already sent or deleted the text of the server's draft. The server may have only the
 * beginning of that text.
 */
function isDiscarded(
  { text, editedAt, discarded: discardedTexts }: LocalDraft,
  { content, edited_at }: ServerDraft,
): boolean {
  return (
    text === "" &&
    content !== "" &&
    edited_at <= editedAt &&
    // Compare without the invisible characters that override the writing direction, because the server removes them
    // from drafts.
    discardedTexts.some((discardedText) => removeDirectionOverrides(discardedText).startsWith(content))
  );
}

/** Marks the draft as not yet saved, so that the next save clears it on the server. */
const markToClearOnServer = (localDraft: LocalDraft, { content, edited_at }: ServerDraft): LocalDraft => ({
  ...localDraft,
  base: edited_at,
  serverText: content,
  unsaved: true,
});

const toLocalDraft = (
  { content, edited_at }: ServerDraft,
  discardedTexts: readonly string[],
): LocalDraft => ({
  text: content,
  editedAt: edited_at,
  base: edited_at,
  serverText: content,
  unsaved: false,
  discarded: discardedTexts,
});

/** Applies the server's draft. An unsaved text on this device stays if it is later than the server's. */
export function applyServerDraft(localDraft: LocalDraft, serverDraft: ServerDraft): LocalDraft {
  if (serverDraft.edited_at === localDraft.base) return localDraft;
  if (localDraft.base !== null && serverDraft.edited_at < localDraft.base) return localDraft;
  if (isDiscarded(localDraft, serverDraft)) return markToClearOnServer(localDraft, serverDraft);
  return localDraft.unsaved && localDraft.editedAt >= serverDraft.edited_at
    ? localDraft
    : toLocalDraft(serverDraft, localDraft.discarded);
}

/**
 * Applies the response to the save of `sentDraft`. If the writer has typed more in the meantime, the newer text is now
 * based on the saved one.
 */
export function applySaveResponse(
  localDraft: LocalDraft,
  sentDraft: LocalDraft,
  serverDraft: ServerDraft,
): LocalDraft {
  if (localDraft.editedAt === sentDraft.editedAt) return toLocalDraft(serverDraft, localDraft.discarded);
  if (!localDraft.unsaved) return applyServerDraft(localDraft, serverDraft);
  return { ...localDraft, base: serverDraft.edited_at, serverText: serverDraft.content };
}

/** Parses a stored draft. An earlier version of the app stored only the text. */
export function parseStoredDraft(storedText: string | null): LocalDraft {
  if (storedText === null) return emptyDraft;
  try {
    const { owner: _, ...storedFields }: Partial<LocalDraft> & { owner?: string } = JSON.parse(storedText);
    if (typeof storedFields.text === "string" && typeof storedFields.editedAt === "string")
      return { ...emptyDraft, ...storedFields };
  } catch {
    // A value that is not JSON comes from an earlier version of the app, which stored only the text.
  }
  return { ...emptyDraft, text: storedText };
}

/** Returns the server's draft on which this device's draft is based. Null if that draft was empty or did not exist. */
function serverDraftOf({ base: baseEditedAt, serverText }: LocalDraft): ServerDraft | null {
  return baseEditedAt === null || serverText === "" ? null : { content: serverText, edited_at: baseEditedAt };
}

/** Discarded texts are remembered for this many milliseconds. By then, no other tab can still be saving one of them. */
const rememberDiscardedTextsMs = 600_000;

/** Whether the draft can be removed from this browser's storage without losing anything. */
export function canDropStoredDraft(
  { text, unsaved, discarded: discardedTexts, editedAt }: LocalDraft,
  now: number,
): boolean {
  return (
    text === "" &&
    !unsaved &&
    (discardedTexts.length === 0 || Date.parse(editedAt) < now - rememberDiscardedTextsMs)
  );
}

/**
 * After a chat is gone, its draft is kept for this many milliseconds. A person who was removed from the chat can copy
 * the text in that time.
 */
const keepOrphanDraftsMs = 30 * 86_400_000;

/** Whether the draft of a chat that is gone is empty or old enough to be deleted. */
export function isOrphanDraftExpired({ text, editedAt }: LocalDraft, now: number): boolean {
  return text.trim() === "" || !(Date.parse(editedAt) >= now - keepOrphanDraftsMs);
}

/**
 * Applies a `storage` event from another tab. `newValue` is null if the draft was removed, and `oldValue` is the value
 * before the change. A later text in this tab stays.
 */
export function applyOtherTabDraft(
  localDraft: LocalDraft,
  newValue: string | null,
  oldValue: string | null,
): LocalDraft {
  if (localDraft.unsaved && localDraft.editedAt > parseStoredDraft(newValue ?? oldValue).editedAt)
    return localDraft;
  const otherTabDraft = parseStoredDraft(newValue);
  // The other tab has sent or deleted its draft, but this tab has saved that text on the server. So clear the server's
  // draft.
  const ownServerDraft = serverDraftOf(localDraft);
  if (
    ownServerDraft &&
    otherTabDraft.discarded.length > 0 &&
    otherTabDraft.text === "" &&
    !otherTabDraft.unsaved
  ) {
    const isUnknownToOtherTab = otherTabDraft.base === null || otherTabDraft.base < ownServerDraft.edited_at;
    if (isUnknownToOtherTab && ownServerDraft.edited_at <= otherTabDraft.editedAt)
      return markToClearOnServer(otherTabDraft, ownServerDraft);
  }
  // This tab has sent or deleted its draft, but the other tab has saved that text on the server. So clear the server's
  // draft.
  const otherServerDraft = serverDraftOf(otherTabDraft);
  return otherServerDraft && isDiscarded(localDraft, otherServerDraft)
    ? markToClearOnServer(localDraft, otherServerDraft)
    : otherTabDraft;
}
