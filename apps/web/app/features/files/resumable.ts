import { resumableUploadPath, type StoredFile, unsentFileRetentionHours } from "@kakehashi/contract/files";
import type { DetailedError, Upload } from "tus-js-client";
import { getTokenYoungerThan } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";

/** The delays in milliseconds before the first, the second and each further retry of a failed chunk. */
const retryDelaysMs = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000];
/**
 * Before a chunk is sent, an access token older than this many milliseconds is renewed, so that it does not expire
 * during the upload.
 */
const maxTokenAgeMs = 5 * 60_000;

/**
 * Where the uploaded file belongs: a conversation, or a folder of the drive. The server expects this in the upload's
 * metadata.
 */
export type UploadTarget = { readonly conversation_id: string } | { readonly folder_id: string };

export interface UploadCallbacks {
  /** Called with the upload's address on the server. With this address, the upload can be continued after a reload. */
  onAddressKnown?: (address: string) => void;
  /** Called with the uploaded part of the file, from 0 to 1. */
  onProgress?: (fraction: number) => void;
  onError: (error: ApiError) => void;
  onSuccess: (storedFile: StoredFile) => void;
}

/**
 * Prepares an upload in chunks. If it is started again after an error, it continues where it stopped. With `address`,
 * it continues an upload that was begun before a reload. Returns null if the browser is offline and cannot load the
 * upload library.
 */
export async function createResumableUpload(
  file: File,
  uploadTarget: UploadTarget,
  callbacks: UploadCallbacks,
  address?: string | null,
): Promise<Upload | null> {
  const tusLibrary = await import("tus-js-client").catch(() => null);
  if (!tusLibrary) return null;
  const upload: Upload = new tusLibrary.Upload(file, {
    endpoint: `/api${resumableUploadPath}`,
    ...(address && { uploadUrl: address }),
    metadata: { ...uploadTarget, filename: file.name },
    retryDelays: retryDelaysMs,
    uploadDataDuringCreation: true,
    storeFingerprintForResuming: false,
    onUploadUrlAvailable() {
      if (upload.url) callbacks.onAddressKnown?.(upload.url);
    },
    headers: { "accept-language": document.documentElement.lang },
    async onBeforeRequest(request) {
      request.setHeader("authorization", `Bearer ${await getTokenYoungerThan(maxTokenAgeMs)}`);
    },
    onProgress: (sentBytes, total) => callbacks.onProgress?.(total > 0 ? sentBytes / total : 0),
    onError: (error) => callbacks.onError(toApiError(error)),
    onSuccess({ lastResponse }) {
      const { data }: { data: StoredFile } = JSON.parse(lastResponse.getBody());
      callbacks.onSuccess(data);
    },
  });
  return upload;
}

function toApiError(error: Error | DetailedError): ApiError {
  const response = "originalResponse" in error ? error.originalResponse : null;
  if (!response) return new ApiError(0, "NETWORK", "");
  try {
    const { error: listener }: { error?: { code?: string; message?: string } } = JSON.parse(
      response.getBody(),
    );
    return new ApiError(response.getStatus(), listener?.code ?? "", listener?.message ?? "");
  } catch {
    return new ApiError(response.getStatus(), "", "");
  }
}

/**
 * For this many milliseconds, an uploaded file can be sent without another upload. It is an hour less than the time
 * after which the server deletes an uploaded file that is in no message.
 */
const uploadedFileReusableMs = (unsentFileRetentionHours - 1) * 3_600_000;

interface UploadedFile {
  uploadedFile: { file: StoredFile; storedAtMs: number } | null;
  upload: Upload | null;
  /**
   * The callbacks of the latest attempt. The upload reports its progress and errors to them, even if an earlier attempt
   * created the upload.
   */
  listener: UploadCallbacks;
}
/** The uploads by file. A retry continues the earlier upload of the same file. */
const uploadsByFile = new WeakMap<File, UploadedFile>();

/**
 * Uploads files one after the other. Files that an earlier attempt has uploaded are not uploaded again. Throws
 * ApiError.
 */
export async function uploadFiles(conversationId: string, files: readonly File[]): Promise<StoredFile[]> {
  const uploadedFiles: StoredFile[] = [];
  for (const file of files) uploadedFiles.push(await uploadOne(conversationId, file));
  return uploadedFiles;
}

async function uploadOne(conversationId: string, file: File): Promise<StoredFile> {
  const listener = Promise.withResolvers<StoredFile>();
  const newListener = { onError: listener.reject, onSuccess: listener.resolve };
  const entry: UploadedFile = uploadsByFile.get(file) ?? {
    uploadedFile: null,
    upload: null,
    listener: newListener,
  };
  uploadsByFile.set(file, entry);
  if (entry.uploadedFile && Date.now() - entry.uploadedFile.storedAtMs < uploadedFileReusableMs)
    return entry.uploadedFile.file;
  // The file was uploaded long ago, and the server may have deleted it. So upload it again.
  if (entry.uploadedFile) Object.assign(entry, { uploadedFile: null, upload: null, listener: newListener });
  Object.assign(entry.listener, newListener);
  entry.upload ??= await createResumableUpload(file, { conversation_id: conversationId }, entry.listener);
  if (!entry.upload) throw new ApiError(0, "NETWORK", "");
  entry.upload.start();
  const storedFile = await listener.promise;
  entry.uploadedFile = { file: storedFile, storedAtMs: Date.now() };
  return storedFile;
}
