import { type StoredFile, unsentHours, uploadPath } from "@kakehashi/contract/files";
import type { DetailedError, Upload } from "tus-js-client";
import { freshToken } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";

/** Milliseconds before each further try of a piece that did not arrive. */
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000];
/** Milliseconds of age that a piece's token may have: a piece can be long on its way. */
const tokenAge = 5 * 60_000;

interface Told {
  /** 0 to 1. */
  onProgress?: (part: number) => void;
  onError: (error: ApiError) => void;
  onSuccess: (stored: StoredFile) => void;
}

/**
 * An upload in pieces, not started yet; started again after an error it goes on where it broke off. Null without a
 * connection: the library comes with the first file.
 */
export async function resumable(file: File, conversationId: string, told: Told): Promise<Upload | null> {
  const tus = await import("tus-js-client").catch(() => null);
  if (!tus) return null;
  return new tus.Upload(file, {
    endpoint: `/api${uploadPath}`,
    metadata: { conversation_id: conversationId, filename: file.name },
    retryDelays,
    uploadDataDuringCreation: true,
    storeFingerprintForResuming: false,
    headers: { "accept-language": document.documentElement.lang },
    async onBeforeRequest(request) {
      request.setHeader("authorization", `Bearer ${await freshToken(tokenAge)}`);
    },
    onProgress: (sent, total) => told.onProgress?.(total > 0 ? sent / total : 0),
    onError: (error) => told.onError(readFailure(error)),
    onSuccess({ lastResponse }) {
      const { data }: { data: StoredFile } = JSON.parse(lastResponse.getBody());
      told.onSuccess(data);
    },
  });
}

function readFailure(error: Error | DetailedError): ApiError {
  const response = "originalResponse" in error ? error.originalResponse : null;
  if (!response) return new ApiError(0, "NETWORK", "");
  try {
    const { error: told }: { error?: { code?: string; message?: string } } = JSON.parse(response.getBody());
    return new ApiError(response.getStatus(), told?.code ?? "", told?.message ?? "");
  } catch {
    return new ApiError(response.getStatus(), "", "");
  }
}

/** Milliseconds for which the server surely has a file that no message came for yet: an hour less than it keeps it. */
const keptFor = (unsentHours - 1) * 3_600_000;

interface Brought {
  stored: { file: StoredFile; at: number } | null;
  upload: Upload | null;
  /** Who waits for it now. */
  told: Told;
}
/** By the file: a further try goes on with what the one before it brought. */
const brought = new WeakMap<File, Brought>();

/** Brings files in pieces, one after the other; what arrived in an earlier try stays there. Throws ApiError. */
export async function bring(conversationId: string, files: readonly File[]): Promise<StoredFile[]> {
  const arrived: StoredFile[] = [];
  for (const file of files) arrived.push(await bringOne(conversationId, file));
  return arrived;
}

async function bringOne(conversationId: string, file: File): Promise<StoredFile> {
  const told = Promise.withResolvers<StoredFile>();
  const waiting = { onError: told.reject, onSuccess: told.resolve };
  const known: Brought = brought.get(file) ?? { stored: null, upload: null, told: waiting };
  brought.set(file, known);
  if (known.stored && Date.now() - known.stored.at < keptFor) return known.stored.file;
  // What came too long ago is brought anew.
  if (known.stored) Object.assign(known, { stored: null, upload: null, told: waiting });
  Object.assign(known.told, waiting);
  known.upload ??= await resumable(file, conversationId, known.told);
  if (!known.upload) throw new ApiError(0, "NETWORK", "");
  known.upload.start();
  const stored = await told.promise;
  known.stored = { file: stored, at: Date.now() };
  return stored;
}
