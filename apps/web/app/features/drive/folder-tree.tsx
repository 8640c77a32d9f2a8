import { IconChevronRight, IconFolder, IconHome } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type CSSProperties, type ReactNode, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import styles from "./folder-tree.module.css";
import { subfoldersQuery } from "./queries.ts";

const iconProps = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

interface FolderChoice {
  /** The id of the chosen folder. Null for the top folder of the drive, undefined if none is chosen yet. */
  chosenId: string | null | undefined;
  onChoose: (id: string | null, name: string) => void;
  /** The ids of folders that cannot be chosen. Their subfolders cannot be chosen either. */
  excludedIds: ReadonlySet<string>;
}

interface TreeProps extends FolderChoice {
  /** Shown if the drive has no folder that can be chosen. */
  emptyNote: ReactNode;
}

/** A tree in which one folder can be chosen. Opening a folder loads its subfolders. */
export function FolderTree({ emptyNote, ...folderChoice }: TreeProps) {
  const { t } = useTranslation(["drive", "files"]);
  return (
    <fieldset className={styles.tree}>
      <legend className="visually-hidden">{t("chooseFolder")}</legend>
      <label className={styles.row}>
        <input
          type="radio"
          name="folder"
          checked={folderChoice.chosenId === null}
          onChange={() => folderChoice.onChoose(null, t("files:drive"))}
        />
        <span className={styles.name}>
          <IconHome {...iconProps} />
          <span>{t("files:drive")}</span>
        </span>
      </label>
      <FolderBranch folderId={null} level={1} emptyNote={emptyNote} {...folderChoice} />
    </fieldset>
  );
}

function FolderBranch({
  folderId,
  level,
  emptyNote,
  ...folderChoice
}: TreeProps & { folderId: string | null; level: number }) {
  const query = useInfiniteQuery(subfoldersQuery(folderId));
  return (
    <LoadedContent query={query} rows={0}>
      {(folders) => {
        const selectableFolders = folders.filter(({ id }) => !folderChoice.excludedIds.has(id));
        return (
          <>
            {selectableFolders.length === 0 && !query.hasNextPage && emptyNote}
            <ul className={styles.branch} style={{ "--level": level } as CSSProperties}>
              {selectableFolders.map(({ id, name }) => (
                <FolderNode key={id} id={id} name={name} level={level} {...folderChoice} />
              ))}
            </ul>
            <LoadMoreButton query={query} />
          </>
        );
      }}
    </LoadedContent>
  );
}

function FolderNode({
  id,
  name,
  level,
  ...folderChoice
}: FolderChoice & { id: string; name: string; level: number }) {
  const { t } = useTranslation("drive");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={t("foldersIn", { name })}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconChevronRight {...iconProps} size={16} />
        </button>
        <label className={styles.choice}>
          <input
            type="radio"
            name="folder"
            checked={folderChoice.chosenId === id}
            onChange={() => folderChoice.onChoose(id, name)}
          />
          <span className={styles.name}>
            <IconFolder {...iconProps} />
            <span>{name}</span>
          </span>
        </label>
      </div>
      {isOpen && <FolderBranch folderId={id} level={level + 1} emptyNote={null} {...folderChoice} />}
    </li>
  );
}
