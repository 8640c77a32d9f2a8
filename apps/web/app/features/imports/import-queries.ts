import {
  cancelImport,
  type FileImport,
  type ImportTarget,
  listImports,
  startImport,
  undoImport,
} from "@kakehashi/contract/imports";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Upload as TusUpload } from "tus-js-client";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { getQueryClient } from "../../kit/query.ts";
import { openMyChat } from "../conversations/start.ts";
import { createResumableUpload } from "../files/resumable.ts";

/** While an import is running, its state is fetched after this many milliseconds. */
const pollIntervalMs = 1_000;
/** The keys of the queries to refetch after an import has changed the translation memory or the glossary. */
const queryKeysByTarget = { memory: [["memory"]], glossary: [["glossary"], ["glossary-terms"]] } as const;

/** A translation memory or a glossary: that of a project, or that of the firm if `projectId` is undefined. */
export interface ImportScope {
  readonly target: ImportTarget;
  readonly projectId: string | undefined;
}

const importsQueryKeyOf = ({ target, projectId }: ImportScope) =>
  ["imports", target, projectId ?? ""] as const;

export const isImportUnfinished = ({ ended_at, state }: FileImport) =>
  ended_at === null || state === "UNDOING";

/** The newest imports. While an import is running, the list is fetched every second. */
export function useImports(importScope: ImportScope) {
  const { target, projectId } = importScope;
  const query = useQuery({
    queryKey: importsQueryKeyOf(importScope),
    queryFn: async ({ signal }) =>
      (await call(listImports, { query: { target, ...(projectId && { project_id: projectId }) }, signal }))
        .data,
    refetchInterval: ({ state }) => (state.data?.some(isImportUnfinished) ? pollIntervalMs : false),
    staleTime: 0,
  });
  const endedImportKeys = query.data
    ?.filter((fileImport) => !isImportUnfinished(fileImport))
    .map(({ id, state }) => `${id} ${state}`);
  const knownEndedImportKeys = useRef(endedImportKeys);
  useEffect(() => {
    const previousEndedImportKeys = knownEndedImportKeys.current;
    // Refetch when an import has ended since the previous response. It is not enough to watch running imports, because
    // a short import may begin and end between two fetches.
    if (previousEndedImportKeys && endedImportKeys?.some((id) => !previousEndedImportKeys.includes(id)))
      for (const queryKey of queryKeysByTarget[target]) void getQueryClient().invalidateQueries({ queryKey });
    knownEndedImportKeys.current = endedImportKeys;
  }, [endedImportKeys, target]);
  return query;
}

export const refetchImports = () => getQueryClient().invalidateQueries({ queryKey: ["imports"] });

export async function cancelFileImport({ id }: FileImport): Promise<void> {
  try {
    await call(cancelImport, { params: { id } });
  } finally {
    await refetchImports();
  }
}

export async function undoFileImport({ id }: FileImport): Promise<void> {
  try {
    await call(undoImport, { params: { id } });
  } finally {
    await refetchImports();
  }
}

interface ImportUpload {
  /**
   * Uploads a file and starts its import. Throws ApiError. A second call after a failure continues the upload where it
   * stopped.
   */
  run(given: ImportScope & { approved: boolean }): Promise<FileImport>;
  /** Stops the upload of the file to import, and deletes the part that the server has received. */
  stop(): void;
}

/**
 * Prepares the import of a file. Its `run` uploads the file as an attachment in the person's private notes, without
 * sending a message. The server imports the file from there.
 */
export function createImportUpload(file: File, onProgress: (part: number) => void): ImportUpload {
  let upload: TusUpload | null = null;
  let fileId: string | null = null;
  let isStopped = false;
  /** The functions that end the promise of the running upload attempt. Null before the first attempt. */
  let attempt: Pick<PromiseWithResolvers<string>, "resolve" | "reject"> | null = null;

  async function uploadFile(): Promise<string> {
    const { id } = await openMyChat();
    upload ??= await createResumableUpload(
      file,
      { conversation_id: id },
      {
        onProgress,
        onError: (error) => attempt?.reject(error),
        onSuccess: (storedFile) => attempt?.resolve(storedFile.id),
      },
    );
    if (!upload) throw new ApiError(0, "NETWORK", "");
    if (isStopped) throw new ApiError(0, "STOPPED", "");
    const { promise, ...attemptResolvers } = Promise.withResolvers<string>();
    attempt = attemptResolvers;
    upload.start();
    return promise;
  }
  return {
    async run({ target, projectId, approved }) {
      fileId ??= await uploadFile();
      const body = { file_id: fileId, target, approved, ...(projectId && { project_id: projectId }) };
      const { data } = await call(startImport, { body });
      await refetchImports();
      return data;
    },
    stop() {
      if (fileId !== null) return;
      isStopped = true;
      void upload?.abort(true).catch(() => undefined);
      attempt?.reject(new ApiError(0, "STOPPED", ""));
    },
  };
}
