import { IconRefresh, IconX } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { ComposerAttachment } from "./attachments.ts";
import { FileTypeIcon } from "./file-type-icon.tsx";
import { formatFileSize } from "./size.ts";
import styles from "./tray.module.css";

interface AttachmentTrayProps {
  list: readonly ComposerAttachment[];
  onRemove: (key: string) => void;
  onRetry: (key: string) => void;
}

/** The files that are attached to the message, above its text. */
export function AttachmentTray({ list, onRemove, onRetry }: AttachmentTrayProps) {
  const { t } = useTranslation("files");
  if (list.length === 0) return null;
  return (
    <ul className={styles.tray} aria-label={t("attached")}>
      {list.map((attachment) => (
        <AttachmentItem key={attachment.key} attachment={attachment} onRemove={onRemove} onRetry={onRetry} />
      ))}
    </ul>
  );
}

function AttachmentItem({
  attachment,
  onRemove,
  onRetry,
}: Omit<AttachmentTrayProps, "list"> & { attachment: ComposerAttachment }) {
  const { t, i18n } = useTranslation("files");
  const { key, file, previewUrl: preview, state, progress, reason } = attachment;
  const { name } = file;
  // A file that was refused before any part of it was uploaded gets no retry button, because it would be refused again.
  // For example, it is too large or empty.
  const isFinal = state === "failed" && progress === 0 && reason !== "";
  return (
    <li className={styles.item} data-state={state}>
      <span className={styles.picture}>
        {preview ? <img src={preview} alt="" /> : <FileTypeIcon type={file.type} />}
      </span>
      <span className={styles.textColumn}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.note} role={state === "failed" ? "alert" : undefined}>
          {state === "failed" ? reason || t("uploadFailed") : formatFileSize(file.size, i18n.language)}
        </span>
      </span>
      {state === "failed" && !isFinal && (
        <button
          type="button"
          className={styles.iconButton}
          aria-label={t("retryUpload", { name })}
          onClick={() => onRetry(key)}
        >
          <IconRefresh size={16} stroke={1.8} aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className={styles.iconButton}
        aria-label={t(state === "uploading" ? "cancelUpload" : "remove", { name })}
        onClick={() => onRemove(key)}
      >
        <IconX size={16} stroke={1.8} aria-hidden="true" />
      </button>
      {state === "uploading" && (
        <progress className={styles.progress} value={progress} max={1} aria-label={name}>
          {t("progress", { percent: Math.round(progress * 100) })}
        </progress>
      )}
    </li>
  );
}
