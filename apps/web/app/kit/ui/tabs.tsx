import type { KeyboardEvent } from "react";
import styles from "./tabs.module.css";

export interface TabItem<T extends string> {
  readonly key: T;
  readonly label: string;
}

interface Props<T extends string> {
  /** The id of the tab row. The panel of the tabs must have the id `${id}-panel`. */
  id: string;
  label: string;
  tabs: readonly TabItem<T>[];
  open: T;
  onOpen: (tab: T) => void;
}

/** A row of tabs. Arrow keys move between them. */
export function Tabs<T extends string>({ id, label, tabs, open, onOpen }: Props<T>) {
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
  return (
    <div className={styles.bar}>
      <div className={styles.tabs} role="tablist" aria-label={label} onKeyDown={moveWithArrowKeys}>
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
