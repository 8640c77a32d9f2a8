import type { DriveEntry } from "@kakehashi/contract/drive";
import { createFilePath } from "@kakehashi/contract/files";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toastError } from "../../kit/toast.ts";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { offerUndo } from "../../kit/undo.ts";
import type { DriveAction } from "./actions.ts";
import { openFile } from "./open-file.ts";
import {
  callForEachEntry,
  changeEntry,
  copyFile,
  deleteEntryForGood,
  moveEntryToTrash,
  refetchDrive,
  restoreEntry,
} from "./queries.ts";

export interface DriveDialogOpeners {
  readonly openRenameField: (id: string) => void;
  readonly openMoveDialog: (entries: readonly DriveEntry[]) => void;
  readonly openShareDialog: (entries: readonly DriveEntry[]) => void;
}

function downloadEntry({ id, name }: DriveEntry): void {
  const link = document.createElement("a");
  link.href = createFilePath(id, "download");
  link.download = name;
  link.click();
}

/**
 * Returns a function for each action on files and folders. `list` contains the files and folders that the page shows;
 * the picture viewer needs it to show the next picture.
 */
export function useDriveActions(list: readonly DriveEntry[], dialogs: DriveDialogOpeners) {
  const { t } = useTranslation("drive");
  const navigate = useNavigate();

  async function moveEntriesToTrash(entries: readonly DriveEntry[]): Promise<void> {
    const { done, error } = await callForEachEntry(entries, ({ id }) => moveEntryToTrash(id));
    if (error) toastError(error);
    if (done.length > 0)
      offerUndo(t("trashed", { count: done.length, name: done[0]?.name ?? "" }), async () => {
        const { error } = await callForEachEntry(done, ({ id }) => restoreEntry(id));
        if (error) throw error;
      });
  }

  async function moveEntries(
    entries: readonly DriveEntry[],
    folderId: string | null,
    folderName: string,
  ): Promise<void> {
    const entriesToMove = entries.filter((entry) => entry.folder_id !== folderId);
    const { done, error } = await callForEachEntry(entriesToMove, ({ id }) =>
      changeEntry(id, { folder_id: folderId }),
    );
    if (error) toastError(error);
    if (done.length > 0)
      offerUndo(
        t("moved", { count: done.length, name: done[0]?.name ?? "", folder: folderName }),
        async () => {
          // If the target folder had a file with the same name, the move has added a number to the name. So undo
          // restores the name too.
          const { error } = await callForEachEntry(done, ({ id, name, folder_id }) =>
            changeEntry(id, { name, folder_id }),
          );
          if (error) throw error;
        },
      );
  }

  async function restoreEntries(entries: readonly DriveEntry[]): Promise<void> {
    const { done, error } = await callForEachEntry(entries, ({ id }) => restoreEntry(id));
    if (error) toastError(error);
    if (done.length > 0)
      offerUndo(t("restored", { count: done.length, name: done[0]?.name ?? "" }), async () => {
        const { error } = await callForEachEntry(done, ({ id }) => moveEntryToTrash(id));
        if (error) throw error;
      });
  }

  async function deleteForGood(entries: readonly DriveEntry[]): Promise<void> {
    const count = entries.length;
    const isConfirmed = await askToConfirm({
      title: t("deleteTitle", { count, name: entries[0]?.name ?? "" }),
      text: t("deleteText"),
      actionLabel: t("deleteForGood"),
      isDestructive: true,
    });
    if (!isConfirmed) return;
    const { error } = await callForEachEntry(entries, ({ id }) => deleteEntryForGood(id));
    if (error) toastError(error);
  }

  function openEntry(entry: DriveEntry): void {
    if (entry.file) openFile(entry, list);
    else navigate(`/drive/${entry.id}`);
  }

  function runAction(action: DriveAction, entries: readonly DriveEntry[]): void {
    const [firstEntry] = entries;
    if (!firstEntry) return;
    const actionHandlers: Record<DriveAction, () => unknown> = {
      // A file in the trash cannot be opened. It has to be restored first.
      open: () => firstEntry.trashed_at === null && openEntry(firstEntry),
      share: () => entries.every(({ file }) => file !== null) && dialogs.openShareDialog(entries),
      download: () => downloadEntry(firstEntry),
      rename: () => dialogs.openRenameField(firstEntry.id),
      move: () => dialogs.openMoveDialog(entries),
      copy: () => copyFile(firstEntry.id).then(refetchDrive).catch(toastError),
      trash: () => moveEntriesToTrash(entries),
      restore: () => restoreEntries(entries),
      delete: () => deleteForGood(entries),
    };
    void actionHandlers[action]();
  }

  return { run: runAction, move: moveEntries };
}
