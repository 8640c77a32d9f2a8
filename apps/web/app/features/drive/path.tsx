import type { DrivePathFolder } from "@kakehashi/contract/drive";
import { IconChevronRight, IconTrash } from "@tabler/icons-react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { createDropTargetProps, type DropHandlers } from "./dragged.ts";
import styles from "./drive.module.css";

interface FolderPathProps {
  /** The shown folder and its parent folders. */
  steps: readonly DrivePathFolder[];
  section: "folder" | "search" | "trash";
  drop: DropHandlers;
}

/** The path of the shown folder. Each folder in the path is a link and a drop target. */
export function FolderPath({ steps, section, drop }: FolderPathProps) {
  const { t } = useTranslation(["drive", "files"]);
  const root = { id: null, name: t("files:drive") };
  const shownFolder = steps.at(-1);
  return (
    <div className={styles.pathRow}>
      <nav className={styles.path} aria-label={t("path")}>
        <ol>
          <li {...createDropTargetProps(root, drop)}>
            <Link to="/drive" aria-current={section === "folder" && !shownFolder ? "page" : undefined}>
              {root.name}
            </Link>
          </li>
          {steps.map((pathStep) => (
            <li key={pathStep.id} {...createDropTargetProps(pathStep, drop)}>
              <IconChevronRight size={14} stroke={1.8} aria-hidden="true" />
              <Link to={`/drive/${pathStep.id}`} aria-current={pathStep === shownFolder ? "page" : undefined}>
                {pathStep.name}
              </Link>
            </li>
          ))}
          {section !== "folder" && (
            <li>
              <IconChevronRight size={14} stroke={1.8} aria-hidden="true" />
              <span aria-current="page">{t(section === "trash" ? "trash" : "found")}</span>
            </li>
          )}
        </ol>
      </nav>
      <Link
        className={styles.trashLink}
        to="/drive/trash"
        aria-current={section === "trash" ? "page" : undefined}
      >
        <IconTrash size={16} stroke={1.7} aria-hidden="true" />
        {t("trash")}
      </Link>
    </div>
  );
}
