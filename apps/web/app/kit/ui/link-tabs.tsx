import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import styles from "./link-tabs.module.css";

export interface LinkTab {
  readonly address: string;
  readonly label: string;
  readonly isCurrent: boolean;
  /** Content after the tab's label, such as a count. */
  readonly badge?: ReactNode;
}

/**
 * Marks each end of a tab row at which tabs are hidden. Updates the marks when the row is scrolled or resized. The
 * returned function stops this.
 */
function markHiddenEnds(row: HTMLElement): () => void {
  const updateMarks = () => {
    const before = row.scrollLeft > 1 ? "before " : "";
    const after = row.scrollLeft + row.clientWidth < row.scrollWidth - 1 ? "after" : "";
    row.dataset.more = before + after;
  };
  updateMarks();
  const resizeObserver = new ResizeObserver(updateMarks);
  resizeObserver.observe(row);
  for (const tab of row.children) resizeObserver.observe(tab);
  row.addEventListener("scroll", updateMarks, { passive: true });
  return () => {
    resizeObserver.disconnect();
    row.removeEventListener("scroll", updateMarks);
  };
}

/**
 * A row of links to the pages of an area. The current page's link is underlined. A row that is too long can be
 * scrolled, and it fades out where links are hidden.
 */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const row = useRef<HTMLElement>(null);
  const currentAddress = tabs.find(({ isCurrent }) => isCurrent)?.address;
  useEffect(() => {
    if (currentAddress === undefined) return;
    // Scroll the current tab to the middle, so that its neighbours on both sides are visible.
    row.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [currentAddress]);
  const number = tabs.length;
  useEffect(() => (row.current && number > 0 ? markHiddenEnds(row.current) : undefined), [number]);
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
