import {
  changeDriveEntry,
  copyDriveFile,
  createFolder,
  type DriveEntry,
  type DriveEntryChangeBody,
  type DriveSort,
  emptyDriveTrash,
  getDriveEntry,
  listDriveEntries,
  restoreDriveEntry,
  shareDriveFile,
  trashDriveEntry,
} from "@kakehashi/contract/drive";
import { getStorageUse, maximumFilesPerMessage } from "@kakehashi/contract/files";
import { maximumPageSize } from "@kakehashi/contract/kit/page";
import { sendMessage } from "@kakehashi/contract/messages";
import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../kit/api.ts";
import { getQueryClient, refetchLists } from "../../kit/query.ts";
import { onLiveConnect, onPersonalEvent } from "../live/connection.ts";

/**
 * The list that the page shows: a folder (null for the top folder), the search results from all folders, or the trash.
 */
export type ShownList =
  | { readonly kind: "folder"; readonly folderId: string | null }
  | { readonly kind: "search"; readonly search: string }
  | { readonly kind: "trash" };

export interface DriveSorting {
  readonly sort: DriveSort;
  readonly order: "asc" | "desc";
}

const listParamsOf = (shownList: ShownList) => {
  if (shownList.kind === "trash") return { trash: "1" as const };
  if (shownList.kind === "search") return { search: shownList.search };
  return shownList.folderId ? { folder_id: shownList.folderId } : {};
};

/**
 * Returns all loaded files and folders, each only once. If a file moved while the pages of the list were loading, two
 * pages contain the file.
 */
const entriesWithoutRepeats = ({ pages }: InfiniteData<{ data: DriveEntry[] }>) => [
  ...new Map(pages.flatMap(({ data }) => data.map((entry) => [entry.id, entry] as const))).values(),
];

export const entriesQuery = (shownList: ShownList, sorting: DriveSorting) =>
  infiniteQueryOptions({
    queryKey: ["drive", "list", shownList, sorting],
    queryFn: ({ pageParam, signal }) =>
      call(listDriveEntries, {
        query: { ...listParamsOf(shownList), ...sorting, page: pageParam, paging: maximumPageSize },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
    select: entriesWithoutRepeats,
  });

/** Lists the folders inside a folder, for the tree in which people choose a folder. */
export const subfoldersQuery = (parentFolderId: string | null) =>
  infiniteQueryOptions({
    queryKey: ["drive", "folders", parentFolderId],
    queryFn: ({ pageParam, signal }) =>
      call(listDriveEntries, {
        query: {
          ...(parentFolderId && { folder_id: parentFolderId }),
          kind: "folder",
          page: pageParam,
          paging: maximumPageSize,
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
    select: entriesWithoutRepeats,
  });

export const folderQuery = (id: string) =>
  queryOptions({
    queryKey: ["drive", "entry", id],
    queryFn: async ({ signal }) => (await call(getDriveEntry, { params: { id }, signal })).data,
  });

export const storageUseQuery = queryOptions({
  queryKey: ["storage-use"],
  queryFn: async ({ signal }) => (await call(getStorageUse, { signal })).data,
});

export async function refetchDrive(): Promise<void> {
  await Promise.all([
    refetchLists({ queryKey: ["drive"] }),
    getQueryClient().invalidateQueries({ queryKey: storageUseQuery.queryKey }),
  ]);
}

/** Refetches the drive when it changes on another device, and when the live connection is restored. */
export function useDriveUpdates(): void {
  useEffect(() => {
    const unsubscribeEvents = onPersonalEvent(({ type }) => {
      if (type === "DRIVE_CHANGED") void refetchDrive();
    });
    const unsubscribeConnects = onLiveConnect(() => void refetchDrive());
    return () => {
      unsubscribeEvents();
      unsubscribeConnects();
    };
  }, []);
}

/** An action on several files sends at most this many requests at once. */
const maxParallelCalls = 4;

/**
 * Sends one request for each file or folder, then refetches the drive. Returns the entries whose request succeeded, and
 * the first error.
 */
export async function callForEachEntry(
  entries: readonly DriveEntry[],
  callEntryEndpoint: (entry: DriveEntry) => Promise<unknown>,
): Promise<{ done: DriveEntry[]; error: unknown }> {
  const waitingEntries = [...entries];
  const doneEntries: DriveEntry[] = [];
  const errors: unknown[] = [];
  async function callNextEntries(): Promise<void> {
    for (let entry = waitingEntries.shift(); entry; entry = waitingEntries.shift()) {
      const currentEntry = entry;
      await callEntryEndpoint(currentEntry).then(
        () => doneEntries.push(currentEntry),
        (error) => errors.push(error),
      );
    }
  }
  await Promise.all(Array.from({ length: maxParallelCalls }, callNextEntries));
  await refetchDrive();
  return { done: doneEntries, error: errors[0] };
}

export const makeFolder = (name: string, folderId: string | null) =>
  call(createFolder, { body: { name, folder_id: folderId } });
export const changeEntry = (id: string, body: DriveEntryChangeBody) =>
  call(changeDriveEntry, { params: { id }, body });
export const moveEntryToTrash = (id: string) => call(trashDriveEntry, { params: { id } });
export const deleteEntryForGood = (id: string) =>
  call(trashDriveEntry, { params: { id }, query: { for_good: "1" } });
export const restoreEntry = (id: string) => call(restoreDriveEntry, { params: { id } });
export const copyFile = (id: string) => call(copyDriveFile, { params: { id }, body: {} });
export const emptyTrash = () => call(emptyDriveTrash);

/**
 * Sends files of the drive to a conversation, in as many messages as needed. Only the first message contains the text.
 */
export async function shareFiles(
  entries: readonly DriveEntry[],
  conversationId: string,
  content: string,
): Promise<void> {
  for (let startIndex = 0; startIndex < entries.length; startIndex += maximumFilesPerMessage) {
    const file_ids: string[] = [];
    for (const { id } of entries.slice(startIndex, startIndex + maximumFilesPerMessage)) {
      const body = { conversation_id: conversationId };
      file_ids.push((await call(shareDriveFile, { params: { id }, body })).data.id);
    }
    await call(sendMessage, {
      params: { id: conversationId },
      body: { client_id: crypto.randomUUID(), content: startIndex === 0 ? content : "", file_ids },
    });
  }
  await refetchDrive();
}
