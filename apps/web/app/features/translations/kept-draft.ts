import type { TranslationDraft as ServerDraft } from "@kakehashi/contract/translation-drafts";
import type { TranslationDraft } from "./draft.ts";

/** What this device knows of one draft. It is plain data. The server decides which of two texts stays. */
export interface KeptDraft {
  /** Null: nothing is typed, or it was submitted or discarded. */
  readonly draft: TranslationDraft | null;
  /** When the text was written: ISO 8601 with milliseconds. */
  readonly editedAt: string;
  /** The `edited_at` of the server's draft that this text is based on. Null for none. */
  readonly base: string | null;
  /** Whether the server does not have this text yet. */
  readonly unsaved: boolean;
  /** What another device had written separately. Empty for nothing. */
  readonly setAside: string;
  /** The writer has dealt with it, and the server does not know that yet. */
  readonly forgets: boolean;
}

export const nothingKept: KeptDraft = {
  draft: null,
  editedAt: "",
  base: null,
  unsaved: false,
  setAside: "",
  forgets: false,
};

type FromServer = Pick<
  ServerDraft,
  "content" | "version" | "revision" | "from_memory" | "edited_at" | "set_aside"
>;

const textOf = ({ draft }: KeptDraft) => draft?.text ?? "";

/** The writer typed something. Null: they discarded it, or it is the text that is saved. */
export function editKept(kept: KeptDraft, draft: TranslationDraft | null, now: number): KeptDraft {
  // The device's clock may be set back. Newer text must still have a later time.
  const editedMs = Math.max(now, kept.editedAt === "" ? 0 : Date.parse(kept.editedAt) + 1);
  // What the server never had needs no discarding there.
  const isKnown = draft !== null || kept.base !== null;
  return { ...kept, draft, editedAt: new Date(editedMs).toISOString(), unsaved: isKnown };
}

export const forgetSetAside = (kept: KeptDraft, now: number): KeptDraft => ({
  ...editKept(kept, kept.draft, now),
  setAside: "",
  forgets: true,
});

const taken = ({ content, version, revision, from_memory, edited_at, set_aside }: FromServer): KeptDraft => ({
  draft: content === "" ? null : { text: content, version, revision, fromMemory: from_memory },
  editedAt: edited_at,
  base: edited_at,
  unsaved: false,
  setAside: set_aside,
  forgets: false,
});

/** Applies the server's draft. Unsaved text stays: the server compares the two when it is saved. */
export function applyServer(kept: KeptDraft, server: FromServer): KeptDraft {
  if (kept.base !== null && server.edited_at < kept.base) return kept;
  if (!kept.unsaved)
    return kept.base === server.edited_at && kept.setAside === server.set_aside ? kept : taken(server);
  // The server has this very text, but its answer was lost.
  if (server.content === textOf(kept) && !kept.forgets) return taken(server);
  return kept.forgets ? kept : { ...kept, setAside: server.set_aside };
}

/** Applies the answer to saving `sent`. Text that was written since is based on it, if the server took it. */
export function applySaved(kept: KeptDraft, sent: KeptDraft, server: FromServer): KeptDraft {
  if (kept.editedAt === sent.editedAt) return taken(server);
  const { setAside, forgets } = kept.forgets && !sent.forgets ? kept : taken(server);
  const wasTaken = server.content.trim() === textOf(sent).trim();
  return { ...kept, base: wasTaken ? server.edited_at : kept.base, setAside, forgets };
}

const isDraft = (value: unknown): value is TranslationDraft => {
  const draft = value as Partial<TranslationDraft> | null;
  return (
    typeof draft?.text === "string" && typeof draft.version === "number" && typeof draft.revision === "number"
  );
};

/** Earlier versions stored the draft alone, and the server did not have it. */
const fromEarlierVersion = (draft: TranslationDraft): KeptDraft => ({
  ...nothingKept,
  draft,
  editedAt: new Date(0).toISOString(),
  unsaved: true,
});

export function parseKept(stored: string | null): KeptDraft {
  try {
    const value = JSON.parse(stored ?? "null") as Partial<KeptDraft> | null;
    if (isDraft(value)) return fromEarlierVersion(value);
    if (!value || typeof value.editedAt !== "string") return nothingKept;
    return {
      draft: isDraft(value.draft) ? value.draft : null,
      editedAt: value.editedAt,
      base: value.base ?? null,
      unsaved: value.unsaved === true,
      setAside: value.setAside ?? "",
      forgets: value.forgets === true,
    };
  } catch {
    return nothingKept;
  }
}

/** Whether this device needs not remember it. */
export const isNothing = ({ draft, unsaved, setAside }: KeptDraft): boolean =>
  draft === null && !unsaved && setAside === "";
