import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import styles from "./link-tabs.module.css";

export interface LinkTab {
  readonly address: string;
  readonly label: string;
  readonly isCurrent: boolean;
  /** Shown after the label, such as a count. */
  readonly badge?: ReactNode;
}

/** A row of links between the pages of one area. The current one is underlined. A row that is too long scrolls. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const row = useRef<HTMLElement>(null);
  const currentAddress = tabs.find(({ isCurrent }) => isCurrent)?.address;
  useEffect(() => {
    if (currentAddress === undefined) return;
    row.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [currentAddress]);
  return (
    <nav className={styles.tabs} aria-label={label} ref={row}>
      {tabs.map(({ address, label: text, isCurrent, badge }) => (
        <Link key={address} to={address} aria-current={isCurrent ? "page" : undefined}>
          {text}
          {badge}
        </Link>
      ))}
    </nav>
  );
}
