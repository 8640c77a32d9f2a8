import type { DriveEntry } from "@kakehashi/contract/drive";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import styles from "./dialogs.module.css";
import { NewFolderDialog } from "./folder-dialog.tsx";
import { FolderTree } from "./folder-tree.tsx";

interface MoveDialogProps {
  entries: readonly DriveEntry[];
  opened: boolean;
  onClose: () => void;
  onMove: (folderId: string | null, folderName: string) => void;
}

/** A dialog that asks for the folder to which files and folders are moved. */
export function MoveDialog({ entries, opened, onClose, onMove }: MoveDialogProps) {
  const { t } = useTranslation("drive");
  const title =
    entries.length === 1
      ? t("moveOne", { name: entries[0]?.name ?? "" })
      : t("moveSeveral", { count: entries.length });
  return (
    <Dialog opened={opened} onClose={onClose} title={title} widthPx={480}>
      <FolderChooser entries={entries} onClose={onClose} onMove={onMove} />
    </Dialog>
  );
}

function FolderChooser({ entries, onClose, onMove }: Omit<MoveDialogProps, "opened">) {
  const { t } = useTranslation(["drive", "common"]);
  const [targetFolder, setTargetFolder] = useState<{ id: string | null; name: string }>();
  const [isFolderDialogOpen, setFolderDialogOpen] = useState(false);
  const excludedIds = new Set(entries.filter(({ file }) => file === null).map(({ id }) => id));
  const isAlreadyInTarget =
    targetFolder !== undefined && entries.every(({ folder_id }) => folder_id === targetFolder.id);
  return (
    <div className={styles.column}>
      <FolderTree
        chosenId={targetFolder?.id}
        onChoose={(id, name) => setTargetFolder({ id, name })}
        excludedIds={excludedIds}
        emptyNote={
          <div className={styles.nothing}>
            <p className={styles.note}>{t("noFolder")}</p>
            <Button onClick={() => setFolderDialogOpen(true)}>{t("newFolder")}</Button>
          </div>
        }
      />
      <NewFolderDialog
        folderId={null}
        opened={isFolderDialogOpen}
        onClose={() => setFolderDialogOpen(false)}
        onCreated={setTargetFolder}
      />
      {isAlreadyInTarget && <p className={styles.note}>{t("alreadyThere")}</p>}
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t("common:cancel")}</Button>
        <Button
          kind="primary"
          disabled={!targetFolder || isAlreadyInTarget}
          onClick={() => {
            if (!targetFolder) return;
            onClose();
            onMove(targetFolder.id, targetFolder.name);
          }}
        >
          {t("moveHere")}
        </Button>
      </div>
    </div>
  );
}
