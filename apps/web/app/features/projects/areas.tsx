import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import styles from "./areas.module.css";

/** Tabs that link the projects and the teams. */
export function ProjectAreas() {
  const { t } = useTranslation("workspace");
  const { pathname } = useLocation();
  const isTeams = pathname.startsWith("/teams");
  return (
    <nav className={styles.areas} aria-label={t("projects")}>
      <Link to="/projects" aria-current={isTeams ? undefined : "page"}>
        {t("projects")}
      </Link>
      <Link to="/teams" aria-current={isTeams ? "page" : undefined}>
        {t("teams")}
      </Link>
    </nav>
  );
}
