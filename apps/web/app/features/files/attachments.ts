import { chosenFileErrors } from "@kakehashi/contract/chosen-file-errors";
import {
  discardFile,
  maximumFileBytes,
  maximumFilesPerMessage,
  type StoredFile,
} from "@kakehashi/contract/files";
import type { Language } from "@kakehashi/contract/languages";
import { useCallback, useSyncExternalStore } from "react";
import type { Upload } from "tus-js-client";
import { call } from "../../kit/api.ts";
import { createValueStore } from "../../kit/store.ts";
import { toast } from "../../kit/toast.ts";
import type { MessageFilesToSend } from "./send-with-files.ts";

/** A file attached to the message being written. */
export interface ComposerAttachment {
  readonly key: string;
  readonly file: File;
  /** The address of a picture's preview in this browser. Null for other files. */
  readonly previewUrl: string | null;
  readonly state: "uploading" | "done" | "failed";
  /** The part of the file that is uploaded, from 0 to 1. */
  readonly progress: number;
  /**
   * The reason for a failure, in the reader's language: the upload was refused, or the server has deleted the file. ""
   * if the connection was lost.
   */
  readonly reason: string;
  readonly storedFile: StoredFile | null;
}

/** Media types of pictures that every browser shows. Only these pictures get a preview above the composer. */
const previewableTypesPattern = /^image\/(?:png|jpeg|gif|webp|avif)$/;

const attachmentsByChat = createValueStore<ReadonlyMap<string, readonly ComposerAttachment[]>>(new Map());
const uploadsById = new Map<string, Upload>();
const noAttachments: readonly ComposerAttachment[] = [];

function setAttachments(chatKey: string, list: readonly ComposerAttachment[]): void {
  const newAttachmentsByChat = new Map(attachmentsByChat.get());
  if (list.length === 0) newAttachmentsByChat.delete(chatKey);
  else newAttachmentsByChat.set(chatKey, list);
  attachmentsByChat.set(newAttachmentsByChat);
}

export function changeAttachment(chatKey: string, key: string, changes: Partial<ComposerAttachment>): void {
  const list = attachmentsByChat.get().get(chatKey) ?? noAttachments;
  setAttachments(
    chatKey,
    list.map((attachment) => (attachment.key === key ? { ...attachment, ...changes } : attachment)),
  );
}

/** The attached files of a conversation or thread. The files stay attached when the reader opens another page. */
export function useAttachments(chatKey: string, conversationId: string, language: Language) {
  const list = useSyncExternalStore(
    attachmentsByChat.subscribe,
    () => attachmentsByChat.get().get(chatKey) ?? noAttachments,
  );
  const addAttachments = useCallback(
    (files: readonly File[]) => addFiles(chatKey, conversationId, files, language),
    [chatKey, conversationId, language],
  );
  return {
    list,
    add: addAttachments,
    remove: (key: string) => removeFile(chatKey, key),
    retry: (key: string) => void uploadAttachment(chatKey, conversationId, key),
    uploadingCount: list.filter((attachment) => attachment.state === "uploading" && !canBeSent(attachment))
      .length,
    /**
     * The first attached file that was refused: by the server, or because it is too large or empty. As long as it is
     * attached, the message cannot be sent.
     */
    refusedAttachment: list.find((attachment) => attachment.state === "failed" && !canBeSent(attachment)),
    /**
     * Returns the attached files for sending. If all uploads are finished, returns them as stored files. Otherwise
     * returns all of them as local files, which are uploaded together with the message.
     */
    messageFiles(): MessageFilesToSend {
      const isAllUploaded = list.every(({ state }) => state === "done");
      if (!isAllUploaded) for (const { key } of list) cancelUpload(key);
      return isAllUploaded
        ? { storedFiles: list.flatMap(({ storedFile }) => storedFile ?? []), localFiles: [] }
        : { storedFiles: [], localFiles: list.map(({ file }) => file) };
    },
    /** Removes the files of the sent message from the composer. Files that were attached after sending stay. */
    clear(): void {
      for (const { previewUrl: preview } of list) if (preview) URL.revokeObjectURL(preview);
      const sentKeys = new Set(list.map(({ key }) => key));
      setAttachments(
        chatKey,
        (attachmentsByChat.get().get(chatKey) ?? noAttachments).filter(({ key }) => !sentKeys.has(key)),
      );
    },
  };
}

