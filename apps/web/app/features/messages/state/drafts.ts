import { type Draft, listDrafts, saveDraft } from "@kakehashi/contract/drafts";
import type { Answer } from "@kakehashi/contract/kit/endpoint";
import { maximumPageSize } from "@kakehashi/contract/kit/page";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../../kit/api.ts";
import { ApiError, isOutage, pauseMs } from "../../../kit/api-error.ts";
import { createKeyedListeners } from "../../../kit/listeners.ts";
import { deviceStorage } from "../../../kit/storage.ts";
import { toast } from "../../../kit/toast.ts";
import { onLiveConnect, onLiveEvent } from "../../live/connection.ts";
import { chatKeyOf, chatOf } from "./chat-key.ts";
import * as core from "./draft.ts";

/** Milliseconds after the last key until a draft is saved on the server. */
const saveDelayMs = 900;
const prefix = "draft ";

/** The id of the person whose drafts these are. Null until it is known. */
let owner: string | null = null;
/** Holds values that the browser's storage refused, until the page is closed. */
const inMemory = new Map<string, core.LocalDraft>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** The chat keys of drafts that are being saved now. */
const saving = new Set<string>();
const listeners = createKeyedListeners<string>();

function read(key: string): core.LocalDraft {
  const own = inMemory.get(key);
  if (own) return own;
  return core.parseStored(deviceStorage.read(prefix + key));
}

/** Without storage, or with a full one, drafts last until the page is closed. */
function write(key: string, kept: core.LocalDraft): void {
  inMemory.set(key, kept);
  const canBeForgotten = core.canBeForgotten(kept, Date.now());
  deviceStorage.write(prefix + key, canBeForgotten ? null : JSON.stringify({ ...kept, owner }));
}

/** Stores a draft from elsewhere and shows it. */
function replaceDraft(key: string, kept: core.LocalDraft): void {
  const before = read(key);
  if (kept === before) return;
  write(key, kept);
  if (kept.unsaved && !before.unsaved) saveSoon(key);
  if (kept.text !== before.text) listeners.notify(key, kept.text);
}

async function save(key: string): Promise<void> {
  clearTimeout(timers.get(key));
  timers.delete(key);
  const sent = read(key);
  if (!sent.unsaved) return;
  // One save at a time: each is based on the answer to the one before.
  if (saving.has(key)) return saveSoon(key);
  const { id, parentId } = chatOf(key);
  const body = {
    content: sent.text,
    edited_at: sent.editedAt,
    ...(sent.base !== null && { base: sent.base }),
    ...(parentId !== null && { parent_id: parentId }),
  };
  saving.add(key);
  try {
    const { data } = await call(saveDraft, { params: { id }, body });
    replaceDraft(key, core.applySaveAnswer(read(key), sent, data));
  } catch (error) {
    // Offline: the draft stays on this device until the server can be reached.
    if (isOutage(error)) saveSoon(key, pauseMs(error));
    else if (error instanceof ApiError && error.status === 404) forgetExpiredOrphan(key);
    else if (error instanceof ApiError && error.code === "DRAFT.TOO_MANY") warnNotSaved(key, error.message);
  } finally {
    saving.delete(key);
  }
}

function saveSoon(key: string, afterMs = saveDelayMs): void {
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => void save(key), afterMs),
  );
}

/** Forgets the draft of a chat that is gone or that the writer has left: the server keeps no draft of it. */
function forgetExpiredOrphan(key: string): void {
  if (core.isOrphanExpired(read(key), Date.now())) write(key, core.noDraft);
}

/** The chat keys of drafts for which the "not saved" warning was shown. */
const warnedKeys = new Set<string>();

/** Warn once for each draft, not at every key. */
function warnNotSaved(key: string, message: string): void {
  if (!warnedKeys.has(key)) toast(message, "error");
  warnedKeys.add(key);
}

function onServerDraft(draft: Draft): void {
  const key = chatKeyOf(draft.conversation_id, draft.parent_id);
  replaceDraft(key, core.applyServerDraft(read(key), draft));
}

/**
 * Handles a change by another tab, which shares this storage. The server will report that change later, when it is
 * already known here.
 */
