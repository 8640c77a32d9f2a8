import { type ChatDraft, listDrafts, saveDraft } from "@kakehashi/contract/drafts";
import type { AnswerOf } from "@kakehashi/contract/kit/endpoint";
import { maximumPageSize } from "@kakehashi/contract/kit/page";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../../kit/api.ts";
import { ApiError, computeRetryWaitMs, isTemporaryError } from "../../../kit/api-error.ts";
import { createKeyedListeners } from "../../../kit/listeners.ts";
import { deviceStorage } from "../../../kit/storage.ts";
import { toast } from "../../../kit/toast.ts";
import { onConversationEvent, onLiveConnect } from "../../live/connection.ts";
import { chatKeyOf, parseChatKey } from "./chat-key.ts";
import * as core from "./draft.ts";

/** A draft is saved on the server this many milliseconds after the last key press. */
const saveDelayMs = 900;
const storagePrefix = "draft ";

/** The id of the person who owns these drafts. Null until the account is loaded. */
let draftOwnerId: string | null = null;
/**
 * The drafts that were changed while this page was open, by chat key. They are here even if the browser refuses to
 * store them, and last until the page is closed.
 */
const unstoredDrafts = new Map<string, core.LocalDraft>();
const saveTimers = new Map<string, ReturnType<typeof setTimeout>>();
/** The chat keys of drafts for which a save request is running. */
const savingKeys = new Set<string>();
const draftListeners = createKeyedListeners<string>();

function readDraft(key: string): core.LocalDraft {
  const unstoredDraft = unstoredDrafts.get(key);
  if (unstoredDraft) return unstoredDraft;
  return core.parseStoredDraft(deviceStorage.read(storagePrefix + key));
}

/**
 * Stores a draft in this browser. If the browser has no storage or its storage is full, the draft lasts until the page
 * is closed.
 */
function saveLocalDraft(key: string, localDraft: core.LocalDraft): void {
  unstoredDrafts.set(key, localDraft);
  const canBeRemoved = core.canDropStoredDraft(localDraft, Date.now());
  deviceStorage.write(
    storagePrefix + key,
    canBeRemoved ? null : JSON.stringify({ ...localDraft, owner: draftOwnerId }),
  );
}

/** Stores and shows a draft that was changed on the server or in another tab. */
function replaceDraft(key: string, localDraft: core.LocalDraft): void {
  const previousDraft = readDraft(key);
  if (localDraft === previousDraft) return;
  saveLocalDraft(key, localDraft);
  if (localDraft.unsaved && !previousDraft.unsaved) scheduleSave(key);
  if (localDraft.text !== previousDraft.text) draftListeners.notify(key, localDraft.text);
}

async function saveChatDraft(key: string): Promise<void> {
  clearTimeout(saveTimers.get(key));
  saveTimers.delete(key);
  const sentDraft = readDraft(key);
  if (!sentDraft.unsaved) return;
  // Wait until the running save of this draft has ended, because the next save needs the `edited_at` of its response.
  if (savingKeys.has(key)) return scheduleSave(key);
  const { id, parentId } = parseChatKey(key);
  const body = {
    content: sentDraft.text,
    edited_at: sentDraft.editedAt,
    ...(sentDraft.base !== null && { base: sentDraft.base }),
    ...(parentId !== null && { parent_id: parentId }),
  };
  savingKeys.add(key);
  try {
    const { data } = await call(saveDraft, { params: { id }, body });
    replaceDraft(key, core.applySaveResponse(readDraft(key), sentDraft, data));
  } catch (error) {
    // Offline: the draft stays on this device until the server can be reached.
    if (isTemporaryError(error)) scheduleSave(key, computeRetryWaitMs(error));
    else if (error instanceof ApiError && error.status === 404) forgetExpiredOrphanDraft(key);
    else if (error instanceof ApiError && error.code === "DRAFT.TOO_MANY")
      warnThatDraftIsUnsaved(key, error.message);
  } finally {
    savingKeys.delete(key);
  }
}

function scheduleSave(key: string, afterMs = saveDelayMs): void {
  clearTimeout(saveTimers.get(key));
  saveTimers.set(
    key,
    setTimeout(() => void saveChatDraft(key), afterMs),
  );
}

/**
 * Forgets the draft of a chat that was deleted or that the writer has left, if the draft has expired. The server has no
 * draft of such a chat.
 */
function forgetExpiredOrphanDraft(key: string): void {
  if (core.isOrphanDraftExpired(readDraft(key), Date.now())) saveLocalDraft(key, core.emptyDraft);
}

/** The chat keys of drafts for which the “not saved” warning was already shown. */
const chatKeysWithWarning = new Set<string>();

/** Warns once for each draft, and not at every typed letter. */
function warnThatDraftIsUnsaved(key: string, message: string): void {
  if (!chatKeysWithWarning.has(key)) toast(message, "error");
  chatKeysWithWarning.add(key);
}

function handleServerDraft(draft: ChatDraft): void {
  const key = chatKeyOf(draft.conversation_id, draft.parent_id);
  replaceDraft(key, core.applyServerDraft(readDraft(key), draft));
}

/**
 * Handles a draft change by another tab, reported by a `storage` event. The server reports the same change later, which
 * has no effect then.
 */
