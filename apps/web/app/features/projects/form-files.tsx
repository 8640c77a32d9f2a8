import { maximumFilesPerMessage, type StoredFile } from "@kakehashi/contract/files";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { AttachButton, DropArea } from "../files/attaching.tsx";
import type { useAttachments } from "../files/attachments.ts";
import { FileChip } from "../files/message-files.tsx";
import { AttachmentTray } from "../files/tray.tsx";
import styles from "./form.module.css";

interface FormFilesProps {
  /** The files that the saved project or the draft contains. */
  files: readonly StoredFile[];
  /** The reason why the server refused a file, by the file's id. */
  refusalByFileId: Readonly<Record<string, string>>;
  onRemove: (id: string) => void;
  /** The files that were added since the form was opened. */
  attachments: ReturnType<typeof useAttachments>;
  /**
   * Whether the form can upload files. Each upload belongs to a conversation, and the form first has to load the id of
   * that conversation.
   */
  isReady: boolean;
}

/** The files in the form of a project: attached files, uploads, and a button that attaches files. */
export function ProjectFormFiles({ files, refusalByFileId, onRemove, attachments, isReady }: FormFilesProps) {
  const { t } = useTranslation("projects");
  const hasMaximumFiles = files.length + attachments.list.length >= maximumFilesPerMessage;
  const canAdd = isReady && !hasMaximumFiles;
  const addFiles = (newFiles: File[]) =>
    attachments.add(
      newFiles.slice(0, Math.max(0, maximumFilesPerMessage - files.length - attachments.list.length)),
    );
  return (
    <DropArea className={styles.files} onFiles={canAdd ? addFiles : null}>
      <fieldset>
        <legend>{t("files")}</legend>
        {files.length > 0 && (
          <ul className={styles.kept}>
            {files.map((file) => (
              <li key={file.id}>
                <FileChip file={file} />
                <IconButton label={t("removeFile", { name: file.name })} onClick={() => onRemove(file.id)}>
                  <IconX size={18} stroke={1.8} aria-hidden="true" />
                </IconButton>
                {refusalByFileId[file.id] && (
                  <p className={styles.refusal} role="alert">
                    {refusalByFileId[file.id]}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
        <AttachmentTray list={attachments.list} onRemove={attachments.remove} onRetry={attachments.retry} />
        {canAdd && (
          <span className={styles.attach}>
            <AttachButton onFiles={addFiles} />
            <span>{t("filesHint", { count: maximumFilesPerMessage })}</span>
          </span>
        )}
        {hasMaximumFiles && (
          <p className={styles.note}>{t("filesFull", { count: maximumFilesPerMessage })}</p>
        )}
      </fieldset>
    </DropArea>
  );
}
