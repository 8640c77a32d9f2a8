import type { DriveEntry } from "@kakehashi/contract/drive";
import { createFilePath } from "@kakehashi/contract/files";
import { IconFolderFilled } from "@tabler/icons-react";
import { AuthorizedImage } from "../files/authorized-image.tsx";
import { FileTypeIcon } from "../files/file-type-icon.tsx";
import styles from "./entries.module.css";

/** A thumbnail for a picture. For other files and for folders, an icon. */
export function EntryIcon({ entry, isLarge = false }: { entry: DriveEntry; isLarge?: boolean }) {
  const size = isLarge ? 40 : 22;
  if (!entry.file) return <IconFolderFilled className={styles.folderIcon} size={size} aria-hidden="true" />;
  if (entry.file.category === "image")
    return <AuthorizedImage src={createFilePath(entry.id, "small")} alt="" loading="lazy" decoding="async" />;
  return <FileTypeIcon type={entry.file.type} size={size} />;
}
