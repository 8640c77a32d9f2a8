import type { DriveEntry } from "@kakehashi/contract/drive";

export const driveActions = [
  "open",
  "share",
  "download",
  "rename",
  "move",
  "copy",
  "trash",
  "restore",
  "delete",
] as const;
export type DriveAction = (typeof driveActions)[number];

/** Returns the actions that are possible for these files and folders, in the order of the menu. */
export function actionsForEntries(entries: readonly DriveEntry[], isTrash: boolean): DriveAction[] {
  if (entries.length === 0) return [];
  if (isTrash) return ["restore", "delete"];
  const areAllFiles = entries.every(({ file }) => file !== null);
  const isSingleEntry = entries.length === 1;
  const isPossible: Record<DriveAction, boolean> = {
    open: isSingleEntry,
    share: areAllFiles,
    download: isSingleEntry && areAllFiles,
    rename: isSingleEntry,
    move: true,
    copy: isSingleEntry && areAllFiles,
    trash: true,
    restore: false,
    delete: false,
  };
  return driveActions.filter((action) => isPossible[action]);
}
