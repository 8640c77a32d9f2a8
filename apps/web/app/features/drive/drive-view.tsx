import type { DriveEntry } from "@kakehashi/contract/drive";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { useStoreValue } from "../../kit/store.ts";
import { toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { createLazyComponent, DialogLoadFailedToast } from "../../kit/ui/part.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { UndoBar } from "../../kit/ui/undo-bar.tsx";
import { DropArea } from "../files/attaching.tsx";
import { AddButtons } from "./add-buttons.tsx";
import styles from "./drive.module.css";
import { DriveTools, useDriveViewOptions } from "./drive-tools.tsx";
import { EmptyDrive } from "./empty-drive.tsx";
import { DriveEntries, moveFocusToEntry } from "./entries.tsx";
import { NewFolderDialog } from "./folder-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { previewedEntryStore } from "./open-file.ts";
import { FolderPath } from "./path.tsx";
import {
  emptyTrash,
  entriesQuery,
  folderQuery,
  refetchDrive,
  type ShownList,
  useDriveUpdates,
} from "./queries.ts";
import { StorageQuota } from "./quota.tsx";
import { useSelection } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { ShareToConversationDialog } from "./share-dialog.tsx";
import { UploadList } from "./upload-list.tsx";
import { useDriveActions } from "./use-drive-actions.ts";
import { useDrops } from "./use-drops.ts";
import { useResumedUploads } from "./use-resumed-uploads.ts";

const EntryPreview = createLazyComponent(
  async () => (await import("./preview.tsx")).EntryPreview,
  DialogLoadFailedToast,
);

/** The path segment of the trash in the page's address. */
const trashPath = "trash";

function shownListOf(folderId: string | undefined, search: string): ShownList {
  if (folderId === trashPath) return { kind: "trash" };
  return search.trim() === "" ? { kind: "folder", folderId: folderId ?? null } : { kind: "search", search };
}

interface DriveViewProps {
  userId: string;
  /**
   * The id of the folder in the page's address, or the path segment of the trash. Undefined for the top folder of the
   * drive.
   */
  folderId: string | undefined;
}

/** The page of the drive: a person's own files in folders. */
export function DriveView({ userId, folderId: folderIdInAddress }: DriveViewProps) {
  const { t } = useTranslation(["drive", "files", "common"]);
  const [searchParams, setSearchParams] = useSearchParams();
  const search = searchParams.get("search") ?? "";
  const shownList = shownListOf(folderIdInAddress, search);
  const isTrash = shownList.kind === "trash";
  const folderId = isTrash ? null : (folderIdInAddress ?? null);
  useDriveUpdates();
  useResumedUploads(userId);

  const [view, setView] = useDriveViewOptions();
  const { sort, order, isGrid } = view;
  const query = useInfiniteQuery({
    ...entriesQuery(shownList, isTrash ? { sort: "name", order: "asc" } : { sort, order }),
    // Show the previous list until the new one arrives, so that the list does not flicker while somebody types a
    // search.
    ...(shownList.kind === "search" && { placeholderData: keepPreviousData }),
  });
  const folder = useQuery({ ...folderQuery(folderId ?? ""), enabled: folderId !== null });
  const isFolderMissing = [folder.error, query.error].some(
    (error) => error instanceof ApiError && [404, 409].includes(error.status),
  );
  const list = query.data ?? [];
  const selection = useSelection(
    list.map(({ id }) => id),
    JSON.stringify(shownList),
    folderId,
  );
  const selectedEntries = list.filter(({ id }) => selection.ids.has(id));

  const [renamedId, setRenamedId] = useState<string | null>(null);
  const [isFolderDialogOpen, setFolderDialogOpen] = useState(false);
  const [entriesToMove, setEntriesToMove] = useState<DialogEntries>(noDialogEntries);
  const [entriesToShare, setEntriesToShare] = useState<DialogEntries>(noDialogEntries);
  const { run, move } = useDriveActions(list, {
    openRenameField: setRenamedId,
    openMoveDialog: (entries) => setEntriesToMove({ entries, isOpen: true }),
    openShareDialog: (entries) => setEntriesToShare({ entries, isOpen: true }),
  });
  const preview = useStoreValue(previewedEntryStore);
  const { dropHandlers, uploadFiles } = useDrops(list, { userId, folderId, move });

  async function confirmAndEmptyTrash(): Promise<void> {
    const question = {
      title: t("emptyTrashTitle"),
      text: t("deleteText"),
      actionLabel: t("deleteForGood"),
      isDestructive: true,
    };
    if (!(await askToConfirm(question))) return;
    await emptyTrash().then(refetchDrive).catch(toastError);
  }

  const title = isTrash ? t("trash") : (folder.data?.name ?? t("files:drive"));
  const canAdd = !isTrash && !isFolderMissing;
  const pathSteps = folder.data ? [...folder.data.path, { id: folder.data.id, name: folder.data.name }] : [];
  const folderMissingNote = (
    <EmptyState
      title={t("missingTitle")}
      text={t("missingText")}
      action={<ButtonLink target={{ page: "/drive" }}>{t("files:drive")}</ButtonLink>}
    />
  );

  return (
    <main className={styles.page}>
      <DocumentTitle>{title}</DocumentTitle>
      <PageHeader
        title={title}
        actions={
          canAdd ? (
            <AddButtons onAddFolder={() => setFolderDialogOpen(true)} onFiles={uploadFiles} />
          ) : (
            isTrash &&
            list.length > 0 && <Button onClick={() => void confirmAndEmptyTrash()}>{t("emptyTrash")}</Button>
          )
        }
      />
      <FolderPath steps={pathSteps} section={shownList.kind} drop={dropHandlers} />
      {selectedEntries.length > 0 ? (
        <SelectionBar
          entries={selectedEntries}
          isTrash={isTrash}
          onAction={(action) => run(action, selectedEntries)}
          onClear={selection.clear}
        />
      ) : (
        <DriveTools
          search={search}
          onSearch={(text) => setSearchParams(text === "" ? {} : { search: text }, { replace: true })}
          view={view}
          onViewChange={setView}
          canSort={!isTrash}
        />
      )}
      <DropArea className={styles.area} onFiles={canAdd ? uploadFiles : null} hint={t("drop")}>
        {/* This element has the keyboard focus while the next folder loads. Once the folder is loaded, one of its
            files or folders gets the focus. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only passes the focus on */}
        <div
          className={styles.scroll}
          tabIndex={-1}
          data-focus-fallback
          onFocus={({ target, currentTarget }) => target === currentTarget && moveFocusToEntry(currentTarget)}
        >
          {isTrash && list.length > 0 && <p className={styles.trashNote}>{t("trashNote")}</p>}
          {isFolderMissing ? (
            folderMissingNote
          ) : (
            <LoadedContent
              query={query}
              rows={8}
              emptyState={<EmptyDrive section={shownList.kind} isRoot={folderId === null} />}
            >
              {(entries) => (
                <>
                  <DriveEntries
                    entries={entries}
                    selection={selection}
                    isGrid={isGrid}
                    isTrash={isTrash}
                    isSearchResult={shownList.kind === "search"}
                    renamingEntryId={renamedId}
                    onRenameEnd={() => setRenamedId(null)}
                    onAction={run}
                    dropHandlers={dropHandlers}
                  />
                  <LoadMoreButton query={query} />
                </>
              )}
            </LoadedContent>
          )}
        </div>
      </DropArea>
      <UploadList />
      <StorageQuota />
      <NewFolderDialog
        folderId={folderId}
        opened={isFolderDialogOpen}
        onClose={() => setFolderDialogOpen(false)}
      />
      <MoveDialog
        entries={entriesToMove.entries}
        opened={entriesToMove.isOpen}
        onClose={() => setEntriesToMove({ ...entriesToMove, isOpen: false })}
        onMove={(target, name) => void move(entriesToMove.entries, target, name)}
      />
      <ShareToConversationDialog
        entries={entriesToShare.entries}
        opened={entriesToShare.isOpen}
        onClose={() => setEntriesToShare({ ...entriesToShare, isOpen: false })}
      />
      <Suspense fallback={null}>
        {preview && (
          <EntryPreview key={preview.id} entry={preview} onClose={() => previewedEntryStore.set(null)} />
        )}
      </Suspense>
      <UndoBar label={t("undo")} />
    </main>
  );
}

/**
 * The files and folders that the open dialog shows. They stay set after the dialog closes, so that its text does not
 * disappear during the fade-out.
 */
interface DialogEntries {
  readonly entries: readonly DriveEntry[];
  readonly isOpen: boolean;
}
const noDialogEntries: DialogEntries = { entries: [], isOpen: false };
