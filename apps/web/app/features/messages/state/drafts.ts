import { type Draft, listDrafts, saveDraft } from "@kakehashi/contract/drafts";
import type { Answer } from "@kakehashi/contract/kit/endpoint";
import { maximumPageSize } from "@kakehashi/contract/kit/page";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../../kit/api.ts";
import { ApiError, isOutage, pauseMs } from "../../../kit/api-error.ts";
import { deviceStorage } from "../../../kit/storage.ts";
import { toast } from "../../../kit/toast.ts";
import { onLiveConnect, onLiveEvent } from "../../live/connection.ts";
import { chatKeyOf, chatOf } from "./chat-key.ts";
import * as core from "./draft.ts";

/** Milliseconds after the last key until the other devices hear of a draft. */
const saveDelayMs = 900;
const prefix = "draft ";

/** Whose drafts these are, once it is known. */
let owner: string | null = null;
/** What storage could not take is known as long as the page is there. */
const inMemory = new Map<string, core.LocalDraft>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** On their way to the server. */
const saving = new Set<string>();
const listeners = new Map<string, Set<(text: string) => void>>();

function read(key: string): core.LocalDraft {
  const own = inMemory.get(key);
  if (own) return own;
  return core.parseStored(deviceStorage.read(prefix + key));
}

/** A browser without storage, or a full one, keeps drafts only until its page goes: writing goes on. */
function write(key: string, kept: core.LocalDraft): void {
  inMemory.set(key, kept);
  const canBeForgotten = core.canBeForgotten(kept, Date.now());
  deviceStorage.write(prefix + key, canBeForgotten ? null : JSON.stringify({ ...kept, owner }));
}

/** Shows what came from elsewhere. */
function replaceDraft(key: string, kept: core.LocalDraft): void {
  const before = read(key);
  if (kept === before) return;
  write(key, kept);
  if (kept.unsaved && !before.unsaved) saveSoon(key);
  if (kept.text !== before.text) for (const listener of listeners.get(key) ?? []) listener(kept.text);
}

async function save(key: string): Promise<void> {
  clearTimeout(timers.get(key));
  timers.delete(key);
  const sent = read(key);
  if (!sent.unsaved) return;
  // One after the other: each is written upon the answer to the one before.
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
    // It stays on this device until the server can take it.
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

/** The server keeps nothing for a place that is gone, or that the writer is no longer in. */
function forgetExpiredOrphan(key: string): void {
  if (core.isOrphanExpired(read(key), Date.now())) write(key, core.noDraft);
}

/** Drafts of which this person was told that the server does not take them. */
const warnedKeys = new Set<string>();

/** Once for each draft, not with every key. */
function warnNotSaved(key: string, message: string): void {
  if (!warnedKeys.has(key)) toast(message, "error");
  warnedKeys.add(key);
}

function onServerDraft(draft: Draft): void {
  const key = chatKeyOf(draft.conversation_id, draft.parent_id);
  replaceDraft(key, core.applyServerDraft(read(key), draft));
}

/**
 * What another tab of this browser keeps, whose storage is this one's too: what the server tells of it would be no news
 * here.
 */
function onStorageEvent({ key: name, newValue, oldValue }: StorageEvent): void {
  if (!name?.startsWith(prefix)) return;
  const key = name.slice(prefix.length);
  const own = inMemory.get(key) ?? core.noDraft;
  const theirs = core.applyOtherTab(own, newValue, oldValue);
  if (theirs === own) return;
  inMemory.set(key, theirs);
  if (newValue === null && saving.has(key)) {
    // What the other tab is done with is on its way to the server from here.
    write(key, core.editDraft(own, "", Date.now()));
    saveSoon(key);
  } else if (theirs.unsaved && !core.parseStored(newValue).unsaved) {
    write(key, theirs);
    saveSoon(key);
  }
  for (const listener of listeners.get(key) ?? []) listener(theirs.text);
}

/** What `of` makes of a draft's text, as it changes. */
function useDraftValue<T>(key: string, select: (text: string) => T): T {
  const [shown, setShown] = useState(() => select(read(key).text));
  const show = useEffectEvent((text: string) => setShown(select(text)));
  useEffect(() => {
    const own = listeners.get(key) ?? new Set();
    const listener = (text: string) => show(text);
    listeners.set(key, own.add(listener));
    // It may have changed since it was drawn.
    listener(read(key).text);
    return () => void own.delete(listener);
  }, [key]);
  return shown;
}

/** Whether something was written in a place and not sent. */
export const useHasDraft = (key: string): boolean => useDraftValue(key, (text) => text.trim() !== "");

/** What was written in a place and not sent: the same on all of a person's devices. */
export function useDraft(key: string): [text: string, change: (text: string) => void] {
  const text = useDraftValue(key, (written) => written);
  return [text, (value) => writeDraft(key, value)];
}

export function writeDraft(key: string, value: string): void {
  for (const listener of listeners.get(key) ?? []) listener(value);
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

/** What this device keeps of a conversation and its threads, each by its key. */
export const draftsIn = (id: string): [key: string, text: string][] =>
  storedKeys()
    .filter((key) => chatOf(key).id === id)
    .map((key) => [key, read(key).text]);

function storedKeys(): string[] {
  const stored = deviceStorage.names(prefix).map((name) => name.slice(prefix.length));
  return [...new Set([...stored, ...inMemory.keys()])];
}

/** First what the server has, then what it was not told yet: it says which of the two is the later. */
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

/** What somebody else began in this browser is theirs, and not told in this person's name. */
function forgetOtherUsers(userId: string): void {
  owner = userId;
  for (const key of storedKeys()) {
    const writer = /"owner":"([^"]+)"\}$/.exec(deviceStorage.read(prefix + key) ?? "")?.[1];
    if (writer !== undefined && writer !== userId) replaceDraft(key, core.noDraft);
  }
}

/** Takes over what the person's other devices write, until the returned function is called. */
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
