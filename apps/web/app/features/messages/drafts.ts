import { listDrafts, saveDraft } from "@kakehashi/contract/drafts";
import { useEffect, useState } from "react";
import { call } from "../../kit/api.ts";
import { onLiveConnect, onLiveEvent } from "../live/connection.ts";
import { keyOf, placeOf } from "./place.ts";

/** Milliseconds after the last key until the other devices hear of a draft. */
const pause = 900;
const name = (key: string) => `draft ${key}`;

/** What this device has told the server, or heard of it: what comes back is no news. */
const told = new Map<string, string>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Map<string, Set<(text: string) => void>>();

function read(key: string): string {
  try {
    return localStorage.getItem(name(key)) ?? "";
  } catch {
    return "";
  }
}

/** A browser without storage, or a full one, keeps no drafts: writing goes on. */
function write(key: string, text: string): void {
  try {
    if (text) localStorage.setItem(name(key), text);
    else localStorage.removeItem(name(key));
  } catch {
    // As the comment above says.
  }
}

function share(key: string, text: string): void {
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => {
      timers.delete(key);
      if ((told.get(key) ?? "") === text) return;
      told.set(key, text);
      const { id, parentId } = placeOf(key);
      const body = { content: text, ...(parentId !== null && { parent_id: parentId }) };
      // It stays on this device, and goes to the others with the next key.
      void call(saveDraft, { params: { id }, body }).catch(() => told.delete(key));
    }, pause),
  );
}

function hear(key: string, text: string): void {
  // Somebody who writes here goes on writing: their words are the newer ones.
  if (timers.has(key) || told.get(key) === text) return;
  told.set(key, text);
  if (read(key) === text) return;
  write(key, text);
  for (const listener of listeners.get(key) ?? []) listener(text);
}

/** What was written in a place and not sent: the same on all of a person's devices. */
export function useDraft(key: string): [text: string, change: (text: string) => void] {
  const [text, setText] = useState(() => read(key));
  useEffect(() => {
    const own = listeners.get(key) ?? new Set();
    listeners.set(key, own.add(setText));
    return () => void own.delete(setText);
  }, [key]);
  function change(value: string): void {
    setText(value);
    write(key, value);
    share(key, value);
  }
  return [text, change];
}

async function fetchDrafts(): Promise<void> {
  const { data } = await call(listDrafts);
  for (const { conversation_id, parent_id, content } of data)
    hear(keyOf(conversation_id, parent_id), content);
}

/** Takes over what the person's other devices write, until the returned function is called. */
export function followDrafts(): () => void {
  const ends = [
    onLiveEvent((event) => {
      if (event.type !== "DRAFT_CHANGED") return;
      const { conversation_id, parent_id, content } = event.draft;
      hear(keyOf(conversation_id, parent_id), content);
    }),
    onLiveConnect(() => void fetchDrafts().catch(() => undefined)),
  ];
  return () => {
    for (const end of ends) end();
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
    told.clear();
  };
}
