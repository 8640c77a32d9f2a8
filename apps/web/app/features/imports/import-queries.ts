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
import { queryClient } from "../../kit/query.ts";
import { openMyChat } from "../conversations/start.ts";
import { createResumableUpload } from "../files/resumable.ts";

/** Milliseconds between two fetches while an import is running. */
const pollMs = 1_000;
/** The query keys that a page refetches after an import has changed its data. */
const queryKeysByTarget = { memory: [["memory"]], glossary: [["glossary"], ["glossary-terms"]] } as const;

/** The memory or glossary that a page shows: a project's, or the firm's if `projectId` is missing. */
export interface Scope {
  readonly target: ImportTarget;
  readonly projectId: string | undefined;
}

const keyOf = ({ target, projectId }: Scope) => ["imports", target, projectId ?? ""] as const;

export const isUnfinished = ({ ended_at, state }: FileImport) => ended_at === null || state === "UNDOING";

/** The newest imports. While one is running, they are fetched every second. */
export function useImports(scope: Scope) {
  const { target, projectId } = scope;
  const query = useQuery({
    queryKey: keyOf(scope),
    queryFn: async ({ signal }) =>
      (await call(listImports, { query: { target, ...(projectId && { project_id: projectId }) }, signal }))
        .data,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? pollMs : false),
    staleTime: 0,
  });
  const endedIds = query.data?.filter((one) => !isUnfinished(one)).map(({ id, state }) => `${id} ${state}`);
  const knownIds = useRef(endedIds);
  useEffect(() => {
    const known = knownIds.current;
    // A short import may end before any fetch sees it running.
    if (known && endedIds?.some((id) => !known.includes(id)))
      for (const queryKey of queryKeysByTarget[target]) void queryClient().invalidateQueries({ queryKey });
    knownIds.current = endedIds;
  }, [endedIds, target]);
  return query;
}

export const refetchImports = () => queryClient().invalidateQueries({ queryKey: ["imports"] });

export async function cancel({ id }: FileImport): Promise<void> {
  try {
    await call(cancelImport, { params: { id } });
  } finally {
    await refetchImports();
  }
}

export async function undoImportOfFile({ id }: FileImport): Promise<void> {
  try {
    await call(undoImport, { params: { id } });
  } finally {
    await refetchImports();
  }
}

interface Upload {
  /** Uploads the file and starts its import. Throws ApiError. A second call after a failure continues the upload. */
  run(given: Scope & { approved: boolean }): Promise<FileImport>;
  /** Stops the upload and deletes the part that the server has received. */
  stop(): void;
}

/** Uploads a file into the person's own notes without sending it. The server's import then reads it there. */
export function createUpload(file: File, onProgress: (part: number) => void): Upload {
  let upload: TusUpload | null = null;
  let fileId: string | null = null;
  let isStopped = false;
  /** The promise of the current attempt. */
  let attempt: Pick<PromiseWithResolvers<string>, "resolve" | "reject"> | null = null;

  async function start(): Promise<string> {
    const { id } = await openMyChat();
    upload ??= await createResumableUpload(
      file,
      { conversation_id: id },
      {
        onProgress,
        onError: (error) => attempt?.reject(error),
        onSuccess: (stored) => attempt?.resolve(stored.id),
      },
    );
    if (!upload) throw new ApiError(0, "NETWORK", "");
    if (isStopped) throw new ApiError(0, "STOPPED", "");
    const { promise, ...settle } = Promise.withResolvers<string>();
    attempt = settle;
    upload.start();
    return promise;
  }
  return {
    async run({ target, projectId, approved }) {
      fileId ??= await start();
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
