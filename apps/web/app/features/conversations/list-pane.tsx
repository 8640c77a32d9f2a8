import { IconMessages, IconPencilPlus } from "@tabler/icons-react";
import { memo, type ReactNode, Suspense, type SyntheticEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { loadTexts } from "../../i18n/browser.ts";
import { useSteadyNavigate } from "../../kit/steady.tsx";
import { stillHere } from "../../kit/still-here.ts";
import { toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Loaded, LoadMore } from "../../kit/ui/loaded.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { MissingQuietly, part } from "../../kit/ui/part.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useTab } from "../../kit/use-tab.ts";
import styles from "./list-pane.module.css";
import { type ListTab, ListTabs, listTabs } from "./list-tabs.tsx";
import { useConversations, useConversationsOf } from "./queries.ts";
import { ConversationRow, rowAt } from "./row.tsx";
import { openMyChat } from "./start.ts";
import { StartDialog } from "./start-dialog.tsx";

const RoomMenu = part(async () => {
  const [menu] = await Promise.all([import("./room-menu.tsx"), loadTexts("room")]);
  return menu.RoomMenu;
}, MissingQuietly);

/** What the server narrows the list to, for the tabs that show conversations. */
const types = { all: "ALL", client: "CLIENT", support: "SUPPORT", pin: "PIN" } as const;

interface Props {
  userId: string;
  alone: boolean;
  /** What the tabs of later features show. */
  bookmarks: ReactNode;
  threads: ReactNode;
  unreadThreads: number;
  openMarks: number;
}

/** The pane of conversations, beside the open one or `alone`. Memoised: which one is open changes two of its rows. */
export const ListPane = memo(function ListPane({
  userId,
  alone,
  bookmarks,
  threads,
  unreadThreads,
  openMarks,
}: Props) {
  const { t } = useTranslation("conversations");
  const navigate = useSteadyNavigate();
  const [starting, setStarting] = useState(false);
  const [tab, openTab] = useTab("/chat", listTabs, "all");
  /** What reached a row first, and then whatever asks for a row's menu. */
  const [asked, setAsked] = useState<{ event: Event; pane: HTMLElement } | null>(null);

  function reach({ nativeEvent: event, currentTarget: pane }: SyntheticEvent<HTMLElement>): void {
    if (!rowAt(event.target)) return;
    if (event.type === "contextmenu") event.preventDefault();
    else if (asked) return;
    setAsked({ event, pane });
  }

  function choose(next: ListTab): void {
    if (next === "files") void navigate("/files");
    else if (next === "my_chat") {
      const isHere = stillHere();
      openMyChat().then(({ id }) => {
        if (!isHere()) return;
        // In the list of all it is marked as what is open.
        openTab("all");
        void navigate(`/chat/${id}`, { replace: location.pathname === `/chat/${id}` });
      }, toastError);
    } else openTab(next);
  }

  const type = tab in types ? types[tab as keyof typeof types] : null;
  return (
    <section className={styles.pane} aria-label={t("list")}>
      <PageHeader
        level={alone ? 1 : 2}
        title={t("title")}
        actions={
          <IconButton label={t("start")} onClick={() => setStarting(true)} tooltipSide="bottom">
            <IconPencilPlus size={20} stroke={1.6} />
          </IconButton>
        }
      />
      <div className={styles.scroll}>
        <ListTabs open={tab} onOpen={choose} unreadThreads={unreadThreads} openMarks={openMarks} />
        <div
          className={styles.panel}
          id="chat-tabs-panel"
          role="tabpanel"
          aria-labelledby={`chat-tabs-${tab}`}
          onPointerOver={reach}
          onFocus={reach}
          onContextMenu={reach}
        >
          {tab === "bookmark" && bookmarks}
          {tab === "threads" && threads}
          {type === "ALL" && <List userId={userId} start={() => setStarting(true)} />}
          {type !== null && type !== "ALL" && <NarrowList key={type} type={type} userId={userId} />}
          {asked && (
            <Suspense fallback={null}>
              <RoomMenu asked={asked.event} pane={asked.pane} userId={userId} />
            </Suspense>
          )}
        </div>
      </div>
      <StartDialog opened={starting} onClose={() => setStarting(false)} />
    </section>
  );
});

const emptyKeys = {
  CLIENT: ["emptyClient", "emptyClientText"],
  SUPPORT: ["emptySupport", "emptySupportText"],
  PIN: ["emptyPin", "emptyPinText"],
} as const;

/** The conversations of one type, as current as the whole list is. */
function NarrowList({ type, userId }: { type: keyof typeof emptyKeys; userId: string }) {
  const { t } = useTranslation("conversations");
  const [title, text] = emptyKeys[type];
  return (
    <Rows
      query={useConversationsOf(type)}
      userId={userId}
      empty={<EmptyState icon={<IconMessages size={24} stroke={1.6} />} title={t(title)} text={t(text)} />}
    />
  );
}

function List({ userId, start }: { userId: string; start: () => void }) {
  const { t } = useTranslation("conversations");
  const empty = (
    <EmptyState
      icon={<IconMessages size={24} stroke={1.6} />}
      title={t("emptyTitle")}
      text={t("emptyText")}
      action={
        <Button kind="primary" onClick={start}>
          {t("start")}
        </Button>
      }
    />
  );
  return <Rows query={useConversations()} userId={userId} empty={empty} />;
}

interface RowsProps {
  query: ReturnType<typeof useConversations>;
  userId: string;
  empty: ReactNode;
}

function Rows({ query, userId, empty }: RowsProps) {
  const openId = useParams().conversationId?.toLowerCase();
  return (
    <Loaded query={{ ...query, data: query.list }} rows={8} empty={empty}>
      {(list) => (
        <>
          <ul className={styles.list}>
            {list.map((conversation) => (
              <li key={conversation.id}>
                <ConversationRow
                  conversation={conversation}
                  userId={userId}
                  current={conversation.id === openId}
                />
              </li>
            ))}
          </ul>
          <LoadMore query={query} />
        </>
      )}
    </Loaded>
  );
}
