import type { Draft } from "@kakehashi/contract/drafts";

/**
 * One draft as this device knows it. It is plain data. Text written offline is saved at the next connection.
 * If two devices wrote separately, the later text wins (docs/decisions, "Drafts").
 */
export interface LocalDraft {
  /** The text. Empty after the draft was sent or deleted. */
  readonly text: string;
  /** When the text was written: ISO 8601 with milliseconds. */
  readonly editedAt: string;
  /** The `edited_at` of the server's draft that this text is based on. Null for none. */
  readonly base: string | null;
  /** The text of the server's draft whose `edited_at` is `base`. */
  readonly serverText: string;
  /** Whether the server does not have this text yet. */
  readonly unsaved: boolean;
  /**
   * The last texts that were sent or deleted before the server had them, newest first. Another tab may still
   * be saving one of them. The server's draft is then cleared again.
   */
  readonly discarded: readonly string[];
}

/** How many discarded texts are remembered. A person can send several messages while one draft is being saved. */
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
 * Whether the server does not know this text. An empty text is no change if the server never had a draft. Most
 * messages are sent before the first save, so the server knows no draft of them.
 */
export function isUnknownToServer({ serverText }: LocalDraft, text: string): boolean {
  return text === "" && serverText === "";
}

/** Clears a draft that the server never had, and remembers its text. */
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
 * Whether the server's draft is a text that this device has sent or deleted meanwhile, or the beginning of such a
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

/** Applies the server's draft. Unsaved text stays, unless the server's is later. */
export function applyServerDraft(localDraft: LocalDraft, draft: ServerDraft): LocalDraft {
  if (draft.edited_at === localDraft.base) return localDraft;
  if (localDraft.base !== null && draft.edited_at < localDraft.base) return localDraft;
  if (isDiscarded(localDraft, draft)) return markToClearOnServer(localDraft, draft);
  return localDraft.unsaved && localDraft.editedAt >= draft.edited_at
    ? localDraft
    : toLocalDraft(draft, localDraft.discarded);
}

/** Applies the answer to saving `sentDraft`. Text that was written since is based on the answer. */
export function applySaveAnswer(
  localDraft: LocalDraft,
  sentDraft: LocalDraft,
  draft: ServerDraft,
): LocalDraft {
  if (localDraft.editedAt === sentDraft.editedAt) return toLocalDraft(draft, localDraft.discarded);
  if (!localDraft.unsaved) return applyServerDraft(localDraft, draft);
  return { ...localDraft, base: draft.edited_at, serverText: draft.content };
}

/** Parses the stored draft. Earlier versions stored the plain text. */
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
    // The stored value is not JSON: an earlier version stored the plain text of the draft.
  }
  return { ...emptyDraft, text: storedText };
}

/** The server's draft, as this device knows it. Null when it is empty. */
function serverDraftOf({ base: baseEditedAt, serverText }: LocalDraft): ServerDraft | null {
  return baseEditedAt === null || serverText === "" ? null : { content: serverText, edited_at: baseEditedAt };
}

/** How long discarded texts are remembered, in milliseconds. No save takes longer. */
const rememberDiscardedTextsMs = 600_000;

/** Whether the draft can be removed from storage without losing anything. */
export function canBeRemoved(
  { text, unsaved, discarded: discardedTexts, editedAt }: LocalDraft,
  now: number,
): boolean {
  return (
    text === "" &&
    !unsaved &&
    (discardedTexts.length === 0 || Date.parse(editedAt) < now - rememberDiscardedTextsMs)
  );
}

/** How long a draft is kept after its chat is gone, in milliseconds. A person who was removed can still copy it. */
const keepOrphanDraftsMs = 30 * 86_400_000;

/** Whether a draft of a chat that is gone can be deleted. */
export function isOrphanDraftExpired({ text, editedAt }: LocalDraft, now: number): boolean {
  return text.trim() === "" || !(Date.parse(editedAt) >= now - keepOrphanDraftsMs);
}

/**
 * Applies a change that another tab made in the shared storage; null means removed. `oldValue` was stored before. Later
 * text of this tab stays.
 */
export function applyOtherTab(
  localDraft: LocalDraft,
  newValue: string | null,
  oldValue: string | null,
): LocalDraft {
  if (localDraft.unsaved && localDraft.editedAt > parseStoredDraft(newValue ?? oldValue).editedAt)
    return localDraft;
  const otherTabDraft = parseStoredDraft(newValue);
  // The other tab cleared the draft while this tab was saving it.
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
  // This tab cleared the draft while the other tab was saving it.
  const otherServerDraft = serverDraftOf(otherTabDraft);
  return otherServerDraft && isDiscarded(localDraft, otherServerDraft)
    ? markToClearOnServer(localDraft, otherServerDraft)
    : otherTabDraft;
}
