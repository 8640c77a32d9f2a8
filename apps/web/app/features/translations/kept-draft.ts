import type { TranslationDraft as ServerDraft } from "@kakehashi/contract/translation-drafts";
import type { TranslationDraft } from "./draft.ts";

/** The state of one draft on this device, as plain data. If two devices have different texts, the server decides. */
export interface KeptDraft {
  /** Null if nothing is typed, or if the draft was submitted or discarded. */
  readonly draft: TranslationDraft | null;
  /** When the text was written, in ISO 8601 with milliseconds. */
  readonly editedAt: string;
  /** The `edited_at` of the server's draft on which this text is based. Null if there is none. */
  readonly base: string | null;
  /** Whether the text must still be saved on the server. */
  readonly unsaved: boolean;
  /** A different text that another device has written. Empty if there is none. */
  readonly setAside: string;
  /** Whether the writer has used or dismissed `setAside` and the server does not know it yet. */
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

/**
 * Applies a change by the writer. `draft` is null if they discarded the text or it now equals the saved translation.
 */
export function editKept(kept: KeptDraft, draft: TranslationDraft | null, now: number): KeptDraft {
  // The device's clock may have been set back. A newer text needs a later time all the same.
  const editedMs = Math.max(now, kept.editedAt === "" ? 0 : Date.parse(kept.editedAt) + 1);
  // A discarded text that the server never got need not be discarded there.
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

/** Applies the server's draft. An unsaved text stays, because the server compares the two texts at the next save. */
export function applyServer(kept: KeptDraft, server: FromServer): KeptDraft {
  if (kept.base !== null && server.edited_at < kept.base) return kept;
  if (!kept.unsaved)
    return kept.base === server.edited_at && kept.setAside === server.set_aside ? kept : taken(server);
  // The server already has this text, but its answer was lost.
  if (server.content === textOf(kept) && !kept.forgets) return taken(server);
  return kept.forgets ? kept : { ...kept, setAside: server.set_aside };
}

/**
 * Applies the answer to saving `sent`. The writer may have typed since. Their newer text is then based on the saved
 * one, if the server accepted that.
 */
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

/** Earlier versions of the app stored only the draft and did not save it on the server. */
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

/** Whether there is nothing that this device needs to store. */
export const isNothing = ({ draft, unsaved, setAside }: KeptDraft): boolean =>
  draft === null && !unsaved && setAside === "";
