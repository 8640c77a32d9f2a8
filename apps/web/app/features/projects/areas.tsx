import { Link, useLocation } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./areas.module.css";

const projectTabs = [
  ["/projects", "projects"],
  ["/teams", "teams"],
  ["/codes", "codes"],
  ["/bots", "bots"],
  ["/schat", "outside"],
] as const;

/** Tabs that link to the projects, teams, code snippets, bots, and chats on Messenger and Zalo. */
export function WorkspaceAreaTabs() {
  const { t } = useTranslation("workspace");
  const { pathname } = useLocation();
  return (
    <nav className={styles.areas} aria-label={t("projects")}>
      {projectTabs.map(([to, name]) => (
        <Link key={to} to={to} aria-current={pathname.startsWith(to) ? "page" : undefined}>
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}
