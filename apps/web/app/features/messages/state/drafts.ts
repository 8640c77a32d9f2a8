import { type Draft, listDrafts, saveDraft } from "@kakehashi/contract/drafts";
import type { Answer } from "@kakehashi/contract/kit/endpoint";
import { maximumPageSize } from "@kakehashi/contract/kit/page";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../../kit/api.ts";
import { ApiError, isOutage, pauseMs } from "../../../kit/api-error.ts";
import { deviceStorage } from "../../../kit/storage.ts";
import { toast } from "../../../kit/toast.ts";
import { onLiveConnect, onLiveEvent } from "../../live/connection.ts";
import * as core from "./draft.ts";
import { keyOf, placeOf } from "./place.ts";

/** Milliseconds after the last key until the other devices hear of a draft. */
const pause = 900;
const prefix = "draft ";

/** Whose drafts these are, once it is known. */
let owner: string | null = null;
/** What storage could not take is known as long as the page is there. */
const known = new Map<string, core.Kept>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** On their way to the server. */
const telling = new Set<string>();
const listeners = new Map<string, Set<(text: string) => void>>();

function read(key: string): core.Kept {
  const own = known.get(key);
  if (own) return own;
  return core.parse(deviceStorage.read(prefix + key));
}

/** A browser without storage, or a full one, keeps drafts only until its page goes: writing goes on. */
function write(key: string, kept: core.Kept): void {
  known.set(key, kept);
  const isForgettable = core.isForgettable(kept, Date.now());
  deviceStorage.write(prefix + key, isForgettable ? null : JSON.stringify({ ...kept, owner }));
}

/** Shows what came from elsewhere. */
function take(key: string, kept: core.Kept): void {
  const before = read(key);
  if (kept === before) return;
  write(key, kept);
  if (kept.untold && !before.untold) tellSoon(key);
  if (kept.text !== before.text) for (const listener of listeners.get(key) ?? []) listener(kept.text);
}

async function tell(key: string): Promise<void> {
  clearTimeout(timers.get(key));
  timers.delete(key);
  const told = read(key);
  if (!told.untold) return;
  // One after the other: each is written upon the answer to the one before.
  if (telling.has(key)) return tellSoon(key);
  const { id, parentId } = placeOf(key);
  const body = {
    content: told.text,
    edited_at: told.editedAt,
    ...(told.base !== null && { base: told.base }),
    ...(parentId !== null && { parent_id: parentId }),
  };
  telling.add(key);
  try {
    const { data } = await call(saveDraft, { params: { id }, body });
    take(key, core.settle(read(key), told, data));
  } catch (error) {
    // It stays on this device until the server can take it.
    if (isOutage(error)) tellSoon(key, pauseMs(error));
    else if (error instanceof ApiError && error.status === 404) loseHome(key);
    else if (error instanceof ApiError && error.code === "DRAFT.TOO_MANY") sayItStaysHere(key, error.message);
  } finally {
    telling.delete(key);
  }
}

function tellSoon(key: string, afterMs = pause): void {
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => void tell(key), afterMs),
  );
}

/** The server keeps nothing for a place that is gone, or that the writer is no longer in. */
function loseHome(key: string): void {
  if (core.isLost(read(key), Date.now())) write(key, core.nothing);
}

/** Drafts of which this person was told that the server does not take them. */
const staysHere = new Set<string>();

/** Once for each draft, not with every key. */
function sayItStaysHere(key: string, message: string): void {
  if (!staysHere.has(key)) toast(message, "error");
  staysHere.add(key);
}

function hear(draft: Draft): void {
  const key = keyOf(draft.conversation_id, draft.parent_id);
  take(key, core.hear(read(key), draft));
}

/**
 * What another tab of this browser keeps, whose storage is this one's too: what the server tells of it would be no news
 * here.
 */
function overhear({ key: name, newValue, oldValue }: StorageEvent): void {
  if (!name?.startsWith(prefix)) return;
  const key = name.slice(prefix.length);
  const own = known.get(key) ?? core.nothing;
  const theirs = core.overhear(own, newValue, oldValue);
  if (theirs === own) return;
  known.set(key, theirs);
  if (newValue === null && telling.has(key)) {
    // What the other tab is done with is on its way to the server from here.
    write(key, core.edit(own, "", Date.now()));
    tellSoon(key);
  } else if (theirs.untold && !core.parse(newValue).untold) {
    write(key, theirs);
    tellSoon(key);
  }
  for (const listener of listeners.get(key) ?? []) listener(theirs.text);
}

/** What `of` makes of a draft's text, as it changes. */
function useTextOf<T>(key: string, of: (text: string) => T): T {
  const [shown, setShown] = useState(() => of(read(key).text));
  const show = useEffectEvent((text: string) => setShown(of(text)));
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
export const useHasDraft = (key: string): boolean => useTextOf(key, (text) => text.trim() !== "");

/** What was written in a place and not sent: the same on all of a person's devices. */
export function useDraft(key: string): [text: string, change: (text: string) => void] {
  const text = useTextOf(key, (written) => written);
  return [text, (value) => writeDraft(key, value)];
}

export function writeDraft(key: string, value: string): void {
  for (const listener of listeners.get(key) ?? []) listener(value);
  const kept = read(key);
  if (core.isNoNews(kept, value) && !telling.has(key)) {
    clearTimeout(timers.get(key));
    timers.delete(key);
    write(key, core.drop(kept, Date.now()));
    return;
  }
  write(key, core.edit(kept, value, Date.now()));
  tellSoon(key);
}

/** What this device keeps of a conversation and its threads, each by its key. */
export const draftsIn = (id: string): [key: string, text: string][] =>
  storedKeys()
    .filter((key) => placeOf(key).id === id)
    .map((key) => [key, read(key).text]);

function storedKeys(): string[] {
  const stored = deviceStorage.names(prefix).map((name) => name.slice(prefix.length));
  return [...new Set([...stored, ...known.keys()])];
}

/** First what the server has, then what it was not told yet: it says which of the two is the later. */
async function meet(): Promise<void> {
  for (let skip: number | null = 0; skip !== null; ) {
    const answer: Answer<typeof listDrafts> = await call(listDrafts, {
      query: { skip, paging: maximumPageSize },
    });
    for (const draft of answer.data) hear(draft);
    skip = answer.meta.next;
  }
  for (const key of storedKeys()) {
    if (core.isForgettable(read(key), Date.now())) write(key, read(key));
    else if (!timers.has(key)) await tell(key);
  }
}

/** What somebody else began in this browser is theirs, and not told in this person's name. */
function forgetOthers(userId: string): void {
  owner = userId;
  for (const key of storedKeys()) {
    const writer = /"owner":"([^"]+)"\}$/.exec(deviceStorage.read(prefix + key) ?? "")?.[1];
    if (writer !== undefined && writer !== userId) take(key, core.nothing);
  }
}

/** Takes over what the person's other devices write, until the returned function is called. */
export function followDrafts(userId: string): () => void {
  forgetOthers(userId);
  addEventListener("storage", overhear);
  const ends = [
    () => removeEventListener("storage", overhear),
    onLiveEvent((event) => {
      if (event.type === "DRAFT_CHANGED") hear(event.draft);
    }),
    onLiveConnect(() => void meet().catch(() => undefined)),
  ];
  return () => {
    for (const end of ends) end();
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
    known.clear();
  };
}
