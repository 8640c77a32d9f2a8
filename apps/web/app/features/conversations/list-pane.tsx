import { IconMessages, IconPencilPlus } from "@tabler/icons-react";
import { memo, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useSteadyNavigate } from "../../kit/steady.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, FailedState, useErrorText } from "../../kit/ui/states.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import { useTab } from "../../kit/use-tab.ts";
import styles from "./list-pane.module.css";
import { useConversations, useConversationsOf } from "./queries.ts";
import { ConversationRow } from "./row.tsx";
import { openMyChat } from "./start.ts";
import { StartDialog } from "./start-dialog.tsx";

const tabs = ["all", "client", "support", "pin", "bookmark", "threads", "files", "my_chat"] as const;
type Tab = (typeof tabs)[number];

/** What the server narrows the list to, for the tabs that show conversations. */
const types = { all: "ALL", client: "CLIENT", support: "SUPPORT", pin: "PIN" } as const;

interface Props {
  userId: string;
  alone: boolean;
  /** What the tabs of later features show. */
  bookmarks: ReactNode;
  threads: ReactNode;
  unreadThreads: number;
}

/** The pane of conversations, beside the open one or `alone`. Memoised: which one is open changes two of its rows. */
export const ListPane = memo(function ListPane({ userId, alone, bookmarks, threads, unreadThreads }: Props) {
  const { t } = useTranslation("conversations");
  const textOf = useErrorText();
  const navigate = useSteadyNavigate();
  const [starting, setStarting] = useState(false);
  const [tab, openTab] = useTab("/chat", tabs, "all");

  function choose(next: Tab): void {
    if (next === "files") void navigate("/files");
    else if (next === "my_chat") {
      openMyChat().then(
        ({ id }) => navigate(`/chat/${id}`),
        (error) => toast(textOf(error), "error"),
      );
    } else openTab(next);
  }

  const labels: Record<Tab, string> = {
    all: t("tabAll"),
    client: t("tabClient"),
    support: t("tabSupport"),
    pin: t("tabPin"),
    bookmark: t("tabBookmark"),
    threads: t("tabThreads"),
    files: t("tabFiles"),
    my_chat: t("myChat"),
  };
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
      <Tabs
        id="chat-tabs"
        label={t("tabs")}
        open={tab}
        onOpen={choose}
        tabs={tabs.map((key) => ({
          key,
          label: labels[key],
          leadsAway: key === "files" || key === "my_chat",
          ...(key === "threads" && {
            count: { value: unreadThreads, label: t("unreadThreads", { count: unreadThreads }) },
          }),
        }))}
      />
      <div
        className={styles.scroll}
        id="chat-tabs-panel"
        role="tabpanel"
        aria-labelledby={`chat-tabs-${tab}`}
      >
        {tab === "bookmark" && bookmarks}
        {tab === "threads" && threads}
        {type === "ALL" && <List userId={userId} start={() => setStarting(true)} />}
        {type !== null && type !== "ALL" && <NarrowList key={type} type={type} userId={userId} />}
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
  const { t } = useTranslation(["conversations", "common"]);
  const { conversationId: openId } = useParams();
  const { list, error, refetch, isFetching, hasNextPage, fetchNextPage } = useConversationsOf(type);
  if (!list && error) return <FailedState error={error} retry={refetch} busy={isFetching} />;
  if (!list) return <SkeletonRows count={4} label={t("common:loading")} />;
  if (list.length === 0) {
    const [title, text] = emptyKeys[type];
    return <EmptyState icon={<IconMessages size={24} stroke={1.6} />} title={t(title)} text={t(text)} />;
  }
  return (
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
      {hasNextPage && (
        <div className={styles.more}>
          <Button kind="quiet" onClick={() => fetchNextPage()} loading={isFetching}>
            {t("loadMore")}
          </Button>
        </div>
      )}
    </>
  );
}

function List({ userId, start }: { userId: string; start: () => void }) {
  const { t } = useTranslation(["conversations", "common"]);
  const { list, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useConversations();
  const { conversationId: openId } = useParams();
  if (!list && error) return <FailedState error={error} retry={refetch} busy={isFetching} />;
  if (!list) return <SkeletonRows count={8} label={t("common:loading")} />;
  if (list.length === 0) {
    return (
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
  }
  return (
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
      {hasNextPage && (
        <div className={styles.more}>
          <Button kind="quiet" onClick={() => fetchNextPage()} loading={isFetchingNextPage}>
            {t("loadMore")}
          </Button>
        </div>
      )}
    </>
  );
}
