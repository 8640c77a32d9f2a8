import type { TranslationDraft as ServerDraft } from "@kakehashi/contract/translation-drafts";

/** A translation that was typed and not submitted. The browser keeps it until the writer submits or discards it. */
export interface TranslationDraft {
  readonly text: string;
  /** The version of the translation from which the draft began. 0 if no translation existed. */
  readonly version: number;
  /** The revision of the original message from which the draft of its translation began. */
  readonly revision: number;
  /** Whether the draft's text was taken from a suggestion of the translation memory. */
  readonly fromMemory?: boolean;
}

/**
 * The state of one draft on this device, as plain data. If two devices have different texts, the server decides which
 * one is the draft.
 */
export interface DeviceDraft {
  /** The text that is typed and not submitted. Null if there is none. */
  readonly draft: TranslationDraft | null;
  /** When the draft's text was written, in ISO 8601 with milliseconds. */
  readonly editedAt: string;
  /**
   * The `edited_at` of the server's draft on which this device's text is based. Null if the text is not based on a
   * draft.
   */
  readonly base: string | null;
  /** Whether the draft's text must still be saved on the server. */
  readonly unsaved: boolean;
  /**
   * The text of a save whose answer from the server is missing. The server may have stored this text. Null if every
   * save was answered.
   */
  readonly sentText: string | null;
  /** A different text for the same translation that the writer typed on another device. Empty if there is none. */
  readonly setAside: string;
  /**
   * Whether the server must still be told that the writer has used or dismissed the other device's text (`setAside`).
   */
  readonly forgets: boolean;
}

export const emptyDeviceDraft: DeviceDraft = {
  draft: null,
  editedAt: "",
  base: null,
  unsaved: false,
  sentText: null,
  setAside: "",
  forgets: false,
};

type DraftOfServer = Pick<
  ServerDraft,
  "content" | "version" | "revision" | "from_memory" | "edited_at" | "set_aside"
>;

const textOf = ({ draft }: DeviceDraft) => draft?.text ?? "";

/**
 * Applies a change by the writer. `draft` is null if the writer discarded the text or if it now equals the saved
 * translation.
 */
export function applyEdit(
  deviceDraft: DeviceDraft,
  draft: TranslationDraft | null,
  now: number,
): DeviceDraft {
  // The device's clock may have been set back. In that case, still give the newer text a later time.
  const editedMs = Math.max(now, deviceDraft.editedAt === "" ? 0 : Date.parse(deviceDraft.editedAt) + 1);
  // If the writer discards a text that the server has never got, the server need not be told.
  const isKnown = draft !== null || deviceDraft.base !== null || deviceDraft.sentText !== null;
  return { ...deviceDraft, draft, editedAt: new Date(editedMs).toISOString(), unsaved: isKnown };
}

export const dismissOtherDeviceText = (deviceDraft: DeviceDraft, now: number): DeviceDraft => ({
  ...applyEdit(deviceDraft, deviceDraft.draft, now),
  setAside: "",
  // Save even if nothing is typed, because the server may still have the other device's text.
  unsaved: true,
  forgets: true,
});

/** Remembers the draft's text that is being sent to the server. */
export const markSent = (deviceDraft: DeviceDraft): DeviceDraft => ({
  ...deviceDraft,
  sentText: textOf(deviceDraft),
});

/** Whether the server has stored everything that this device knows of the draft. */
export const isSaved = ({ base, unsaved, sentText }: DeviceDraft): boolean =>
  base !== null && !unsaved && sentText === null;

/** The draft as the body of the call that saves it. */
export const toBody = ({ draft, editedAt, base, forgets }: DeviceDraft) => ({
  content: draft?.text ?? "",
  version: draft?.version ?? 0,
  revision: draft?.revision ?? 1,
  from_memory: draft?.fromMemory === true,
  edited_at: editedAt,
  ...(base !== null && { base }),
  forget_set_aside: forgets,
});

/** Forgets the text of the last save. Call it when it is known whether the server has stored this text. */
export const clearSentText = (deviceDraft: DeviceDraft): DeviceDraft =>
  deviceDraft.sentText === null ? deviceDraft : { ...deviceDraft, sentText: null };

/**
 * Returns the state after the draft was submitted or discarded. Keeps the text that was typed on another device until
 * the writer copies or deletes it.
 */
export const withoutEndedDraft = ({ setAside }: DeviceDraft): DeviceDraft => ({
  ...emptyDeviceDraft,
  setAside,
});

