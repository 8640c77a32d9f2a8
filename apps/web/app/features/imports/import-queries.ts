import {
  cancelImport,
  type FileImport,
  type ImportTarget,
  listImports,
  startImport,
} from "@kakehashi/contract/imports";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { queryClient } from "../../kit/query.ts";
import { openMyChat } from "../conversations/start.ts";
import { resumable } from "../files/resumable.ts";

/** Milliseconds between looks at an import that goes on. */
const pollMs = 1_000;
/** What a page reads anew after an import. */
const changedBy = { memory: [["memory"]], glossary: [["glossary"], ["glossary-terms"]] } as const;

const keyOf = (target: ImportTarget) => ["imports", target] as const;

export const isUnfinished = ({ ended_at }: FileImport) => ended_at === null;

/** The newest imports. While one goes on, they are read again each second. */
export function useImports(target: ImportTarget) {
  const query = useQuery({
    queryKey: keyOf(target),
    queryFn: async ({ signal }) => (await call(listImports, { query: { target }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? pollMs : false),
    staleTime: 0,
  });
  const unfinished = query.data?.filter(isUnfinished).length;
  const before = useRef(unfinished);
  useEffect(() => {
    if (before.current !== undefined && unfinished !== undefined && unfinished < before.current)
      for (const queryKey of changedBy[target]) void queryClient().invalidateQueries({ queryKey });
    before.current = unfinished;
  }, [unfinished, target]);
  return query;
}

export const readImportsAgain = (target: ImportTarget) =>
  queryClient().invalidateQueries({ queryKey: keyOf(target) });

export async function cancel({ id, target }: FileImport): Promise<void> {
  try {
    await call(cancelImport, { params: { id } });
  } finally {
    await readImportsAgain(target);
  }
}

interface Upload {
  /** Uploads the file and starts its import. Throws ApiError. After a failure, calling it again continues. */
  run(given: { target: ImportTarget; approved: boolean }): Promise<FileImport>;
  /** Stops the upload, and deletes what has arrived. */
  stop(): void;
}

/** Uploads a file into the person's own notes, unsent: from there the server takes it. */
export function createUpload(file: File, onProgress: (part: number) => void): Upload {
  let stopUpload = () => {};
  let fileId: string | null = null;

  async function upload(): Promise<string> {
    const { id } = await openMyChat();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const started = await resumable(file, id, {
      onProgress,
      onError: reject,
      onSuccess: (stored) => resolve(stored.id),
    });
    if (!started) throw new ApiError(0, "NETWORK", "");
    stopUpload = () => {
      void started.abort(true).catch(() => undefined);
      reject(new ApiError(0, "STOPPED", ""));
    };
    started.start();
    return promise;
  }
  return {
    async run({ target, approved }) {
      fileId ??= await upload();
      const { data } = await call(startImport, { body: { file_id: fileId, target, approved } });
      await readImportsAgain(target);
      return data;
    },
    stop: () => stopUpload(),
  };
}
