import { IconDots } from "@tabler/icons-react";
import type { ComponentPropsWithRef } from "react";
import { useLocation } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./rail.module.css";
import { NavigationEntryBadge } from "./rail-count.tsx";
import { isPageOfEntry, type NavigationEntry } from "./rail-entries.tsx";

interface MoreButtonProps extends ComponentPropsWithRef<"button"> {
  entries: readonly NavigationEntry[];
}

/** The button that opens the menu with the last entries of a phone's navigation bar. It shows their counts. */
export function MoreNavigationButton({ entries, ...otherProps }: MoreButtonProps) {
  const { t } = useTranslation("common");
  const { pathname } = useLocation();
  const isCurrent = entries.some((entry) => isPageOfEntry(pathname, entry));
  return (
    <button
      {...otherProps}
      type="button"
      className={styles.item}
      aria-current={isCurrent ? "true" : undefined}
    >
      <span className={styles.icon}>
        <IconDots size={22} stroke={1.6} aria-hidden="true" />
        <span className={styles.count}>
          {entries.map((entry) => (
            <NavigationEntryBadge key={entry.to} entry={entry} />
          ))}
        </span>
      </span>
      <span className={styles.label}>{t("more")}</span>
    </button>
  );
}