function onStorageEvent({ key: name, newValue, oldValue }: StorageEvent): void {
  if (!name?.startsWith(prefix)) return;
  const key = name.slice(prefix.length);
  const own = inMemory.get(key) ?? core.noDraft;
  const theirs = core.applyOtherTab(own, newValue, oldValue);
  if (theirs === own) return;
  inMemory.set(key, theirs);
  if (newValue === null && saving.has(key)) {
    // The other tab has sent or deleted the text that this tab is saving.
    write(key, core.editDraft(own, "", Date.now()));
    saveSoon(key);
  } else if (theirs.unsaved && !core.parseStored(newValue).unsaved) {
    write(key, theirs);
    saveSoon(key);
  }
  listeners.notify(key, theirs.text);
}

/** A value computed from the draft's text. It updates with the text. */
function useDraftValue<T>(key: string, select: (text: string) => T): T {
  const [shown, setShown] = useState(() => select(read(key).text));
  const show = useEffectEvent((text: string) => setShown(select(text)));
  useEffect(() => {
    const remove = listeners.add(key, (text) => show(text));
    // The text may have changed since the first render.
    show(read(key).text);
    return remove;
  }, [key]);
  return shown;
}

/** Whether the chat has unsent text. */
export const useHasDraft = (key: string): boolean => useDraftValue(key, (text) => text.trim() !== "");

/** The unsent text of a chat, and a function to change it. It is the same on all of the person's devices. */
export function useDraft(key: string): [text: string, change: (text: string) => void] {
  const text = useDraftValue(key, (written) => written);
  return [text, (value) => writeDraft(key, value)];
}

export function writeDraft(key: string, value: string): void {
  listeners.notify(key, value);
  const kept = read(key);
  if (core.isUnknownToServer(kept, value) && !saving.has(key)) {
    clearTimeout(timers.get(key));
    timers.delete(key);
    write(key, core.discardDraft(kept, Date.now()));
    return;
  }
  write(key, core.editDraft(kept, value, Date.now()));
  saveSoon(key);
}

/** Removes what was sent from a draft. What was typed after it meanwhile stays. */
export function dropSent(key: string, sent: string): void {
  const { text } = read(key);
  if (text.startsWith(sent)) writeDraft(key, text.slice(sent.length));
}

/** The drafts of a conversation and its threads on this device, by key. */
export const draftsIn = (id: string): [key: string, text: string][] =>
  storedKeys()
    .filter((key) => chatOf(key).id === id)
    .map((key) => [key, read(key).text]);

function storedKeys(): string[] {
  const stored = deviceStorage.names(prefix).map((name) => name.slice(prefix.length));
  return [...new Set([...stored, ...inMemory.keys()])];
}

/** Loads the server's drafts first, then saves the unsaved ones. The server decides which one is later. */
async function syncDrafts(): Promise<void> {
  for (let skip: number | null = 0; skip !== null; ) {
    const answer: Answer<typeof listDrafts> = await call(listDrafts, {
      query: { skip, paging: maximumPageSize },
    });
    for (const draft of answer.data) onServerDraft(draft);
    skip = answer.meta.next;
  }
  for (const key of storedKeys()) {
    if (core.canBeForgotten(read(key), Date.now())) write(key, read(key));
    else if (!timers.has(key)) await save(key);
  }
}

/** Removes drafts of other people who used this browser. They must not be saved under this person's name. */
function forgetOtherUsers(userId: string): void {
  owner = userId;
  for (const key of storedKeys()) {
    const writer = /"owner":"([^"]+)"\}$/.exec(deviceStorage.read(prefix + key) ?? "")?.[1];
    if (writer !== undefined && writer !== userId) replaceDraft(key, core.noDraft);
  }
}

/** Keeps drafts in step with the person's other devices and tabs, until the returned function is called. */
export function followDrafts(userId: string): () => void {
  forgetOtherUsers(userId);
  addEventListener("storage", onStorageEvent);
  const unsubscribes = [
    () => removeEventListener("storage", onStorageEvent),
    onLiveEvent((event) => {
      if (event.type === "DRAFT_CHANGED") onServerDraft(event.draft);
    }),
    onLiveConnect(() => void syncDrafts().catch(() => undefined)),
  ];
  return () => {
    for (const end of unsubscribes) end();
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
    inMemory.clear();
  };
}
