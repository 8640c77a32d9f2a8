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

/** A row of tabs that scrolls where it is narrow, and shows that it does. Arrow keys go from one to the next. */
export function Tabs<T extends string>({ id, label, tabs, open, onOpen }: Props<T>) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => (row.current ? followEdges(row.current) : undefined), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for the tab that opened
  useEffect(() => {
    const tab = row.current?.querySelector(`[aria-selected="true"]`);
    tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
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

/** Marks the sides on which more of the row lies, until the returned function is called. */
function followEdges(row: HTMLElement): () => void {
  const look = () => {
    const { scrollLeft, scrollWidth, clientWidth } = row;
    row.toggleAttribute("data-more-before", scrollLeft > 1);
    row.toggleAttribute("data-more-after", scrollLeft < scrollWidth - clientWidth - 1);
  };
  const observer = new ResizeObserver(look);
  observer.observe(row);
  for (const tab of row.children) observer.observe(tab);
  row.addEventListener("scroll", look, { passive: true });
  return () => {
    observer.disconnect();
    row.removeEventListener("scroll", look);
  };
}
