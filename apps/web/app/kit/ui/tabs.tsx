import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Link } from "react-router";
import linkStyles from "./link-tabs.module.css";
import styles from "./tabs.module.css";

/**
 * Marks each end of a row at which a part is hidden. Updates the marks when the row is scrolled or resized. The returned
 * function stops this.
 */
function markHiddenEnds(row: HTMLElement): () => void {
  const updateMarks = () => {
    const beforeMark = row.scrollLeft > 1 ? "before " : "";
    const afterMark = row.scrollLeft + row.clientWidth < row.scrollWidth - 1 ? "after" : "";
    row.dataset.more = beforeMark + afterMark;
  };
  updateMarks();
  const resizeObserver = new ResizeObserver(updateMarks);
  resizeObserver.observe(row);
  for (const item of row.children) resizeObserver.observe(item);
  row.addEventListener("scroll", updateMarks, { passive: true });
  return () => {
    resizeObserver.disconnect();
    row.removeEventListener("scroll", updateMarks);
  };
}

/** Scrolls a row sideways, so that this item is in the row's middle. Scrolls nothing around the row. */
function scrollToMiddle(row: HTMLElement, item: Element): void {
  const [rowBox, itemBox] = [row.getBoundingClientRect(), item.getBoundingClientRect()];
  row.scrollLeft += itemBox.left + itemBox.width / 2 - (rowBox.left + rowBox.width / 2);
}

/**
 * Returns a ref for a row that scrolls if it is too long (`scrolling-row.module.css`). When another item becomes the
 * current one, the row scrolls to show it in the middle, so that its neighbours on both sides are visible.
 */
function useScrollingRow<E extends HTMLElement>(options: {
  /** Identifies the current item. Undefined if there is none. */
  currentKey: string | undefined;
  /** The CSS selector of the current item. */
  currentSelector: string;
  count: number;
}): RefObject<E | null> {
  const { currentKey, currentSelector, count } = options;
  const row = useRef<E>(null);
  useEffect(() => {
    const item = currentKey !== undefined && row.current?.querySelector(currentSelector);
    if (row.current && item) scrollToMiddle(row.current, item);
  }, [currentKey, currentSelector]);
  useEffect(() => (row.current && count > 0 ? markHiddenEnds(row.current) : undefined), [count]);
  return row;
}

export interface TabItem<T extends string> {
  readonly key: T;
  readonly label: string;
}

interface TabsProps<T extends string> {
  /** The id of the tab row. The panel of the tabs must have the id `${id}-panel`. */
  id: string;
  label: string;
  tabs: readonly TabItem<T>[];
  open: T;
  onOpen: (tab: T) => void;
}

/** A row of tabs. Arrow keys move between them. On a narrow screen, a row that is too long can be scrolled. */
export function Tabs<T extends string>({ id, label, tabs, open, onOpen }: TabsProps<T>) {
  function moveWithArrowKeys(event: KeyboardEvent<HTMLElement>): void {
    // Ignore arrow keys with a modifier key, because they are browser shortcuts: Alt+Left goes back.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const currentIndex = tabs.findIndex(({ key }) => key === (event.target as HTMLElement).dataset.tab);
    const newIndex = { ArrowRight: currentIndex + 1, ArrowLeft: currentIndex - 1, Home: 0, End: -1 }[
      event.key
    ];
    const nextTab = newIndex === undefined ? undefined : tabs.at(newIndex % tabs.length);
    if (!nextTab) return;
    event.preventDefault();
    onOpen(nextTab.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${nextTab.key}"]`)?.focus();
  }
  const row = useScrollingRow<HTMLDivElement>({
    currentKey: open,
    currentSelector: "[aria-selected=true]",
    count: tabs.length,
  });
  return (
    <div className={styles.bar}>
      <div ref={row} className={styles.tabs} role="tablist" aria-label={label} onKeyDown={moveWithArrowKeys}>
        {tabs.map(({ key, label: text }) => (
          <button
            key={key}
            type="button"
            role="tab"
            data-tab={key}
            id={`${id}-${key}`}
            aria-selected={key === open}
            aria-controls={`${id}-panel`}
            tabIndex={key === open ? 0 : -1}
            className={styles.tab}
            onClick={() => onOpen(key)}
          >
            {text}
          </button>
        ))}
      </div>
    </div>
  );
}

export interface LinkTab {
  readonly address: string;
  readonly label: string;
  readonly isCurrent: boolean;
  /** Content after the tab's label, such as a count. */
  readonly badge?: ReactNode;
}

/**
 * A row of links to the pages of an area. The current page's link is underlined. A row that is too long can be
 * scrolled, and it fades out where links are hidden.
 */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const row = useScrollingRow<HTMLElement>({
    currentKey: tabs.find(({ isCurrent }) => isCurrent)?.address,
    currentSelector: "[aria-current]",
    count: tabs.length,
  });
  return (
    <nav className={linkStyles.tabs} aria-label={label} ref={row}>
      {tabs.map(({ address, label: text, isCurrent, badge }) => (
        <Link key={address} to={address} aria-current={isCurrent ? "page" : undefined}>
          {text}
          {badge}
        </Link>
      ))}
    </nav>
  );
}
