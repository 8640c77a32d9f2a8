import type { Conversation } from "@kakehashi/contract/conversations";
import { IconBellOff, IconPinFilled } from "@tabler/icons-react";
import { type ComponentType, createContext, memo, use } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { StableLink } from "../../kit/stable-link.tsx";
import { CountBadge, MentionCountBadge } from "../../kit/ui/badge.tsx";
import { ErrorBoundary } from "../../kit/ui/boundary.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useReader } from "../auth/reader.ts";
import { PersonName, useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import { usePerson } from "../profiles/people.ts";
import { translateMessageForReader } from "./in-reader-language.ts";
import { NameOnOneLine } from "./name-on-one-line.tsx";
import { ConversationPicture } from "./picture.tsx";
import { createMessagePreview } from "./preview.ts";
import styles from "./row.module.css";

interface DraftMarkTarget {
  id: string;
  /** The id of the thread to which the draft belongs. Undefined if the draft belongs to the conversation itself. */
  threadId?: string;
}

/**
 * The component that marks a row whose conversation has an unsent draft. A parent component provides it, so that this
 * feature need not import the feature with the drafts.
 */
export const DraftMarkComponentContext = createContext<ComponentType<DraftMarkTarget> | null>(null);

/**
 * Returns the row of the conversation that an event is about. The event's target may be outside the row, for example
 * the row's menu button.
 */
export const conversationRowAt = (target: EventTarget | null): HTMLElement | null =>
  (target instanceof Element && target.closest("li")?.querySelector<HTMLElement>("[data-room]")) || null;

/** A row in the list of conversations: name, time, last message and unread count. */
export const ConversationRow = memo(function ConversationRow({
  conversation,
  userId,
  isCurrent: isCurrentConversation,
}: {
  conversation: Conversation;
  userId: string;
  /** Whether the row's conversation is the open one. */
  isCurrent?: boolean;
}) {
  const { t } = useTranslation(["conversations", "common"]);
  const format = useFormat();
  const DraftMark = use(DraftMarkComponentContext);
  const { last_message, unread_count, mention_count, muted, partner } = conversation;
  const needsAttention = !muted || mention_count > 0;
  return (
    <StableLink
      to={`/chat/${conversation.id}`}
      current={isCurrentConversation}
      className={styles.row}
      data-room={conversation.id}
      data-unread={(needsAttention && unread_count > 0) || undefined}
    >
      <ConversationPicture conversation={conversation} />
      <span className={styles.textColumn}>
        <span className={styles.firstLine}>
          <span className={styles.name}>
            {partner ? <PersonName person={partner} /> : <NameOnOneLine conversation={conversation} />}
          </span>
          {DraftMark && <DraftMark id={conversation.id} />}
          {conversation.pinned && (
            <IconPinFilled className={styles.mutedIcon} size={13} role="img" aria-label={t("pinned")} />
          )}
          {muted && (
            <IconBellOff
              className={styles.mutedIcon}
              size={14}
              stroke={1.8}
              role="img"
              aria-label={t("muted")}
            />
          )}
          {last_message && (
            <time className={styles.time} dateTime={last_message.created_at}>
              {format.timeOrDay(last_message.created_at)}
            </time>
          )}
        </span>
        <span className={styles.secondLine}>
          <ErrorBoundary resetKey={last_message} fallback={() => <span className={styles.preview} />}>
            <LastMessagePreview conversation={conversation} userId={userId} />
          </ErrorBoundary>
          <MentionCountBadge value={mention_count} label={t("mentions", { count: mention_count })} />
          <CountBadge value={unread_count} label={t("unread", { count: unread_count })} isQuiet={muted} />
        </span>
      </span>
    </StableLink>
  );
});

function LastMessagePreview({ conversation, userId }: { conversation: Conversation; userId: string }) {
  const { t } = useTranslation("conversations");
  const { last_message: lastMessage, kind } = conversation;
  const reader = useReader();
  if (!lastMessage)
    return <span className={styles.preview}>{kind === "MY_CHAT" ? t("myChatNote") : t("noMessages")}</span>;
  const { text: content, lang } = createMessagePreview(translateMessageForReader(lastMessage, reader), t);
  const showsAuthor = kind !== "DIRECT" && kind !== "MY_CHAT" && lastMessage.user_id !== userId;
  const text =
    lastMessage.user_id === userId && kind !== "MY_CHAT" ? t("previewOwn", { text: content }) : content;
  return (
    <span className={styles.preview} lang={lang}>
      {showsAuthor ? <TextWithAuthor userId={lastMessage.user_id} text={text} /> : text}
    </span>
  );
}

function TextWithAuthor({ userId, text }: { userId: string; text: string }) {
  const { t } = useTranslation("conversations");
  const formatPersonName = useNameInLineFormatter();
  const person = usePerson(userId);
  return person ? t("previewBy", { name: formatPersonName(person), text }) : text;
}
