import { useEffect, useRef, useState } from "react";

/** The ids of the selected files and folders, and the id of the one with the keyboard focus. */
export interface EntrySelection {
  readonly ids: ReadonlySet<string>;
  readonly focusedId: string | null;
  /** Selects this file or folder and deselects all others. */
  readonly selectOnly: (id: string) => void;
  readonly toggle: (id: string) => void;
  /** Selects all files from the last chosen one to this one, as a click with Shift does. */
  readonly selectUpTo: (id: string) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
  readonly focus: (id: string) => void;
}

/**
 * The selection in a list of files and folders. A file that disappears from the list is deselected. After a step back
 * to the parent folder, the folder that the reader came from has the focus.
 */
export function useSelection(
  listedIds: readonly string[],
  resetKey: string,
  folderId: string | null,
): EntrySelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const lastFolderId = useRef<string | null>(null);
  const [rangeStartId, setRangeStartId] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder begins without a selection
  useEffect(() => {
    setIds(new Set());
    setFocusedId(lastFolderId.current);
    setRangeStartId(null);
    lastFolderId.current = folderId;
  }, [resetKey]);
  const selectedIds = new Set(listedIds.filter((id) => ids.has(id)));
  const selectIds = (chosenIds: Iterable<string>, from: string | null) => {
    setIds(new Set(chosenIds));
    setRangeStartId(from);
  };
  return {
    ids: selectedIds,
    focusedId: focusedId !== null && listedIds.includes(focusedId) ? focusedId : (listedIds[0] ?? null),
    selectOnly(id) {
      selectIds([id], id);
      setFocusedId(id);
    },
    toggle(id) {
      const remainingIds = [...selectedIds].filter((selectedId) => selectedId !== id);
      selectIds(selectedIds.has(id) ? remainingIds : [...selectedIds, id], id);
      setFocusedId(id);
    },
    selectUpTo(id) {
      const from = rangeStartId === null ? 0 : Math.max(0, listedIds.indexOf(rangeStartId));
      const to = listedIds.indexOf(id);
      setIds(new Set(listedIds.slice(Math.min(from, to), Math.max(from, to) + 1)));
      setRangeStartId(listedIds[from] ?? null);
      setFocusedId(id);
    },
    selectAll: () => selectIds(listedIds, listedIds[0] ?? null),
    clear: () => selectIds([], null),
    focus: setFocusedId,
  };
}
