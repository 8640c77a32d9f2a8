import { IconBriefcase, IconLifebuoy, IconMessages, IconNotebook, IconPin } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import styles from "./list-pane.module.css";
import type { ListTab, ListTabContentProps } from "./list-tabs.tsx";
import { ConversationRow } from "./row.tsx";
import { openMyChat } from "./start.ts";
import { useAttentionCount, useUnreadConversationCounts } from "./unread-conversation-counts.ts";
import { useConversations, useConversationsOfType } from "./use-conversations.ts";

const emptyTextKeys = {
  CLIENT: ["emptyClient", "emptyClientText"],
  SUPPORT: ["emptySupport", "emptySupportText"],
  PIN: ["emptyPin", "emptyPinText"],
} as const;

/** The list of all conversations of one type, such as groups. Live events keep it up to date. */
function RoomListOfType({ type, userId }: { type: keyof typeof emptyTextKeys; userId: string }) {
  const { t } = useTranslation("conversations");
  const [title, text] = emptyTextKeys[type];
  return (
    <RoomRows
      query={useConversationsOfType(type)}
      userId={userId}
      empty={<EmptyState icon={<IconMessages size={24} stroke={1.6} />} title={t(title)} text={t(text)} />}
    />
  );
}

function RoomList({ userId, openStartDialog }: ListTabContentProps) {
  const { t } = useTranslation("conversations");
  const emptyState = (
    <EmptyState
      icon={<IconMessages size={24} stroke={1.6} />}
      title={t("emptyTitle")}
      text={t("emptyText")}
      action={
        <Button kind="primary" onClick={openStartDialog}>
          {t("start")}
        </Button>
      }
    />
  );
  return <RoomRows query={useConversations()} userId={userId} empty={emptyState} />;
}

interface RoomRowsProps {
  query: ReturnType<typeof useConversations>;
  userId: string;
  empty: ReactNode;
}

function RoomRows({ query, userId, empty }: RoomRowsProps) {
  const openId = useParams().conversationId?.toLowerCase();
  return (
    <LoadedContent query={{ ...query, data: query.list }} rows={8} emptyState={empty}>
      {(list) => (
        <>
          <ul className={styles.list}>
            {list.map((conversation) => (
              <li key={conversation.id}>
                <ConversationRow
                  conversation={conversation}
                  userId={userId}
                  isCurrent={conversation.id === openId}
                />
              </li>
            ))}
          </ul>
          <LoadMoreButton query={query} />
        </>
      )}
    </LoadedContent>
  );
}

export const conversationListTabs: readonly ListTab[] = [
  {
    key: "all",
    name: (t) => t("tabAll"),
    Icon: IconMessages,
    useCount: useAttentionCount,
    Content: RoomList,
  },
  {
    key: "client",
    name: (t) => t("tabClient"),
    Icon: IconBriefcase,
    useCount: () => useUnreadConversationCounts()?.count_client,
    Content: ({ userId }) => <RoomListOfType type="CLIENT" userId={userId} />,
  },
  {
    key: "support",
    name: (t) => t("tabSupport"),
    Icon: IconLifebuoy,
    useCount: () => useUnreadConversationCounts()?.count_support,
    Content: ({ userId }) => <RoomListOfType type="SUPPORT" userId={userId} />,
  },
  {
    key: "pin",
    name: (t) => t("tabPin"),
    Icon: IconPin,
    useCount: () => useUnreadConversationCounts()?.count_pin,
    Content: ({ userId }) => <RoomListOfType type="PIN" userId={userId} />,
  },
];

export const myChatTab: ListTab = {
  key: "my_chat",
  name: (t) => t("myChat"),
  Icon: IconNotebook,
  getAddress: async () => `/chat/${(await openMyChat()).id}`,
};
