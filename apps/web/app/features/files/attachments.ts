import {
  discardFile,
  fileErrors,
  maximumFileBytes,
  maximumFiles,
  type StoredFile,
} from "@kakehashi/contract/files";
import type { Language } from "@kakehashi/contract/languages";
import { useCallback, useSyncExternalStore } from "react";
import type { Upload } from "tus-js-client";
import { call } from "../../kit/api.ts";
import { createStore } from "../../kit/store.ts";
import { toast } from "../../kit/toast.ts";
import type { MessageFiles } from "./parcel.ts";

/** A file attached to the message being written. */
export interface Attachment {
  readonly key: string;
  readonly file: File;
  /** A local preview address of a picture. Null for other files. */
  readonly preview: string | null;
  readonly state: "uploading" | "done" | "failed";
  /** The uploaded part, from 0 to 1. */
  readonly progress: number;
  /** Why the upload failed, in the reader's language. "" if there was no connection. */
  readonly reason: string;
  readonly stored: StoredFile | null;
}

/** Media types that browsers show without a plugin. Others have no preview. */
const drawn = /^image\/(?:png|jpeg|gif|webp|avif)$/;

const lists = createStore<ReadonlyMap<string, readonly Attachment[]>>(new Map());
const uploads = new Map<string, Upload>();
const none: readonly Attachment[] = [];

function setList(place: string, list: readonly Attachment[]): void {
  const next = new Map(lists.get());
  if (list.length === 0) next.delete(place);
  else next.set(place, list);
  lists.set(next);
}

function change(place: string, key: string, by: Partial<Attachment>): void {
  const list = lists.get().get(place) ?? none;
  setList(
    place,
    list.map((attachment) => (attachment.key === key ? { ...attachment, ...by } : attachment)),
  );
}

/** The attached files of a conversation or thread. They stay when the reader opens another page. */
export function useAttachments(place: string, conversationId: string, language: Language) {
  const list = useSyncExternalStore(lists.subscribe, () => lists.get().get(place) ?? none);
  const add = useCallback(
    (files: readonly File[]) => addFiles(place, conversationId, files, language),
    [place, conversationId, language],
  );
  return {
    list,
    add,
    remove: (key: string) => removeFile(place, key),
    retry: (key: string) => void upload(place, conversationId, key),
    /** How many files are uploading. */
    underWay: list.filter((one) => one.state === "uploading" && !isReady(one)).length,
    /** The first file that failed. The message cannot be sent with it. */
    refused: list.find((one) => one.state === "failed" && !isReady(one)),
    /**
     * Returns the files for the message. Those not uploaded yet are sent with the message itself from now on.
     */
    parcel(): MessageFiles {
      const arrived = list.every(({ state }) => state === "done");
      if (!arrived) for (const { key } of list) stop(key);
      return arrived
        ? { stored: list.flatMap(({ stored }) => stored ?? []), local: [] }
        : { stored: [], local: list.map(({ file }) => file) };
    },
    /** Removes the files that the sent message took. Files that were added since then stay. */
    clear(): void {
      for (const { preview } of list) if (preview) URL.revokeObjectURL(preview);
      const sent = new Set(list.map(({ key }) => key));
      setList(
        place,
        (lists.get().get(place) ?? none).filter(({ key }) => !sent.has(key)),
      );
    },
  };
}

/** Whether the file is uploaded, or will be uploaded with its message. */
function isReady({ state, reason }: Attachment): boolean {
  if (state === "done") return true;
  return state === "failed" ? reason === "" : !navigator.onLine;
}

/** Removes the attachment, also from the server. If that fails, the server deletes it after a day. */
function stop(key: string): void {
  void uploads
    .get(key)
    ?.abort(true)
    .catch(() => undefined);
  uploads.delete(key);
}

function addFiles(place: string, conversationId: string, files: readonly File[], language: Language): void {
  const list = lists.get().get(place) ?? none;
  const room = maximumFiles - list.length;
  if (files.length > room) toast(fileErrors["FILE.TOO_MANY"].message[language], "error");
  const added = files.slice(0, Math.max(0, room)).map((file): Attachment => {
    const refusal =
      file.size > maximumFileBytes
        ? fileErrors["FILE.TOO_LARGE"]
        : file.size === 0
          ? fileErrors["FILE.EMPTY"]
          : null;
    return {
      key: crypto.randomUUID(),
      file,
      preview: drawn.test(file.type) ? URL.createObjectURL(file) : null,
      state: refusal ? "failed" : "uploading",
      progress: 0,
      reason: refusal?.message[language] ?? "",
      stored: null,
    };
  });
  setList(place, [...list, ...added]);
  for (const { key, state } of added) if (state === "uploading") void upload(place, conversationId, key);
}

function removeFile(place: string, key: string): void {
  const list = lists.get().get(place) ?? none;
  const removed = list.find((attachment) => attachment.key === key);
  if (!removed) return;
  if (removed.preview) URL.revokeObjectURL(removed.preview);
  stop(key);
  if (removed.stored) void call(discardFile, { params: { id: removed.stored.id } }).catch(() => undefined);
  setList(
    place,
    list.filter((attachment) => attachment !== removed),
  );
}

async function upload(place: string, conversationId: string, key: string): Promise<void> {
  const attachment = lists
    .get()
    .get(place)
    ?.find((candidate) => candidate.key === key);
  if (!attachment) return;
  change(place, key, { state: "uploading", reason: "" });
  const known = uploads.get(key);
  // A failed upload continues where it stopped.
  if (known) return known.start();
  const uploading = await import("./resumable.ts").catch(() => null);
  const started = await uploading?.resumable(attachment.file, conversationId, {
    onProgress: (progress) => change(place, key, { progress }),
    onError: ({ message }) => change(place, key, { state: "failed", reason: message }),
    onSuccess(stored) {
      uploads.delete(key);
      change(place, key, { state: "done", progress: 1, stored });
    },
  });
  if (!started) return change(place, key, { state: "failed" });
  uploads.set(key, started);
  // The file may have been removed while the library was loading.
  if (
    lists
      .get()
      .get(place)
      ?.some((candidate) => candidate.key === key)
  )
    started.start();
  else uploads.delete(key);
}
