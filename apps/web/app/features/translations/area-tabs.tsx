import { isTranslator } from "@kakehashi/contract/known-languages";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useAccount } from "../auth/session.ts";
import styles from "./area-tabs.module.css";

const pages = ["memory", "glossary", "figures"] as const;

/** The tabs of the translators' area: links to its pages. Needs the texts of `i18n/en/translations.ts`. */
export function AreaTabs() {
  const { t } = useTranslation("translations");
  const account = useAccount();
  const { pathname } = useLocation();
  // On every other address the queue is current, also while one of its messages is open.
  const here = pages.find((page) => pathname === `/translations/${page}`) ?? "queue";
  const queue = account && isTranslator(account.role) ? (["queue"] as const) : [];
  return (
    <nav className={styles.tabs} aria-label={t("pages")}>
      {[...queue, ...pages].map((page) => (
        <Link
          key={page}
          to={page === "queue" ? "/translations" : `/translations/${page}`}
          aria-current={page === here ? "page" : undefined}
        >
          {t(`page_${page}`)}
        </Link>
      ))}
    </nav>
  );
}
