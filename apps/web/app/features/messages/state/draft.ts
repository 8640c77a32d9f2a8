import type { Draft } from "@kakehashi/contract/drafts";

/**
 * What this device knows of one draft. Pure data: what is written without a connection is told when there is one, and of
 * two devices that wrote apart the later one wins (docs/decisions, "Drafts").
 */
export interface LocalDraft {
  /** Empty once it was sent or thrown away. */
  readonly text: string;
  /** When these words were written: ISO 8601, in milliseconds. */
  readonly editedAt: string;
  /** The draft of the server that they were written upon, by its `edited_at`; null for none. */
  readonly base: string | null;
  /** What it said then. */
  readonly serverText: string;
  /** Whether the server is still to be told. */
  readonly unsaved: boolean;
  /**
   * The last texts that were sent or deleted here before the server heard of them, newest first. Another tab may have
   * a save of one on its way: what comes of it is deleted again.
   */
  readonly discarded: readonly string[];
}

/** More than one, because a person can send several messages while one save is on its way. */
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

/** Words that the server was never told of, and that are gone again, are no news: most messages are sent before that. */
export function isUnknownToServer({ serverText }: LocalDraft, text: string): boolean {
  return text === "" && serverText === "";
}

/** Empties a draft that the server was never told of, and remembers what it said. */
export function discardDraft(kept: LocalDraft, now: number): LocalDraft {
  const discarded = kept.text === "" ? kept.discarded : [kept.text, ...kept.discarded].slice(0, maxDiscarded);
  return { ...editDraft(kept, "", now), unsaved: false, discarded };
}

export function editDraft(kept: LocalDraft, text: string, now: number): LocalDraft {
  // A clock that was set back must not make newer words older than those before.
  const moment = Math.max(now, kept.editedAt === "" ? 0 : Date.parse(kept.editedAt) + 1);
  return { ...kept, text, editedAt: new Date(moment).toISOString(), unsaved: true };
}

/** Whether the server has words that were sent from here meanwhile, or their beginning. */
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

/** The server is to be told that this draft of its is empty now. */
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

/** Takes what the server has. Words that it was not told of yet stay, unless what it has was written later. */
export function applyServerDraft(kept: LocalDraft, draft: ServerDraft): LocalDraft {
  if (draft.edited_at === kept.base) return kept;
  if (kept.base !== null && draft.edited_at < kept.base) return kept;
  if (isDiscarded(kept, draft)) return clearOnServer(kept, draft);
  return kept.unsaved && kept.editedAt >= draft.edited_at ? kept : fromServer(draft, kept.discarded);
}

/** Takes the answer to having told `told`: what the server has now. What was written meanwhile is written upon it. */
export function applySaveAnswer(kept: LocalDraft, sent: LocalDraft, draft: ServerDraft): LocalDraft {
  if (kept.editedAt === sent.editedAt) return fromServer(draft, kept.discarded);
  if (!kept.unsaved) return applyServerDraft(kept, draft);
  return { ...kept, base: draft.edited_at, serverText: draft.content };
}

/** Out of the browser's storage, where earlier versions kept the bare text. */
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
    // Bare text.
  }
  return { ...noDraft, text: stored };
}

/** What the server has of these words, if anything. */
function serverDraftOf({ base, serverText }: LocalDraft): ServerDraft | null {
  return base === null || serverText === "" ? null : { content: serverText, edited_at: base };
}

/** Milliseconds for which it matters what was spent: no save is on its way for longer. */
const discardedMs = 600_000;

/** Whether nothing is lost when it is no longer in storage. */
export function canBeForgotten({ text, unsaved, discarded, editedAt }: LocalDraft, now: number): boolean {
  return text === "" && !unsaved && (discarded.length === 0 || Date.parse(editedAt) < now - discardedMs);
}

/** Milliseconds for which words are kept whose place is gone: whoever was removed from it can still take them along. */
const orphanMs = 30 * 86_400_000;

/** Whether nobody looks any more for what was written in a place that is gone. */
export function isOrphanExpired({ text, editedAt }: LocalDraft, now: number): boolean {
  return text.trim() === "" || !(Date.parse(editedAt) >= now - orphanMs);
}

/**
 * Takes what another tab wrote into the storage that both share, or took out of it (null), over what stood there before.
 * Words that were written here later stay.
 */
export function applyOtherTab(own: LocalDraft, newValue: string | null, oldValue: string | null): LocalDraft {
  if (own.unsaved && own.editedAt > parseStored(newValue ?? oldValue).editedAt) return own;
  const theirs = parseStored(newValue);
  // Emptied there, while the server was told of the words from here.
  const here = serverDraftOf(own);
  if (here && theirs.discarded.length > 0 && theirs.text === "" && !theirs.unsaved) {
    const unknown = theirs.base === null || theirs.base < here.edited_at;
    if (unknown && here.edited_at <= theirs.editedAt) return clearOnServer(theirs, here);
  }
  // Emptied here, while the server was told of the words from there.
  const there = serverDraftOf(theirs);
  return there && isDiscarded(own, there) ? clearOnServer(own, there) : theirs;
}
