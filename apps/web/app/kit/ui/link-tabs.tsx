import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./link-tabs.module.css";

export interface LinkTab {
  readonly address: string;
  readonly label: string;
  readonly isCurrent: boolean;
  /** Shown after the label, such as a count. */
  readonly badge?: ReactNode;
}

/** A row of links between the pages of one area. The current one is underlined. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ address, label: text, isCurrent, badge }) => (
        <Link key={address} to={address} aria-current={isCurrent ? "page" : undefined}>
          {text}
          {badge}
        </Link>
      ))}
    </nav>
  );
}
