import {
  IconCopy,
  IconDownload,
  IconEye,
  IconFolderSymlink,
  IconPencil,
  IconRestore,
  IconSend,
  IconTrash,
  IconTrashX,
} from "@tabler/icons-react";
import type { DriveAction } from "./actions.ts";

export const actionIcons = {
  open: IconEye,
  share: IconSend,
  download: IconDownload,
  rename: IconPencil,
  move: IconFolderSymlink,
  copy: IconCopy,
  trash: IconTrash,
  restore: IconRestore,
  delete: IconTrashX,
} as const satisfies Record<DriveAction, unknown>;

/** The text key of the label of each action on a file or folder. */
export const actionTextKeys = {
  open: "open",
  share: "share",
  download: "download",
  rename: "rename",
  move: "move",
  copy: "copy",
  trash: "toTrash",
  restore: "restore",
  delete: "deleteForGood",
} as const satisfies Record<DriveAction, string>;
