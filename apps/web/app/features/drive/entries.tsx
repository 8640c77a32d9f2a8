import type { DriveEntry } from "@kakehashi/contract/drive";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { DriveAction } from "./actions.ts";
import { createDropTargetProps, type DropHandlers, startDrag } from "./dragged.ts";
import styles from "./entries.module.css";
import { EntryRow } from "./entry-row.tsx";
import type { EntrySelection } from "./selection.ts";

export interface EntriesProps {
  entries: readonly DriveEntry[];
  selection: EntrySelection;
  isGrid: boolean;
  isTrash: boolean;
  /** Whether the listed files and folders are the results of a search, from several folders. */
  isSearchResult: boolean;
  /** The id of the file or folder whose name is being changed. Null for none. */
  renamingEntryId: string | null;
  onRenameEnd: () => void;
  onAction: (action: DriveAction, entries: readonly DriveEntry[]) => void;
  dropHandlers: DropHandlers;
}

/**
 * When the list gets the keyboard focus by Tab, moves the focus to the file or folder with `tabIndex` 0. Does nothing
 * after a mouse press.
 */
export function moveFocusToEntry(list: HTMLElement): void {
  if (!list.matches(":focus-visible")) return;
  list.querySelector<HTMLElement>('[data-entry][tabindex="0"]')?.focus({ preventScroll: true });
}

/** The files and folders in a folder, as a list or as cards side by side. Arrow keys move the focus between them. */
export function DriveEntries(props: EntriesProps) {
  const { entries, selection, isGrid, isTrash, onAction, dropHandlers } = props;
  const { t } = useTranslation("drive");
  const gridRef = useRef<HTMLDivElement>(null);
  const { renamingEntryId: renamedId } = props;
  const findRow = (id: string | null) =>
    id === null ? null : gridRef.current?.querySelector<HTMLElement>(`[data-entry="${id}"]`);

  // When the name field in a row closes, the row gets the keyboard focus.
  const previousRenamedId = useRef(renamedId);
  useEffect(() => {
    const renamedIdBefore = previousRenamedId.current;
    previousRenamedId.current = renamedId;
    if (renamedIdBefore === null || renamedId !== null) return;
    gridRef.current?.querySelector<HTMLElement>(`[data-entry="${renamedIdBefore}"]`)?.focus();
  }, [renamedId]);

  useEffect(() => {
    const list = gridRef.current?.parentElement;
    if (list && document.activeElement === list) moveFocusToEntry(list);
  }, []);

  const selectedEntries = entries.filter(({ id }) => selection.ids.has(id));
  const getTargetEntries = () =>
    selectedEntries.length > 0 ? selectedEntries : entries.filter(({ id }) => id === selection.focusedId);

  /** Returns the number of cards in a row of the grid. */
  function countColumns(): number {
    const rows = [...(gridRef.current?.querySelectorAll<HTMLElement>("[data-entry]") ?? [])];
    const firstRowTop = rows[0]?.offsetTop;
    return Math.max(1, rows.filter((row) => row.offsetTop === firstRowTop).length);
  }

  function moveSelectionBy(entryCount: number, isExtending: boolean): void {
    const index = entries.findIndex(({ id }) => id === selection.focusedId);
    const nextEntry = entries[Math.min(entries.length - 1, Math.max(0, index + entryCount))];
    if (!nextEntry) return;
    if (isExtending) selection.selectUpTo(nextEntry.id);
    else selection.focus(nextEntry.id);
    findRow(nextEntry.id)?.focus();
  }

  /** Runs the keyboard shortcut for the selected files. Returns false if the key is no shortcut. */
  function runKeyboardShortcut({ key, shiftKey }: KeyboardEvent): boolean {
    const distance = entriesPerArrowKey(key);
    const action = actionForKey(key);
    if (distance !== undefined) moveSelectionBy(distance, shiftKey);
    else if (action) onAction(action, getTargetEntries());
    else if (key === " " && selection.focusedId !== null) selection.toggle(selection.focusedId);
    else return false;
    return true;
  }

  /**
   * Returns by how many files an arrow key, Home or End moves the selection. A negative number moves towards the first
   * file. Undefined for any other key.
   */
  function entriesPerArrowKey(key: string): number | undefined {
    const cardsPerRow = isGrid ? countColumns() : 1;
    if (key === "ArrowDown") return cardsPerRow;
    if (key === "ArrowUp") return -cardsPerRow;
    if (key === "Home") return -entries.length;
    if (key === "End") return entries.length;
    if (!isGrid) return undefined;
    if (key === "ArrowRight") return 1;
    return key === "ArrowLeft" ? -1 : undefined;
  }

  function actionForKey(key: string): DriveAction | undefined {
    if (key === "Enter") return "open";
    if (key === "F2") return isTrash ? undefined : "rename";
    return key === "Delete" ? (isTrash ? "delete" : "trash") : undefined;
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: it is a list whose rows are chosen, not a table of values
    <div
      ref={gridRef}
      role="grid"
      tabIndex={-1}
      aria-multiselectable
      aria-label={t("entries")}
      className={isGrid ? styles.cards : styles.rows}
      onKeyDown={(event) => {
        if (!(event.target as Element).matches("[data-entry]")) return;
        if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          return selection.selectAll();
        }
        if (event.key === "Escape" && selection.ids.size > 0) {
          event.preventDefault();
          event.stopPropagation();
          return selection.clear();
        }
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (runKeyboardShortcut(event)) event.preventDefault();
      }}
    >
      {entries.map((entry) => (
        <EntryRow
          key={entry.id}
          entry={entry}
          chosen={selection.ids.has(entry.id) ? selectedEntries : [entry]}
          isCard={isGrid}
          showsFolder={props.isSearchResult}
          isTrash={isTrash}
          isSelected={selection.ids.has(entry.id)}
          isFocusable={selection.focusedId === entry.id}
          isRenamed={renamedId === entry.id}
          onRenamed={props.onRenameEnd}
          onToggle={() => selection.toggle(entry.id)}
          onFocus={() => selection.focus(entry.id)}
          onPress={(event: MouseEvent) => {
            if (event.shiftKey) selection.selectUpTo(entry.id);
            else if (event.ctrlKey || event.metaKey) selection.toggle(entry.id);
            else selection.selectOnly(entry.id);
          }}
          onAction={onAction}
          onDragStart={(event) =>
            startDrag(event, selection.ids.has(entry.id) ? [...selection.ids] : [entry.id])
          }
          {...(!entry.file && !isTrash && { drop: createDropTargetProps(entry, dropHandlers) })}
        />
      ))}
    </div>
  );
}
