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

/** The actions for these entries, in the order of the menu. */
export function actionsForEntries(entries: readonly DriveEntry[], isTrash: boolean): DriveAction[] {
  if (entries.length === 0) return [];
  if (isTrash) return ["restore", "delete"];
  const areFiles = entries.every(({ file }) => file !== null);
  const isOne = entries.length === 1;
  const possible: Record<DriveAction, boolean> = {
    open: isOne,
    share: areFiles,
    download: isOne && areFiles,
    rename: isOne,
    move: true,
    copy: isOne && areFiles,
    trash: true,
    restore: false,
    delete: false,
  };
  return driveActions.filter((action) => possible[action]);
}