function onStorageEvent({ key: name, newValue, oldValue }: StorageEvent): void {
  if (!name?.startsWith(storagePrefix)) return;
  const key = name.slice(storagePrefix.length);
  const localDraft = unstoredDrafts.get(key) ?? core.emptyDraft;
  const mergedDraft = core.applyOtherTabDraft(localDraft, newValue, oldValue);
  if (mergedDraft === localDraft) return;
  unstoredDrafts.set(key, mergedDraft);
  if (newValue === null && savingKeys.has(key)) {
    // The other tab has sent or deleted the text while this tab is saving it. So clear the server's draft after the
    // save.
    saveLocalDraft(key, core.editDraft(localDraft, "", Date.now()));
    scheduleSave(key);
  } else if (mergedDraft.unsaved && !core.parseStoredDraft(newValue).unsaved) {
    saveLocalDraft(key, mergedDraft);
    scheduleSave(key);
  }
  draftListeners.notify(key, mergedDraft.text);
}

/** Returns a value that is computed from the draft's text. The component renders again when the value changes. */
function useDraftValue<T>(key: string, computeValue: (text: string) => T): T {
  const [shownValue, setShownValue] = useState(() => computeValue(readDraft(key).text));
  const updateShownValue = useEffectEvent((text: string) => setShownValue(computeValue(text)));
  useEffect(() => {
    const remove = draftListeners.add(key, (text) => updateShownValue(text));
    // The text may have changed between the first render and this subscription, so compute the value again.
    updateShownValue(readDraft(key).text);
    return remove;
  }, [key]);
  return shownValue;
}

export const useHasDraft = (key: string): boolean => useDraftValue(key, (text) => text.trim() !== "");

/** The unsent text of a chat, and a function to change it. All of the person's devices share the text. */
export function useDraft(key: string): [text: string, change: (text: string) => void] {
  const text = useDraftValue(key, (draftText) => draftText);
  return [text, (value) => writeDraft(key, value)];
}

export function writeDraft(key: string, value: string): void {
  draftListeners.notify(key, value);
  const localDraft = readDraft(key);
  if (core.isEmptyHereAndOnServer(localDraft, value) && !savingKeys.has(key)) {
    clearTimeout(saveTimers.get(key));
    saveTimers.delete(key);
    saveLocalDraft(key, core.discardDraft(localDraft, Date.now()));
    return;
  }
  saveLocalDraft(key, core.editDraft(localDraft, value, Date.now()));
  scheduleSave(key);
}

/** Removes the sent text from a draft. Text that was typed after it stays. */
export function removeSentText(key: string, sentText: string): void {
  const { text } = readDraft(key);
  if (text.startsWith(sentText)) writeDraft(key, text.slice(sentText.length));
}

/** The drafts of a conversation and its threads on this device, by key. */
export const listDraftsInConversation = (id: string): [key: string, text: string][] =>
  listDraftKeys()
    .filter((key) => parseChatKey(key).id === id)
    .map((key) => [key, readDraft(key).text]);

function listDraftKeys(): string[] {
  const storedKeys = deviceStorage.findNames(storagePrefix).map((name) => name.slice(storagePrefix.length));
  return [...new Set([...storedKeys, ...unstoredDrafts.keys()])];
}

/**
 * Loads the server's drafts first and then saves this browser's unsaved drafts. If the two have different texts, the
 * server keeps the later one.
 */
async function syncDrafts(): Promise<void> {
  for (let skippedCount: number | null = 0; skippedCount !== null; ) {
    const draftsResponse: AnswerOf<typeof listDrafts> = await call(listDrafts, {
      query: { skip: skippedCount, paging: maximumPageSize },
    });
    for (const draft of draftsResponse.data) handleServerDraft(draft);
    skippedCount = draftsResponse.meta.next;
  }
  for (const key of listDraftKeys()) {
    if (core.canDropStoredDraft(readDraft(key), Date.now())) saveLocalDraft(key, readDraft(key));
    else if (!saveTimers.has(key)) await saveChatDraft(key);
  }
}

/** Removes the drafts of other people from this browser, so that they are not saved under this person's name. */
function forgetDraftsOfOtherUsers(userId: string): void {
  draftOwnerId = userId;
  for (const key of listDraftKeys()) {
    const ownerId = /"owner":"([^"]+)"\}$/.exec(deviceStorage.read(storagePrefix + key) ?? "")?.[1];
    if (ownerId !== undefined && ownerId !== userId) replaceDraft(key, core.emptyDraft);
  }
}

/** Synchronises drafts with the person's other devices and tabs, until the returned function is called. */
export function keepDraftsUpdated(userId: string): () => void {
  forgetDraftsOfOtherUsers(userId);
  addEventListener("storage", onStorageEvent);
  const unsubscribeFunctions = [
    () => removeEventListener("storage", onStorageEvent),
    onConversationEvent((event) => {
      if (event.type === "DRAFT_CHANGED") handleServerDraft(event.draft);
    }),
    onLiveConnect(() => void syncDrafts().catch(() => undefined)),
  ];
  return () => {
    for (const unsubscribe of unsubscribeFunctions) unsubscribe();
    for (const timer of saveTimers.values()) clearTimeout(timer);
    saveTimers.clear();
    unstoredDrafts.clear();
  };
}
