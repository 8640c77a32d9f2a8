import { resumableFrom, type StoredFile } from "@kakehashi/contract/files";
import { type Message, sendMessage } from "@kakehashi/contract/messages";
import { call } from "../../../kit/api.ts";
import { ApiError, isOutage, pauseMs } from "../../../kit/api-error.ts";
import { sendWithFiles } from "../../files/parcel.ts";
import { bring } from "../../files/resumable.ts";
import { onLiveConnect } from "../../live/connection.ts";
import { forgetSend, keepSend, keptSends } from "./kept-sends.ts";
import { keyOf } from "./place.ts";

/** Milliseconds between a new connection and the replay (docs/rules.md). */
const replayWait = 1000;

/** A send that has not arrived yet, as the browser's database keeps it. */
export interface Waiting {
  readonly client_id: string;
  /** Whose it is: nobody else who signs in here sends it. */
  readonly user_id: string;
  /** Written in the conversation, in a thread beside it, or on the page of threads. */
  readonly type: "chat" | "reply" | "threads";
  readonly idConversation: string;
  readonly parent_id: string | null;
  readonly content: string;
  /** Files that the server keeps for this message. */
  readonly files?: readonly StoredFile[];
  /** Files that were attached without a connection: they go with the message itself. */
  readonly local?: readonly File[];
  readonly created_at: string;
  /** Why the server refused it, in the writer's language; null while it has not. */
  readonly refusal: string | null;
}

export type OutboxNews =
  | { readonly kind: "added" | "sending" | "held"; readonly waiting: Waiting }
  | { readonly kind: "refused"; readonly waiting: Waiting; readonly reason: string }
  | { readonly kind: "arrived"; readonly waiting: Waiting; readonly message: Message };

/** In the order they were written. */
let queue: readonly Waiting[] = [];
let owner: string | null = null;
const busy = new Set<string>();
const listeners = new Set<(news: OutboxNews) => void>();

const placeOf = ({ idConversation, parent_id }: Waiting) => keyOf(idConversation, parent_id);

function tell(news: OutboxNews): void {
  for (const listener of listeners) listener(news);
}

function drop({ client_id }: Waiting): void {
  queue = queue.filter((other) => other.client_id !== client_id);
  forgetSend(client_id);
}

function replace(waiting: Waiting): void {
  queue = queue.map((other) => (other.client_id === waiting.client_id ? waiting : other));
  keepSend(waiting);
}

export const onOutbox = (listener: (news: OutboxNews) => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const waitingIn = (key: string): readonly Waiting[] =>
  queue.filter((waiting) => placeOf(waiting) === key);

/** What the server did not take for a conversation and its threads. */
export const refusedIn = (id: string): readonly Waiting[] =>
  queue.filter(({ idConversation, refusal }) => idConversation === id && refusal !== null);

/** Takes a send: it leaves when those before it have, and stays until it arrived or is thrown away. */
export function post(waiting: Omit<Waiting, "user_id" | "refusal">): void {
  if (owner === null) return;
  const added = { ...waiting, user_id: owner, refusal: null };
  queue = [...queue, added];
  keepSend(added);
  tell({ kind: "added", waiting: added });
  void deliver(placeOf(added));
}

export function retry(clientId: string): void {
  const refused = queue.find(({ client_id }) => client_id === clientId);
  if (!refused) return;
  replace({ ...refused, refusal: null });
  void deliver(placeOf(refused));
}

export function discard(clientId: string): void {
  const refused = queue.find(({ client_id }) => client_id === clientId);
  if (refused) drop(refused);
}

async function deliver(key: string): Promise<void> {
  if (busy.has(key)) return;
  busy.add(key);
  try {
    for (;;) {
      // The oldest first, whether or not it was tried before: what was written later stays behind it.
      const next = waitingIn(key).find(({ refusal }) => refusal === null);
      if (!next) return;
      tell({ kind: "sending", waiting: next });
      const waitMs = await deliverOne(next);
      if (waitMs === 0) continue;
      setTimeout(() => void deliver(key), waitMs);
      return;
    }
  } finally {
    busy.delete(key);
  }
}

async function exchange(waiting: Waiting): Promise<Message> {
  const { client_id, content, parent_id, files = [], local = [], idConversation: id } = waiting;
  const fields = { client_id, content, ...(parent_id !== null && { parent_id }) };
  const inPieces = local.some(({ size }) => size > resumableFrom);
  if (local.length > 0 && !inPieces) return sendWithFiles(id, fields, local);
  const file_ids = [...files, ...(await bring(id, local))].map((file) => file.id);
  const body = { ...fields, ...(file_ids.length > 0 && { file_ids }) };
  return (await call(sendMessage, { params: { id }, body })).data;
}

/** Sends one. Answers how many milliseconds to wait before it is tried again; 0 when the next one may follow. */
async function deliverOne(waiting: Waiting): Promise<number> {
  try {
    const message = await exchange(waiting);
    drop(waiting);
    tell({ kind: "arrived", waiting, message });
    return 0;
  } catch (error) {
    // Nor does a session that ended refuse the message itself.
    if (isOutage(error) || (error instanceof ApiError && error.status === 401)) {
      for (const held of waitingIn(placeOf(waiting)))
        if (held.refusal === null) tell({ kind: "held", waiting: held });
      return pauseMs(error);
    }
    // What is wrong with the words says more than that something is.
    const reason = error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : "";
    replace({ ...waiting, refusal: reason });
    tell({ kind: "refused", waiting, reason });
    return 0;
  }
}

function deliverAll(): void {
  for (const key of new Set(queue.map(placeOf))) void deliver(key);
}

/** Sends what this person left waiting, now and after every new connection, until the returned function is called. */
export function followOutbox(userId: string): () => void {
  owner = userId;
  let replay: ReturnType<typeof setTimeout> | undefined;
  const end = onLiveConnect(() => {
    clearTimeout(replay);
    replay = setTimeout(deliverAll, replayWait);
  });
  void keptSends()
    .then((kept) => {
      if (owner !== userId) return;
      const known = new Set(queue.map(({ client_id }) => client_id));
      const mine = kept.filter(({ user_id, client_id }) => user_id === userId && !known.has(client_id));
      mine.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
      queue = [...mine, ...queue];
      for (const waiting of mine) tell({ kind: "added", waiting });
      for (const waiting of mine) {
        if (waiting.refusal === null) tell({ kind: "held", waiting });
        else tell({ kind: "refused", waiting, reason: waiting.refusal });
      }
    })
    .catch(() => undefined);
  return () => {
    clearTimeout(replay);
    end();
    owner = null;
    queue = [];
  };
}
