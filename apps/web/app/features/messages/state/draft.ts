import type { Draft } from "@kakehashi/contract/drafts";

/**
 * What this device knows of one draft. It is plain data. Text written offline is saved at the next connection. If two
 * devices wrote separately, the later one wins (docs/decisions, "Drafts").
 */
export interface LocalDraft {
  /** Empty after the draft was sent or deleted. */
  readonly text: string;
  /** When the text was written: ISO 8601 with milliseconds. */
  readonly editedAt: string;
  /** The `edited_at` of the server's draft that this text is based on. Null for none. */
  readonly base: string | null;
  /** The server's text at that time. */
  readonly serverText: string;
  /** Whether the server does not have this text yet. */
  readonly unsaved: boolean;
  /**
   * The last texts that were sent or deleted before the server had them, newest first. Another tab may still be saving
   * one of them. That save is then cleared again.
   */
  readonly discarded: readonly string[];
}

/** Several, because a person can send several messages during one save. */
const maxDiscarded = 5;

export const noDraft: LocalDraft = {
  text: "",
  editedAt: "",
  base: null,
  serverText: "",
  unsaved: false,
  discarded: [],
};

type ServerDraft = Pick<Draft, "content" | "edited_at">;

/** An empty text is no change when the server never had any. Most messages are sent before the first save. */
export function isUnknownToServer({ serverText }: LocalDraft, text: string): boolean {
  return text === "" && serverText === "";
}

/** Clears a draft that the server never had, and remembers its text. */
export function discardDraft(kept: LocalDraft, now: number): LocalDraft {
  const discarded = kept.text === "" ? kept.discarded : [kept.text, ...kept.discarded].slice(0, maxDiscarded);
  return { ...editDraft(kept, "", now), unsaved: false, discarded };
}

export function editDraft(kept: LocalDraft, text: string, now: number): LocalDraft {
  // The device's clock may be set back. Newer text must still have a later time.
  const moment = Math.max(now, kept.editedAt === "" ? 0 : Date.parse(kept.editedAt) + 1);
  return { ...kept, text, editedAt: new Date(moment).toISOString(), unsaved: true };
}

/** Whether the server has a text that was sent from here meanwhile, or its beginning. */
function isDiscarded(
  { text, editedAt, discarded }: LocalDraft,
  { content, edited_at }: ServerDraft,
): boolean {
  return (
    text === "" &&
    content !== "" &&
    edited_at <= editedAt &&
    discarded.some((words) => words.startsWith(content))
  );
}

/** Marks the draft to be cleared on the server. */
const clearOnServer = (kept: LocalDraft, { content, edited_at }: ServerDraft): LocalDraft => ({
  ...kept,
  base: edited_at,
  serverText: content,
  unsaved: true,
});

const fromServer = ({ content, edited_at }: ServerDraft, discarded: readonly string[]): LocalDraft => ({
  text: content,
  editedAt: edited_at,
  base: edited_at,
  serverText: content,
  unsaved: false,
  discarded,
});

/** Applies the server's draft. Unsaved text stays, unless the server's is later. */
export function applyServerDraft(kept: LocalDraft, draft: ServerDraft): LocalDraft {
  if (draft.edited_at === kept.base) return kept;
  if (kept.base !== null && draft.edited_at < kept.base) return kept;
  if (isDiscarded(kept, draft)) return clearOnServer(kept, draft);
  return kept.unsaved && kept.editedAt >= draft.edited_at ? kept : fromServer(draft, kept.discarded);
}

/** Applies the answer to saving `sent`. Text that was written since is based on the answer. */
export function applySaveAnswer(kept: LocalDraft, sent: LocalDraft, draft: ServerDraft): LocalDraft {
  if (kept.editedAt === sent.editedAt) return fromServer(draft, kept.discarded);
  if (!kept.unsaved) return applyServerDraft(kept, draft);
  return { ...kept, base: draft.edited_at, serverText: draft.content };
}

/** Parses the stored draft. Earlier versions stored the plain text. */
export function parseStored(stored: string | null): LocalDraft {
  if (stored === null) return noDraft;
  try {
    const { text, editedAt, base, serverText, unsaved, discarded }: Partial<LocalDraft> = JSON.parse(stored);
    if (typeof text === "string" && typeof editedAt === "string")
      return {
        text,
        editedAt,
        base: base ?? null,
        serverText: serverText ?? "",
        unsaved: unsaved === true,
        discarded: discarded ?? [],
      };
  } catch {
    // Not JSON: plain text of an earlier version.
  }
  return { ...noDraft, text: stored };
}

/** The server's draft, as this device knows it. Null when it is empty. */
function serverDraftOf({ base, serverText }: LocalDraft): ServerDraft | null {
  return base === null || serverText === "" ? null : { content: serverText, edited_at: base };
}

/** How long discarded texts are remembered, in milliseconds. No save takes longer. */
const discardedMs = 600_000;

/** Whether the draft can be removed from storage without losing anything. */
export function canBeForgotten({ text, unsaved, discarded, editedAt }: LocalDraft, now: number): boolean {
  return text === "" && !unsaved && (discarded.length === 0 || Date.parse(editedAt) < now - discardedMs);
}

/** How long a draft is kept after its chat is gone, in milliseconds. A person who was removed can still copy it. */
const orphanMs = 30 * 86_400_000;

/** Whether a draft of a chat that is gone can be deleted. */
export function isOrphanExpired({ text, editedAt }: LocalDraft, now: number): boolean {
  return text.trim() === "" || !(Date.parse(editedAt) >= now - orphanMs);
}

/**
 * Applies a change that another tab made in the shared storage; null means removed. `oldValue` was stored before. Later
 * text of this tab stays.
 */
export function applyOtherTab(own: LocalDraft, newValue: string | null, oldValue: string | null): LocalDraft {
  if (own.unsaved && own.editedAt > parseStored(newValue ?? oldValue).editedAt) return own;
  const theirs = parseStored(newValue);
  // The other tab cleared the draft while this tab was saving it.
  const here = serverDraftOf(own);
  if (here && theirs.discarded.length > 0 && theirs.text === "" && !theirs.unsaved) {
    const unknown = theirs.base === null || theirs.base < here.edited_at;
    if (unknown && here.edited_at <= theirs.editedAt) return clearOnServer(theirs, here);
  }
  // This tab cleared the draft while the other tab was saving it.
  const there = serverDraftOf(theirs);
  return there && isDiscarded(own, there) ? clearOnServer(own, there) : theirs;
}