/** Whether the message can be sent with this file: the file is uploaded already, or can be uploaded during sending. */
function canBeSent({ state, reason }: ComposerAttachment): boolean {
  if (state === "done") return true;
  return state === "failed" ? reason === "" : !navigator.onLine;
}

/**
 * Stops the upload and deletes the file on the server. If the request to delete it fails, the server deletes the file
 * after a day.
 */
function cancelUpload(key: string): void {
  void uploadsById
    .get(key)
    ?.abort(true)
    .catch(() => undefined);
  uploadsById.delete(key);
}

function addFiles(chatKey: string, conversationId: string, files: readonly File[], language: Language): void {
  const list = attachmentsByChat.get().get(chatKey) ?? noAttachments;
  const remainingFileCount = maximumFilesPerMessage - list.length;
  if (files.length > remainingFileCount) toast(chosenFileErrors["FILE.TOO_MANY"].message[language], "error");
  const newAttachments = files.slice(0, Math.max(0, remainingFileCount)).map((file): ComposerAttachment => {
    const refusal =
      file.size > maximumFileBytes
        ? chosenFileErrors["FILE.TOO_LARGE"]
        : file.size === 0
          ? chosenFileErrors["FILE.EMPTY"]
          : null;
    return {
      key: crypto.randomUUID(),
      file,
      previewUrl: previewableTypesPattern.test(file.type) ? URL.createObjectURL(file) : null,
      state: refusal ? "failed" : "uploading",
      progress: 0,
      reason: refusal?.message[language] ?? "",
      storedFile: null,
    };
  });
  setAttachments(chatKey, [...list, ...newAttachments]);
  for (const { key, state } of newAttachments)
    if (state === "uploading") void uploadAttachment(chatKey, conversationId, key);
}

function removeFile(chatKey: string, key: string): void {
  const list = attachmentsByChat.get().get(chatKey) ?? noAttachments;
  const removedAttachment = list.find((attachment) => attachment.key === key);
  if (!removedAttachment) return;
  if (removedAttachment.previewUrl) URL.revokeObjectURL(removedAttachment.previewUrl);
  cancelUpload(key);
  if (removedAttachment.storedFile)
    void call(discardFile, { params: { id: removedAttachment.storedFile.id } }).catch(() => undefined);
  setAttachments(
    chatKey,
    list.filter((attachment) => attachment !== removedAttachment),
  );
}

async function uploadAttachment(chatKey: string, conversationId: string, key: string): Promise<void> {
  const attachment = attachmentsByChat
    .get()
    .get(chatKey)
    ?.find((candidate) => candidate.key === key);
  if (!attachment) return;
  changeAttachment(chatKey, key, { state: "uploading", reason: "" });
  const startedUpload = uploadsById.get(key);
  // If the upload was started before and failed, continue it where it stopped.
  if (startedUpload) return startedUpload.start();
  const resumableModule = await import("./resumable.ts").catch(() => null);
  const resumableUpload = await resumableModule?.createResumableUpload(
    attachment.file,
    { conversation_id: conversationId },
    {
      onProgress: (progress) => changeAttachment(chatKey, key, { progress }),
      onError: ({ message }) => changeAttachment(chatKey, key, { state: "failed", reason: message }),
      onSuccess(storedFile) {
        uploadsById.delete(key);
        changeAttachment(chatKey, key, { state: "done", progress: 1, storedFile });
      },
    },
  );
  if (!resumableUpload) return changeAttachment(chatKey, key, { state: "failed" });
  uploadsById.set(key, resumableUpload);
  // Do not start the upload if the person has removed the attachment while the upload library was loading.
  if (
    attachmentsByChat
      .get()
      .get(chatKey)
      ?.some((candidate) => candidate.key === key)
  )
    resumableUpload.start();
  else uploadsById.delete(key);
}
