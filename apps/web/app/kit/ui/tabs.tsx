import { type KeyboardEvent, useEffect, useRef } from "react";
import { Count } from "./badge.tsx";
import styles from "./tabs.module.css";

export interface TabItem<T extends string> {
  readonly key: T;
  readonly label: string;
  readonly count?: { readonly value: number; readonly label: string };
}

interface Props<T extends string> {
  /** Names the panel that they change: `${id}-panel`. */
  id: string;
  label: string;
  tabs: readonly TabItem<T>[];
  open: T;
  onOpen: (tab: T) => void;
}

/** A row of tabs: of several lines on a desk; on a phone it scrolls, and shows that it does. Arrow keys go through them. */
export function Tabs<T extends string>({ id, label, tabs, open, onOpen }: Props<T>) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => (row.current ? followEdges(row.current) : undefined), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for the tab that opened
  useEffect(() => {
    if (row.current) showOpen(row.current);
  }, [open]);

  function move(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const here = tabs.findIndex(({ key }) => key === open);
    const next = tabs[(here + step + tabs.length) % tabs.length];
    if (!next) return;
    onOpen(next.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  }
  return (
    <div ref={row} className={styles.tabs} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ key, label: text, count }) => (
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
          {count && <Count value={count.value} label={count.label} />}
        </button>
      ))}
    </div>
  );
}

function showOpen(row: HTMLElement): void {
  row.querySelector(`[aria-selected="true"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/**
 * Marks the sides on which more of the row lies, has the open tab in sight whenever the row gets another width, and lets
 * a wheel that turns up and down scroll it, until the returned function is called.
 */
function followEdges(row: HTMLElement): () => void {
  const look = () => {
    const { scrollLeft, scrollWidth, clientWidth } = row;
    row.toggleAttribute("data-more-before", scrollLeft > 1);
    row.toggleAttribute("data-more-after", scrollLeft < scrollWidth - clientWidth - 1);
  };
  const observer = new ResizeObserver((entries) => {
    // A row that was not shown has forgotten how far it was scrolled.
    if (entries.some(({ target }) => target === row)) showOpen(row);
    look();
  });
  const turn = (event: WheelEvent) => {
    if (event.deltaX !== 0 || event.ctrlKey) return;
    const before = row.scrollLeft;
    row.scrollLeft += event.deltaY;
    // At its end the page's turn comes.
    if (row.scrollLeft !== before) event.preventDefault();
  };
  observer.observe(row);
  for (const tab of row.children) observer.observe(tab);
  row.addEventListener("scroll", look, { passive: true });
  row.addEventListener("wheel", turn);
  return () => {
    observer.disconnect();
    row.removeEventListener("scroll", look);
    row.removeEventListener("wheel", turn);
  };
}