const toDeviceDraft = ({
  content,
  version,
  revision,
  from_memory,
  edited_at,
  set_aside,
}: DraftOfServer): DeviceDraft => ({
  draft: content === "" ? null : { text: content, version, revision, fromMemory: from_memory },
  editedAt: edited_at,
  base: edited_at,
  unsaved: false,
  sentText: null,
  setAside: set_aside,
  forgets: false,
});

/**
 * Applies the server's draft. An unsaved text on this device stays, because the server compares the two texts at the
 * next save.
 */
export function applyServerDraft(deviceDraft: DeviceDraft, server: DraftOfServer): DeviceDraft {
  if (deviceDraft.base !== null && server.edited_at < deviceDraft.base) return deviceDraft;
  if (!deviceDraft.unsaved)
    return deviceDraft.base === server.edited_at && deviceDraft.setAside === server.set_aside
      ? deviceDraft
      : toDeviceDraft(server);
  // The server has stored the present text, although its answer to the save was lost.
  if (server.content === textOf(deviceDraft) && !deviceDraft.forgets) return toDeviceDraft(server);
  // The server has stored the text of the save whose answer was lost. The writer's later changes are based on that
  // save.
  const wasSaved = deviceDraft.sentText !== null && deviceDraft.sentText.trim() === server.content.trim();
  return {
    ...deviceDraft,
    base: wasSaved ? server.edited_at : deviceDraft.base,
    setAside: deviceDraft.forgets ? deviceDraft.setAside : server.set_aside,
  };
}

/**
 * Applies the server's answer to the save of `sent`. If the writer has typed more since then and the server has
 * accepted the save, the newer text is now based on the saved text.
 */
export function applySaveAnswer(
  deviceDraft: DeviceDraft,
  sent: DeviceDraft,
  server: DraftOfServer,
): DeviceDraft {
  if (deviceDraft.editedAt === sent.editedAt) return toDeviceDraft(server);
  const { setAside, forgets } = deviceDraft.forgets && !sent.forgets ? deviceDraft : toDeviceDraft(server);
  const wasAccepted = server.content.trim() === textOf(sent).trim();
  // If another tab has saved a later draft before this answer arrived, the text stays based on that draft.
  const isServerDraftNewer = deviceDraft.base === null || server.edited_at > deviceDraft.base;
  const base = wasAccepted && isServerDraftNewer ? server.edited_at : deviceDraft.base;
  return { ...deviceDraft, base, sentText: null, setAside, forgets };
}

/**
 * Applies the draft that another tab has stored. All tabs share their storage, so the later text continues the earlier
 * one. The tab in which the text was typed saves it on the server.
 */
export const applyOtherTab = (deviceDraft: DeviceDraft, stored: DeviceDraft): DeviceDraft =>
  stored.editedAt > deviceDraft.editedAt || (stored.editedAt === deviceDraft.editedAt && !stored.unsaved)
    ? stored
    : deviceDraft;

const isDraft = (value: unknown): value is TranslationDraft => {
  const draft = value as Partial<TranslationDraft> | null;
  return (
    typeof draft?.text === "string" && typeof draft.version === "number" && typeof draft.revision === "number"
  );
};

/**
 * Converts a draft of an earlier version of the app, which stored drafts only in the browser and never saved them on
 * the server.
 */
const convertEarlierDraft = (draft: TranslationDraft): DeviceDraft => ({
  ...emptyDeviceDraft,
  draft,
  editedAt: new Date(0).toISOString(),
  unsaved: true,
});

export function parseDeviceDraft(stored: string | null): DeviceDraft {
  try {
    const value = JSON.parse(stored ?? "null") as Partial<DeviceDraft> | null;
    if (isDraft(value)) return convertEarlierDraft(value);
    if (!value || typeof value.editedAt !== "string") return emptyDeviceDraft;
    return {
      draft: isDraft(value.draft) ? value.draft : null,
      editedAt: value.editedAt,
      base: value.base ?? null,
      unsaved: value.unsaved === true,
      sentText: value.sentText ?? null,
      setAside: value.setAside ?? "",
      forgets: value.forgets === true,
    };
  } catch {
    return emptyDeviceDraft;
  }
}

/** Whether the draft has nothing that this device needs to store. */
export const hasNothingToStore = ({ draft, unsaved, setAside }: DeviceDraft): boolean =>
  draft === null && !unsaved && setAside === "";
