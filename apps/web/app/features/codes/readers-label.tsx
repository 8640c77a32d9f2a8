import type { Snippet } from "@kakehashi/contract/codes";
import { IconBriefcase, IconLock } from "@tabler/icons-react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./parts.module.css";

const iconProps = { size: 16, stroke: 1.8, "aria-hidden": true } as const;

/** Says who can read a snippet: only its author, or everybody in its project. */
export function ReadersLabel({
  project,
  isLinked = false,
}: {
  project: Snippet["project"];
  /** Whether the name of the project is a link to it. */
  isLinked?: boolean;
}) {
  const { t } = useTranslation("codes");
  return (
    <span
      className={styles.readers}
      title={project ? t("readersProject", { project: project.name }) : undefined}
    >
      {project ? <IconBriefcase {...iconProps} /> : <IconLock {...iconProps} />}
      {project && isLinked ? (
        <Link to={`/projects/${project.id}`}>{project.name}</Link>
      ) : (
        <span>{project ? project.name : t("onlyMe")}</span>
      )}
    </span>
  );
}
