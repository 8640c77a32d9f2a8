import { removeDirectionOverrides } from "@kakehashi/contract/direction";
import type { TranslationDraft as ServerDraft } from "@kakehashi/contract/translation-drafts";

/** A translation that is typed but not submitted. The browser keeps it until the writer submits or discards it. */
export interface TranslationDraft {
  readonly text: string;
  /** The version of the translation on which the draft is based. 0 if there was no translation. */
  readonly version: number;
  /** The revision of the original message on which the draft is based. */
  readonly revision: number;
  /** Whether the text was taken from a suggestion of the translation memory. */
  readonly fromMemory?: boolean;
}

/**
 * The state of a draft on this device, as plain data. If the writer has typed different texts on two devices, the
 * server chooses one as the draft.
 */
export interface DeviceDraft {
  /** The typed text. Null if there is none. */
  readonly draft: TranslationDraft | null;
  /** When the draft's text was written, in ISO 8601 with milliseconds. */
  readonly editedAt: string;
  /**
   * The `edited_at` of the server's draft on which this device's text is based. Null if the text is not based on a
   * draft.
   */
  readonly base: string | null;
  /** Whether the draft's text is not saved on the server yet. */
  readonly unsaved: boolean;
  /**
   * The text of a save request whose response is missing. The server may have stored it. Null if every save had a
   * response.
   */
  readonly sentText: string | null;
  /** A different text for the same translation that the writer typed on another device. Empty if there is none. */
  readonly setAside: string;
  /**
   * Whether the writer has used or dismissed the other device's text (`setAside`), and the server does not know this
   * yet.
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

/** Returns the text of a draft as the server stores it. Comparisons with the server's text must use this text. */
const storedTextOf = ({ draft }: DeviceDraft) => removeDirectionOverrides(draft?.text ?? "");

/**
 * Applies a change by the writer. `draft` is null if the writer has discarded it, or if its text equals the saved
 * translation.
 */
export function applyWriterEdit(
  deviceDraft: DeviceDraft,
  draft: TranslationDraft | null,
  now: number,
): DeviceDraft {
  // If the device's clock was set back, the present time may be earlier than the last edit. Still give the newer text a
  // later time.
  const editedMs = Math.max(now, deviceDraft.editedAt === "" ? 0 : Date.parse(deviceDraft.editedAt) + 1);
  // If the writer has discarded a text that the server has never received, nothing has to be saved.
  const isKnown = draft !== null || deviceDraft.base !== null || deviceDraft.sentText !== null;
  return { ...deviceDraft, draft, editedAt: new Date(editedMs).toISOString(), unsaved: isKnown };
}

export const dismissOtherDeviceText = (deviceDraft: DeviceDraft, now: number): DeviceDraft => ({
  ...applyWriterEdit(deviceDraft, deviceDraft.draft, now),
  setAside: "",
  // Save the draft even if it is empty, because the server may still have the text of the other device.
  unsaved: true,
  forgets: true,
});

/** Records the text that is being sent to the server. */
export const recordSentText = (deviceDraft: DeviceDraft): DeviceDraft => ({
  ...deviceDraft,
  sentText: storedTextOf(deviceDraft),
});

/** Whether the server knows the complete state of this draft. */
export const isDraftSaved = ({ base, unsaved, sentText }: DeviceDraft): boolean =>
  base !== null && !unsaved && sentText === null;

/** Returns the request body that saves the draft. */
export const createDraftSaveBody = ({ draft, editedAt, base, forgets }: DeviceDraft) => ({
  content: draft?.text ?? "",
  version: draft?.version ?? 0,
  revision: draft?.revision ?? 1,
  from_memory: draft?.fromMemory === true,
  edited_at: editedAt,
  ...(base !== null && { base }),
  forget_set_aside: forgets,
});

/**
 * Clears the record of the last sent text. Call this function as soon as it is known whether the server has stored that
 * text.
 */
export const clearSentTextRecord = (deviceDraft: DeviceDraft): DeviceDraft =>
  deviceDraft.sentText === null ? deviceDraft : { ...deviceDraft, sentText: null };

/**
 * Returns the state after the draft was submitted or discarded. The text from another device stays until the writer
 * copies or deletes it.
 */
export const keepOnlySetAsideText = ({ setAside }: DeviceDraft): DeviceDraft => ({
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
 * Applies the server's draft. An unsaved text on this device stays, because the next save lets the server compare both
 * texts.
 */
export function applyServerDraft(deviceDraft: DeviceDraft, serverDraft: DraftOfServer): DeviceDraft {
  if (deviceDraft.base !== null && serverDraft.edited_at < deviceDraft.base) return deviceDraft;
  if (!deviceDraft.unsaved)
    return deviceDraft.base === serverDraft.edited_at && deviceDraft.setAside === serverDraft.set_aside
      ? deviceDraft
      : toDeviceDraft(serverDraft);
  // The server already has the text of this device. Only the response to the save of that text was lost.
  if (serverDraft.content === storedTextOf(deviceDraft) && !deviceDraft.forgets)
    return toDeviceDraft(serverDraft);
  // The server already has the text of the last save, whose response was lost. So what was typed since is based on that
  // save.
  const wasSaved =
    deviceDraft.sentText !== null && deviceDraft.sentText.trim() === serverDraft.content.trim();
  return {
    ...deviceDraft,
    base: wasSaved ? serverDraft.edited_at : deviceDraft.base,
    setAside: deviceDraft.forgets ? deviceDraft.setAside : serverDraft.set_aside,
  };
}

/**
 * Applies the response to the save of `sentDraft`. If the writer has typed more since and the save was accepted, the
 * newer text is based on the saved one.
 */
export function applySaveResponse(
  deviceDraft: DeviceDraft,
  sentDraft: DeviceDraft,
  serverDraft: DraftOfServer,
): DeviceDraft {
  if (deviceDraft.editedAt === sentDraft.editedAt) return toDeviceDraft(serverDraft);
  const { setAside, forgets } =
    deviceDraft.forgets && !sentDraft.forgets ? deviceDraft : toDeviceDraft(serverDraft);
  const wasAccepted = serverDraft.content.trim() === storedTextOf(sentDraft).trim();
  // Another tab may have saved a later draft before this response arrived. In that case the text stays based on that
  // draft.
  const isServerDraftNewer = deviceDraft.base === null || serverDraft.edited_at > deviceDraft.base;
  const baseTime = wasAccepted && isServerDraftNewer ? serverDraft.edited_at : deviceDraft.base;
  return { ...deviceDraft, base: baseTime, sentText: null, setAside, forgets };
}

/**
 * Applies a draft that another tab has stored. All tabs share one storage, so the later text continues the earlier one.
 * The tab in which the later text was typed saves it on the server.
 */
export const applyDraftOfOtherTab = (deviceDraft: DeviceDraft, storedDraft: DeviceDraft): DeviceDraft =>
  storedDraft.editedAt > deviceDraft.editedAt ||
  (storedDraft.editedAt === deviceDraft.editedAt && !storedDraft.unsaved)
    ? storedDraft
    : deviceDraft;

const isDraft = (value: unknown): value is TranslationDraft => {
  const draft = value as Partial<TranslationDraft> | null;
  return (
    typeof draft?.text === "string" && typeof draft.version === "number" && typeof draft.revision === "number"
  );
};

/** Converts a draft of an earlier app version. That version stored drafts only in the browser and not on the server. */
const convertEarlierDraft = (draft: TranslationDraft): DeviceDraft => ({
  ...emptyDeviceDraft,
  draft,
  editedAt: new Date(0).toISOString(),
  unsaved: true,
});

export function parseDeviceDraft(storedText: string | null): DeviceDraft {
  try {
    const value = JSON.parse(storedText ?? "null") as Partial<DeviceDraft> | null;
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

/** Whether the draft contains nothing to store on this device. */
export const hasNothingToStoreOnDevice = ({ draft, unsaved, setAside }: DeviceDraft): boolean =>
  draft === null && !unsaved && setAside === "";
