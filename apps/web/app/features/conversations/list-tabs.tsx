import type { TFunction } from "i18next";
import type { ComponentType, KeyboardEvent } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./list-tabs.module.css";

type TranslateFunction = TFunction<"conversations">;

export interface ListTabContentProps {
  userId: string;
  /** Opens the dialog that starts a conversation. */
  openStartDialog: () => void;
}

/** A tab above the list of conversations. Other features can add tabs in `routes/workspace/chat-tabs.tsx`. */
export interface ListTab {
  readonly key: string;
  readonly name: (t: TranslateFunction) => string;
  readonly Icon: ComponentType<{ size: number; stroke: number; "aria-hidden": "true" }>;
  /** A hook that returns the number beside the tab's name, such as the number of new items. */
  readonly useCount?: () => number | undefined;
  /** Returns the text that screen readers read for the tab's number. By default the number means unread messages. */
  readonly countLabel?: (t: TranslateFunction, count: number) => string;
  /** The content below the tabs while this tab is open. */
  readonly Content?: ComponentType<ListTabContentProps>;
  /** Returns the address of the page that the tab opens. Only for a tab without `Content`. */
  readonly getAddress?: () => Promise<string>;
}

interface ListTabsProps {
  tabs: readonly ListTab[];
  /** The key of the tab that is open. */
  openTabKey: string;
  onOpen: (tab: ListTab) => void;
}

/**
 * The row of tabs above the list of conversations, with a number beside each name. Arrow keys move the focus between
 * the tabs.
 */
export function ListTabs({ tabs, openTabKey: currentTabKey, onOpen }: ListTabsProps) {
  const { t } = useTranslation("conversations");

  function moveWithArrowKeys(event: KeyboardEvent<HTMLElement>): void {
    // Ignore arrow keys that are pressed together with a modifier key, because they are browser shortcuts. Alt+Left,
    // for example, goes back.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const currentIndex = tabs.findIndex(({ key }) => `chat-tabs-${key}` === (event.target as HTMLElement).id);
    const indexChange = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const newIndex = indexChange === undefined ? { Home: 0, End: -1 }[event.key] : currentIndex + indexChange;
    const nextTab = newIndex === undefined ? undefined : tabs.at(newIndex % tabs.length);
    if (!nextTab) return;
    event.preventDefault();
    // On a tab that opens another page, arrow keys only move the focus. Otherwise the reader would leave this page
    // while moving through the tabs.
    if (!nextTab.getAddress) onOpen(nextTab);
    document.getElementById(`chat-tabs-${nextTab.key}`)?.focus();
  }
  return (
    <div
      className={styles.tabs}
      role="tablist"
      aria-orientation="vertical"
      aria-label={t("tabs")}
      onKeyDown={moveWithArrowKeys}
    >
      {tabs.map((tab) => (
        <ListTabButton key={tab.key} tab={tab} open={tab.key === currentTabKey} onOpen={() => onOpen(tab)} />
      ))}
    </div>
  );
}

const useNoCount = () => undefined;

function ListTabButton({ tab, open: isOpen, onOpen }: { tab: ListTab; open: boolean; onOpen: () => void }) {
  const { key, name, Icon, useCount = useNoCount, countLabel } = tab;
  const { t } = useTranslation("conversations");
  const count = useCount() ?? 0;
  return (
    <button
      type="button"
      role="tab"
      id={`chat-tabs-${key}`}
      aria-selected={isOpen}
      aria-controls="chat-tabs-panel"
      tabIndex={isOpen ? 0 : -1}
      className={styles.tab}
      onClick={onOpen}
    >
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      <span className={styles.name}>{name(t)}</span>
      {count > 0 && (
        <span className={styles.count}>
          <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
          <span className="visually-hidden">{countLabel?.(t, count) ?? t("unreadIn", { count })}</span>
        </span>
      )}
    </button>
  );
}
