import type { StoredFile } from "@kakehashi/contract/files";
import type { Message } from "@kakehashi/contract/messages";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { toast, toastError } from "../../../kit/toast.ts";
import { askToConfirm } from "../../../kit/ui/confirm.tsx";
import { Dialog } from "../../../kit/ui/dialog.tsx";
import { IconButton } from "../../../kit/ui/icon-button.tsx";
import { FileTypeIcon } from "../../files/file-type-icon.tsx";
import { formatFileSize } from "../../files/size.ts";
import { removeMessageFile } from "../state/message-calls.ts";
import styles from "./remove-files.module.css";

/** Lists the files of a message, so that each can be removed. */
export function RemoveFilesDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t, i18n } = useTranslation(["messages", "room", "files"]);
  const { files, content } = message;

  async function remove({ id, name }: StoredFile): Promise<void> {
    const isLastFile = files.length === 1;
    const deletesMessage = isLastFile && content.trim() === "";
    const isConfirmed = await askToConfirm({
      title: t("room:removeFileTitle", { name }),
      text: t(deletesMessage ? "room:removeLastFileText" : "room:removeFileText"),
      actionLabel: t("delete"),
      isDestructive: true,
    });
    if (!isConfirmed) return;
    try {
      await removeMessageFile(message, id);
      if (isLastFile) onClose();
      toast(t("room:fileRemoved"));
    } catch (error) {
      toastError(error);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={t("room:removeFiles")}>
      <ul className={styles.list}>
        {files.map((file) => (
          <li key={file.id} className={styles.file}>
            <FileTypeIcon type={file.type} />
            <span className={styles.textColumn}>
              <span className={styles.name}>{file.name}</span>
              <span className={styles.size}>{formatFileSize(file.size, i18n.language)}</span>
            </span>
            <IconButton label={t("files:delete", { name: file.name })} onClick={() => remove(file)}>
              <IconTrash size={18} stroke={1.6} />
            </IconButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
