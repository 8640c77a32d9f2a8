import type { DriveEntry } from "@kakehashi/contract/drive";
import { isLanguage } from "@kakehashi/contract/languages";
import { useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { DropHandlers } from "./dragged.ts";
import { uploadToDrive } from "./uploads.ts";

interface DropOptions {
  readonly userId: string;
  /** The id of the folder that the page shows. Null for the top folder. */
  readonly folderId: string | null;
  /** Moves files and folders into the folder with the id `target`. */
  readonly move: (entries: readonly DriveEntry[], target: string | null, name: string) => Promise<void>;
}

/**
 * Handles what a person drops on the page: moves files and folders of the drive, and uploads files from the computer.
 * `uploadFiles` also uploads files that the person has chosen with a button. `list` contains the files and folders that
 * the page shows.
 */
export function useDrops(list: readonly DriveEntry[], { userId, folderId, move }: DropOptions) {
  const { i18n } = useTranslation("drive");
  /**
   * The id of the folder on which files were dropped; null for the top folder. Undefined if the files were not dropped
   * on a folder.
   */
  const dropFolderId = useRef<string | null>(undefined);
  const dropHandlers: DropHandlers = {
    onEntriesDropped(ids, target, name) {
      const entries = list.filter(({ id }) => ids.includes(id));
      void move(entries, target, name);
    },
    onFilesDropped(target) {
      dropFolderId.current = target;
    },
  };
  function uploadFiles(files: readonly File[]): void {
    const target = dropFolderId.current === undefined ? folderId : dropFolderId.current;
    dropFolderId.current = undefined;
    uploadToDrive(files, { userId, folderId: target }, isLanguage(i18n.language) ? i18n.language : "en");
  }

  return { dropHandlers, uploadFiles };
}
