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
}

export const nothing: Kept = { text: "", editedAt: "", base: null, served: "", untold: false };

/** Words that the server was never told of, and that are gone again, are no news: most messages are sent before that. */
export function isNoNews({ served }: Kept, text: string): boolean {
  return text === "" && served === "";
}

export function drop(kept: Kept): Kept {
  return { ...kept, text: "", editedAt: kept.base ?? "", untold: false };
}

export function edit(kept: Kept, text: string, now: number): Kept {
  // A clock that was set back must not make newer words older than those before.
  const moment = Math.max(now, kept.editedAt === "" ? 0 : Date.parse(kept.editedAt) + 1);
  return { ...kept, text, editedAt: new Date(moment).toISOString(), untold: true };
}

const taken = ({ content, edited_at }: Pick<Draft, "content" | "edited_at">): Kept => ({
  text: content,
  editedAt: edited_at,
  base: edited_at,
  served: content,
  untold: false,
});

type Told = Pick<Draft, "content" | "edited_at">;

/** Takes what the server has. Words that it was not told of yet stay, unless what it has was written later. */
export function hear(kept: Kept, draft: Told): Kept {
  if (draft.edited_at === kept.base) return kept;
  if (kept.base !== null && draft.edited_at < kept.base) return kept;
  return kept.untold && kept.editedAt >= draft.edited_at ? kept : taken(draft);
}

/** Takes the answer to having told `told`: what the server has now. What was written meanwhile is written upon it. */
export function settle(kept: Kept, told: Kept, draft: Told): Kept {
  if (kept.editedAt === told.editedAt) return taken(draft);
  if (!kept.untold) return hear(kept, draft);
  return { ...kept, base: draft.edited_at, served: draft.content };
}

/** Out of the browser's storage, where earlier versions kept the bare text. */
export function parse(stored: string | null): Kept {
  if (stored === null) return nothing;
  try {
    const { text, editedAt, base, served, untold }: Partial<Kept> = JSON.parse(stored);
    if (typeof text === "string" && typeof editedAt === "string")
      return { text, editedAt, base: base ?? null, served: served ?? "", untold: untold === true };
  } catch {
    // Bare text.
  }
  return { ...nothing, text: stored };
}

/**
 * Takes what another tab wrote into the storage that both share, or took out of it (null), over what stood there before.
 * Words that were written here later stay.
 */
export function overhear(own: Kept, now: string | null, before: string | null): Kept {
  return own.untold && own.editedAt > parse(now ?? before).editedAt ? own : parse(now);
}
