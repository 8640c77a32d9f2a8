import type { Draft } from "@kakehashi/contract/drafts";

/**
 * What this device knows of one draft. Pure data: what is written without a connection is told when there is one, and of
 * two devices that wrote apart the later one wins (docs/decisions, "Drafts").
 */
export interface Kept {
  /** Empty once it was sent or thrown away. */
  readonly text: string;
  /** When these words were written: ISO 8601, in milliseconds. */
  readonly editedAt: string;
  /** The draft of the server that they were written upon, by its `edited_at`; null for none. */
  readonly base: string | null;
  /** What it said then. */
  readonly served: string;
  /** Whether the server is still to be told. */
  readonly untold: boolean;
  /**
   * The last texts that were sent or deleted here before the server heard of them, newest first. Another tab may have
   * a save of one on its way: what comes of it is deleted again.
   */
  readonly spent: readonly string[];
}

/** More than one, because a person can send several messages while one save is on its way. */
const maximumSpent = 5;

export const nothing: Kept = { text: "", editedAt: "", base: null, served: "", untold: false, spent: [] };

type Told = Pick<Draft, "content" | "edited_at">;

/** Words that the server was never told of, and that are gone again, are no news: most messages are sent before that. */
export function isNoNews({ served }: Kept, text: string): boolean {
  return text === "" && served === "";
}

/** Empties a draft that the server was never told of, and remembers what it said. */
export function drop(kept: Kept, now: number): Kept {
  const spent = kept.text === "" ? kept.spent : [kept.text, ...kept.spent].slice(0, maximumSpent);
  return { ...edit(kept, "", now), untold: false, spent };
}

export function edit(kept: Kept, text: string, now: number): Kept {
  // A clock that was set back must not make newer words older than those before.
  const moment = Math.max(now, kept.editedAt === "" ? 0 : Date.parse(kept.editedAt) + 1);
  return { ...kept, text, editedAt: new Date(moment).toISOString(), untold: true };
}

/** Whether the server has words that were sent from here meanwhile, or their beginning. */
function isSpent({ text, editedAt, spent }: Kept, { content, edited_at }: Told): boolean {
  return (
    text === "" && content !== "" && edited_at <= editedAt && spent.some((words) => words.startsWith(content))
  );
}

/** The server is to be told that this draft of its is empty now. */
const emptied = (kept: Kept, { content, edited_at }: Told): Kept => ({
  ...kept,
  base: edited_at,
  served: content,
  untold: true,
});

const taken = ({ content, edited_at }: Told, spent: readonly string[]): Kept => ({
  text: content,
  editedAt: edited_at,
  base: edited_at,
  served: content,
  untold: false,
  spent,
});

/** Takes what the server has. Words that it was not told of yet stay, unless what it has was written later. */
export function hear(kept: Kept, draft: Told): Kept {
  if (draft.edited_at === kept.base) return kept;
  if (kept.base !== null && draft.edited_at < kept.base) return kept;
  if (isSpent(kept, draft)) return emptied(kept, draft);
  return kept.untold && kept.editedAt >= draft.edited_at ? kept : taken(draft, kept.spent);
}

/** Takes the answer to having told `told`: what the server has now. What was written meanwhile is written upon it. */
export function settle(kept: Kept, told: Kept, draft: Told): Kept {
  if (kept.editedAt === told.editedAt) return taken(draft, kept.spent);
  if (!kept.untold) return hear(kept, draft);
  return { ...kept, base: draft.edited_at, served: draft.content };
}

/** Out of the browser's storage, where earlier versions kept the bare text. */
export function parse(stored: string | null): Kept {
  if (stored === null) return nothing;
  try {
    const { text, editedAt, base, served, untold, spent }: Partial<Kept> = JSON.parse(stored);
    if (typeof text === "string" && typeof editedAt === "string")
      return {
        text,
        editedAt,
        base: base ?? null,
        served: served ?? "",
        untold: untold === true,
        spent: spent ?? [],
      };
  } catch {
    // Bare text.
  }
  return { ...nothing, text: stored };
}

/** What the server has of these words, if anything. */
function servedTo({ base, served }: Kept): Told | null {
  return base === null || served === "" ? null : { content: served, edited_at: base };
}

/** Milliseconds for which it matters what was spent: no save is on its way for longer. */
const spentMs = 600_000;

/** Whether nothing is lost when it is no longer in storage. */
export function isForgettable({ text, untold, spent, editedAt }: Kept, now: number): boolean {
  return text === "" && !untold && (spent.length === 0 || Date.parse(editedAt) < now - spentMs);
}

/** Milliseconds for which words are kept whose place is gone: whoever was removed from it can still take them along. */
const homelessMs = 30 * 86_400_000;

/** Whether nobody looks any more for what was written in a place that is gone. */
export function isLost({ text, editedAt }: Kept, now: number): boolean {
  return text.trim() === "" || !(Date.parse(editedAt) >= now - homelessMs);
}

/**
 * Takes what another tab wrote into the storage that both share, or took out of it (null), over what stood there before.
 * Words that were written here later stay.
 */
export function overhear(own: Kept, now: string | null, before: string | null): Kept {
  if (own.untold && own.editedAt > parse(now ?? before).editedAt) return own;
  const theirs = parse(now);
  // Emptied there, while the server was told of the words from here.
  const here = servedTo(own);
  if (here && theirs.spent.length > 0 && theirs.text === "" && !theirs.untold) {
    const unknown = theirs.base === null || theirs.base < here.edited_at;
    if (unknown && here.edited_at <= theirs.editedAt) return emptied(theirs, here);
  }
  // Emptied here, while the server was told of the words from there.
  const there = servedTo(theirs);
  return there && isSpent(own, there) ? emptied(own, there) : theirs;
}
