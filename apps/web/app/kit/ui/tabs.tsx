import type { KeyboardEvent } from "react";
import { Count } from "./badge.tsx";
import { type Opening, opener } from "./opener.tsx";
import { useScrollingRow } from "./scrolling-row.ts";
import styles from "./tabs.module.css";
import { type TabListProps, TabsButton } from "./tabs-button.tsx";

interface Props<T extends string> extends TabListProps<T> {
  /** Names the panel that they change: `${id}-panel`. */
  id: string;
}

// The row itself leads to all of them: its menu comes when it is first asked for.
const TabsMenu = opener(
  async () => (await import("./tabs-menu.tsx")).TabsMenu,
  ({ label, onPointerEnter, onClick }: TabListProps<string> & Opening) => (
    <TabsButton label={label} aria-expanded={false} onPointerEnter={onPointerEnter} onClick={onClick} />
  ),
);

/** A row of tabs; where not all are in sight, a menu beside it names them. Arrow keys go through them. */
export function Tabs<T extends string>({ id, label, tabs, open, onOpen }: Props<T>) {
  const { ref, className, long } = useScrollingRow<HTMLDivElement>(open);

  function choose(wanted: string): void {
    const tab = tabs.find(({ key }) => key === wanted);
    if (tab) onOpen(tab.key);
  }
  function move(event: KeyboardEvent<HTMLElement>): void {
    // With these the keys are the browser's: Alt and an arrow go back.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const here = tabs.findIndex(({ key }) => key === (event.target as HTMLElement).dataset.tab);
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    // What leads away is left to whoever presses it.
    if (!next.leadsAway) onOpen(next.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  }
  return (
    <div className={styles.bar}>
      <div
        ref={ref}
        className={`${className} ${styles.tabs}`}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
      >
        {tabs.map(({ key, label: text, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            data-tab={key}
            data-calls={(count && count.value > 0) || undefined}
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
      {long && <TabsMenu label={label} tabs={tabs} open={open} onOpen={choose} />}
    </div>
  );
}
