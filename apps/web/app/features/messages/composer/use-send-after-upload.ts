import type { TFunction } from "i18next";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { useLayer } from "../../../kit/layers.ts";
import { toast } from "../../../kit/toast.ts";
import type { ComposerAttachment } from "../../files/attachments.ts";

interface SendAfterUploadOptions {
  /** The number of files whose upload is not finished. */
  uploadCount: number;
  /**
   * A file that was refused: by the server, or because it is too large or empty. The message cannot be sent until the
   * writer removes this file.
   */
  refusedFile: ComposerAttachment | undefined;
  /** Whether the composer contains something to send. */
  canSend: boolean;
  send: () => void;
}

/**
 * Delays a message until its files are uploaded. If the writer leaves the chat before that, the message is sent at once
 * and the files are uploaded afterwards. Escape cancels the sending.
 */
export function useSendAfterUpload({ uploadCount, refusedFile, canSend, send }: SendAfterUploadOptions) {
  const { t } = useTranslation("messages");
  const [isSendRequested, setIsSendRequested] = useState(false);
  const isWaiting = isSendRequested && canSend && !refusedFile && uploadCount > 0;
  const cancel = () => setIsSendRequested(false);
  useLayer(isWaiting, cancel, { ownsEntry: false });
  const sendOrShowRefusal = useEffectEvent(() => {
    setIsSendRequested(false);
    if (refusedFile) toastRefusedFile(refusedFile, t);
    else if (canSend) send();
  });
  useEffect(() => {
    if (isSendRequested && !isWaiting) sendOrShowRefusal();
  }, [isSendRequested, isWaiting]);
  const sendOnUnmount = useEffectEvent(() => {
    if (isWaiting) send();
  });
  useEffect(() => () => sendOnUnmount(), []);
  return { waits: isWaiting, startWaiting: () => setIsSendRequested(true), cancel };
}

/** Shows a toast that says which file blocks the message, and why. */
export function toastRefusedFile({ file, reason }: ComposerAttachment, t: TFunction<"messages">): void {
  toast(t("fileInTheWay", { name: file.name, reason }), "error");
}
