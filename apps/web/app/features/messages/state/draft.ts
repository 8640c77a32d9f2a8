import type { Draft } from "@kakehashi/contract/drafts";

/**
 * One draft as this device knows it, as plain data. Text that was written offline is saved at the next connection. If a
 * person writes on two devices that do not know of each other, the later text wins (docs/decisions, "Drafts").
 */
export interface LocalDraft {
  /** The text. Empty after the draft was sent or deleted. */
  readonly text: string;
  /** When the text was written: ISO 8601 with milliseconds. */
  readonly editedAt: string;
  /** The `edited_at` of the server's draft that this text is based on. Null for none. */
  readonly base: string | null;
  /** The text of the server's draft on which this text is based. */
  readonly serverText: string;
  /** Whether this text must still be saved on the server. */
  readonly unsaved: boolean;
  /**
   * The last texts that were sent or deleted before they were saved on the server, newest first. Another tab may still
   * be saving one of them. If it does, the server's draft is cleared again.
   */
  readonly discarded: readonly string[];
}

/**
 * At most this many discarded texts are remembered, because a person can send several messages while a draft is being
 * saved.
 */
const maxDiscarded = 5;

export const emptyDraft: LocalDraft = {
  text: "",
  editedAt: "",
  base: null,
  serverText: "",
  unsaved: false,
  discarded: [],
};

type ServerDraft = Pick<Draft, "content" | "edited_at">;

/**
 * Whether the server has no draft and needs none, because the text is empty. Most messages are sent before their draft
 * is saved for the first time.
 */
export function isEmptyHereAndOnServer({ serverText }: LocalDraft, text: string): boolean {
  return text === "" && serverText === "";
}

/** Empties a draft, and remembers its text among the discarded ones. */
export function discardDraft(localDraft: LocalDraft, now: number): LocalDraft {
  const discardedTexts =
    localDraft.text === ""
      ? localDraft.discarded
      : [localDraft.text, ...localDraft.discarded].slice(0, maxDiscarded);
  return { ...editDraft(localDraft, "", now), unsaved: false, discarded: discardedTexts };
}

export function editDraft(localDraft: LocalDraft, text: string, now: number): LocalDraft {
  // The device's clock may have been set back. A newer text must still get a later time than the text before it.
  const editedMs = Math.max(now, localDraft.editedAt === "" ? 0 : Date.parse(localDraft.editedAt) + 1);
  return { ...localDraft, text, editedAt: new Date(editedMs).toISOString(), unsaved: true };
}

/**
 * Whether the server's draft is a text that this device has sent or deleted in the meantime, or the beginning of such a
 * text.
 */
function isDiscarded(
  { text, editedAt, discarded: discardedTexts }: LocalDraft,
  { content, edited_at }: ServerDraft,
): boolean {
  return (
    text === "" &&
    content !== "" &&
    edited_at <= editedAt &&
    discardedTexts.some((discardedText) => discardedText.startsWith(content))
  );
}

/** Marks the draft to be cleared on the server. */
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

/** Applies the server's draft. An unsaved text of this device stays, unless the server's text is later. */
export function applyServerDraft(localDraft: LocalDraft, draft: ServerDraft): LocalDraft {
  if (draft.edited_at === localDraft.base) return localDraft;
  if (localDraft.base !== null && draft.edited_at < localDraft.base) return localDraft;
  if (isDiscarded(localDraft, draft)) return markToClearOnServer(localDraft, draft);
  return localDraft.unsaved && localDraft.editedAt >= draft.edited_at
    ? localDraft
    : toLocalDraft(draft, localDraft.discarded);
}

/**
 * Applies the server's answer to the save of `sentDraft`. If the writer has typed more since then, the newer text is
 * now based on the saved one.
 */
export function applySaveAnswer(
  localDraft: LocalDraft,
  sentDraft: LocalDraft,
  draft: ServerDraft,
): LocalDraft {
  if (localDraft.editedAt === sentDraft.editedAt) return toLocalDraft(draft, localDraft.discarded);
  if (!localDraft.unsaved) return applyServerDraft(localDraft, draft);
  return { ...localDraft, base: draft.edited_at, serverText: draft.content };
}

/** Parses the stored draft. Earlier versions of the app stored only the draft's text. */
export function parseStoredDraft(storedText: string | null): LocalDraft {
  if (storedText === null) return emptyDraft;
  try {
    const {
      text,
      editedAt,
      base: baseEditedAt,
      serverText,
      unsaved,
      discarded: discardedTexts,
    }: Partial<LocalDraft> = JSON.parse(storedText);
    if (typeof text === "string" && typeof editedAt === "string")
      return {
        text,
        editedAt,
        base: baseEditedAt ?? null,
        serverText: serverText ?? "",
        unsaved: unsaved === true,
        discarded: discardedTexts ?? [],
      };
  } catch {
    // If the stored value is not JSON, an earlier version of the app has stored only the draft's text.
  }
  return { ...emptyDraft, text: storedText };
}

/** Returns the server's draft on which this device's draft is based. Null if that draft is empty or does not exist. */
function serverDraftOf({ base: baseEditedAt, serverText }: LocalDraft): ServerDraft | null {
  return baseEditedAt === null || serverText === "" ? null : { content: serverText, edited_at: baseEditedAt };
}

/** Milliseconds for which discarded texts are remembered. Each save of another tab has ended by then. */
const rememberDiscardedTextsMs = 600_000;

/** Whether removing the draft from this browser's storage loses nothing. */
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
 * Milliseconds for which a draft is kept after its chat is gone. In this time, a person who was removed from the chat
 * can copy the text.
 */
const keepOrphanDraftsMs = 30 * 86_400_000;

/** Whether the draft of a chat that is gone is empty or old enough to be deleted. */
export function isOrphanDraftExpired({ text, editedAt }: LocalDraft, now: number): boolean {
  return text.trim() === "" || !(Date.parse(editedAt) >= now - keepOrphanDraftsMs);
}

/**
 * Applies a change that another tab has made in the shared storage. Null as the new value means that the draft was
 * removed. `oldValue` was stored before the change. If this tab has a later text, that text stays.
 */
export function applyOtherTab(
  localDraft: LocalDraft,
  newValue: string | null,
  oldValue: string | null,
): LocalDraft {
  if (localDraft.unsaved && localDraft.editedAt > parseStoredDraft(newValue ?? oldValue).editedAt)
    return localDraft;
  const otherTabDraft = parseStoredDraft(newValue);
  // The other tab has sent or deleted the text that this tab has saved on the server meanwhile, so clear the server's
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
  // This tab has sent or deleted the text that the other tab has saved on the server, so clear the server's draft.
  const otherServerDraft = serverDraftOf(otherTabDraft);
  return otherServerDraft && isDiscarded(localDraft, otherServerDraft)
    ? markToClearOnServer(localDraft, otherServerDraft)
    : otherTabDraft;
}
