import {
  IconBookmark,
  IconBriefcase,
  IconFiles,
  IconLifebuoy,
  IconMessageReply,
  IconMessages,
  IconNotebook,
  IconPin,
} from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import styles from "./list-tabs.module.css";
import { useUnreadCounts } from "./unread-counts.ts";

export const listTabs = [
  "all",
  "client",
  "support",
  "pin",
  "bookmark",
  "threads",
  "files",
  "my_chat",
] as const;
export type ListTab = (typeof listTabs)[number];
/** They open another page, not a list below. */
const leadAway: readonly ListTab[] = ["files", "my_chat"];

const icons = {
  all: IconMessages,
  client: IconBriefcase,
  support: IconLifebuoy,
  pin: IconPin,
  bookmark: IconBookmark,
  threads: IconMessageReply,
  files: IconFiles,
  my_chat: IconNotebook,
} as const satisfies Record<ListTab, object>;

interface Props {
  open: ListTab;
  onOpen: (tab: ListTab) => void;
  /** What later features count. */
  unreadThreads: number;
  openMarks: number;
}

/** What the list shows, one below the other, and how much waits there. Arrow keys go through them. */
export function ListTabs({ open, onOpen, unreadThreads, openMarks }: Props) {
  const { t } = useTranslation("conversations");
  const unread = useUnreadCounts();
  const rooms = (count = 0) => ({ count, label: t("unreadIn", { count }) });
  const none = { count: 0, label: "" };
  const tabs = {
    all: { name: t("tabAll"), ...rooms(unread?.count_unread) },
    client: { name: t("tabClient"), ...rooms(unread?.count_client) },
    support: { name: t("tabSupport"), ...rooms(unread?.count_support) },
    pin: { name: t("tabPin"), ...rooms(unread?.count_pin) },
    bookmark: { name: t("tabBookmark"), count: openMarks, label: t("openMarks", { count: openMarks }) },
    threads: {
      name: t("tabThreads"),
      count: unreadThreads,
      label: t("unreadThreads", { count: unreadThreads }),
    },
    files: { name: t("tabFiles"), ...none },
    my_chat: { name: t("myChat"), ...none },
  } as const satisfies Record<ListTab, object>;

  function move(event: KeyboardEvent<HTMLElement>): void {
    // With these the keys are the browser's: Alt and an arrow go back.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const here = listTabs.findIndex((tab) => `chat-tabs-${tab}` === (event.target as HTMLElement).id);
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const to = by === undefined ? { Home: 0, End: -1 }[event.key] : here + by;
    const next = to === undefined ? undefined : listTabs.at(to % listTabs.length);
    if (!next) return;
    event.preventDefault();
    // What leads away is left to whoever presses it.
    if (!leadAway.includes(next)) onOpen(next);
    document.getElementById(`chat-tabs-${next}`)?.focus();
  }
  return (
    <div
      className={styles.tabs}
      role="tablist"
      aria-orientation="vertical"
      aria-label={t("tabs")}
      onKeyDown={move}
    >
      {listTabs.map((tab) => {
        const { name, count, label } = tabs[tab];
        const Icon = icons[tab];
        return (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`chat-tabs-${tab}`}
            aria-selected={tab === open}
            aria-controls="chat-tabs-panel"
            tabIndex={tab === open ? 0 : -1}
            className={styles.tab}
            onClick={() => onOpen(tab)}
          >
            <Icon size={16} stroke={1.6} aria-hidden="true" />
            <span className={styles.name}>{name}</span>
            {count > 0 && (
              <span className={styles.count}>
                <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
                <span className="visually-hidden">{label}</span>
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
