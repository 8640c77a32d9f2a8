import { type StoredFile, unsentFileHours, uploadPath } from "@kakehashi/contract/files";
import type { DetailedError, Upload } from "tus-js-client";
import { getTokenYoungerThan } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";

/** When uploading a chunk fails, wait this many milliseconds before the first retry, the second retry, and so on. */
const retryDelaysMs = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000];
/**
 * If the access token is older than this many milliseconds, a new one is fetched before a chunk is sent, because the
 * token must not expire during the upload.
 */
const maxTokenAgeMs = 5 * 60_000;

/**
 * Where the uploaded file belongs: a conversation, or a folder of the drive. The server expects this in the upload's
 * metadata.
 */
export type UploadTarget = { readonly conversation_id: string } | { readonly folder_id: string };

export interface UploadListener {
  /** Called with the upload's address on the server. With this address, the upload can be continued after a reload. */
  onAddress?: (address: string) => void;
  /** Called with the uploaded part of the file, from 0 to 1. */
  onProgress?: (fraction: number) => void;
  onError: (error: ApiError) => void;
  onSuccess: (storedFile: StoredFile) => void;
}

/**
 * Prepares an upload in chunks. If the upload is started again after an error, it continues where it stopped. With
 * `address`, an upload of an earlier page is continued. Returns null if the upload library cannot be loaded, because
 * the browser is offline.
 */
export async function createResumableUpload(
  file: File,
  target: UploadTarget,
  listener: UploadListener,
  address?: string | null,
): Promise<Upload | null> {
  const tusLibrary = await import("tus-js-client").catch(() => null);
  if (!tusLibrary) return null;
  const upload: Upload = new tusLibrary.Upload(file, {
    endpoint: `/api${uploadPath}`,
    ...(address && { uploadUrl: address }),
    metadata: { ...target, filename: file.name },
    retryDelays: retryDelaysMs,
    uploadDataDuringCreation: true,
    storeFingerprintForResuming: false,
    onUploadUrlAvailable() {
      if (upload.url) listener.onAddress?.(upload.url);
    },
    headers: { "accept-language": document.documentElement.lang },
    async onBeforeRequest(request) {
      request.setHeader("authorization", `Bearer ${await getTokenYoungerThan(maxTokenAgeMs)}`);
    },
    onProgress: (sentBytes, total) => listener.onProgress?.(total > 0 ? sentBytes / total : 0),
    onError: (error) => listener.onError(toApiError(error)),
    onSuccess({ lastResponse }) {
      const { data }: { data: StoredFile } = JSON.parse(lastResponse.getBody());
      listener.onSuccess(data);
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
 * The server deletes a file that no message contains after some hours. An uploaded file can be sent without a second
 * upload until one hour before that.
 */
const reusableForMs = (unsentFileHours - 1) * 3_600_000;

interface UploadedFile {
  uploadedFile: { file: StoredFile; storedAtMs: number } | null;
  upload: Upload | null;
  /**
   * The listener of the newest attempt. It gets the progress and the errors of the upload, even if an earlier attempt
   * created the upload.
   */
  listener: UploadListener;
}
/** The uploads by their file, so that a retry continues the earlier upload. */
const uploadedByFile = new WeakMap<File, UploadedFile>();

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
  const entry: UploadedFile = uploadedByFile.get(file) ?? {
    uploadedFile: null,
    upload: null,
    listener: newListener,
  };
  uploadedByFile.set(file, entry);
  if (entry.uploadedFile && Date.now() - entry.uploadedFile.storedAtMs < reusableForMs)
    return entry.uploadedFile.file;
  // The server may have deleted a file that was uploaded long ago. So upload the file again.
  if (entry.uploadedFile) Object.assign(entry, { uploadedFile: null, upload: null, listener: newListener });
  Object.assign(entry.listener, newListener);
  entry.upload ??= await createResumableUpload(file, { conversation_id: conversationId }, entry.listener);
  if (!entry.upload) throw new ApiError(0, "NETWORK", "");
  entry.upload.start();
  const storedFile = await listener.promise;
  entry.uploadedFile = { file: storedFile, storedAtMs: Date.now() };
  return storedFile;
}
