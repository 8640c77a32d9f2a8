import type { Livechat, LivechatFilter } from "@kakehashi/contract/bot-livechat";
import { IconChartBar } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { CountBadge } from "../../kit/ui/badge.tsx";
import { ItemErrorBoundary } from "../../kit/ui/boundary.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { LinkTabs } from "../../kit/ui/tabs.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useNameInLineFormatter, useVisitorNameFormatter } from "../profiles/name-in-other-script.tsx";
import inbox from "./inbox.module.css";
import styles from "./livechat.module.css";
import { livechatsQuery } from "./livechat-queries.ts";
import { TalkPreview } from "./talk-preview.tsx";

const livechatFilters = [
  "waiting",
  "mine",
  "all",
  "snoozed",
  "closed",
] as const satisfies readonly LivechatFilter[];

export const parseLivechatFilter = (value: string | null): LivechatFilter =>
  livechatFilters.find((filter) => filter === value) ?? "waiting";

/** Returns the address of a bot's inbox. With `conversationId`, the chat of this conversation is open. */
export const buildInboxPath = (botId: string, filter: LivechatFilter, conversationId = "") =>
  `/bots/${botId}/livechat${conversationId && `/${conversationId}`}${filter === "waiting" ? "" : `?state=${filter}`}`;

interface LivechatListProps {
  botId: string;
  filter: LivechatFilter;
  openId: string | undefined;
}

/** A list of the chats with a bot's visitors, filtered by `filter`. */
export function LivechatList({ botId, filter, openId }: LivechatListProps) {
  const { t } = useTranslation("bots");
  const query = useInfiniteQuery(livechatsQuery(botId, filter));
  const meta = query.data?.pages[0]?.meta;
  const counts = {
    waiting: meta?.waiting_count ?? 0,
    mine: meta?.mine_count ?? 0,
    all: 0,
    snoozed: 0,
    closed: 0,
  };
  const emptyState = <EmptyState title={t(`chats_${filter}Empty`)} text={t(`chats_${filter}EmptyText`)} />;
  const rows = { ...query, data: query.data?.pages.flatMap(({ data }) => data) };
  return (
    <>
      <LinkTabs
        label={t("chats")}
        tabs={livechatFilters.map((tabFilter) => ({
          address: buildInboxPath(botId, tabFilter, openId),
          label: t(`chats_${tabFilter}`),
          isCurrent: tabFilter === filter,
          badge: <CountBadge value={counts[tabFilter]} label={String(counts[tabFilter])} />,
        }))}
      />
      <div className={inbox.scroll}>
        <LoadedContent query={rows} rows={5} emptyState={emptyState}>
          {(talks) => (
            <>
              <ul className={inbox.talks}>
                {talks.map((talk) => (
                  <li key={talk.conversation_id}>
                    <ItemErrorBoundary resetKey={talk}>
                      <TalkLink
                        talk={talk}
                        address={buildInboxPath(botId, filter, talk.conversation_id)}
                        isOpen={talk.conversation_id === openId}
                      />
                    </ItemErrorBoundary>
                  </li>
                ))}
              </ul>
              <LoadMoreButton query={query} />
            </>
          )}
        </LoadedContent>
      </div>
      <Link className={styles.figuresLink} to={buildInboxPath(botId, filter, "figures")}>
        <IconChartBar size={18} stroke={1.6} aria-hidden="true" />
        {t("chatFigures")}
      </Link>
    </>
  );
}

function TalkLink({ talk, address, isOpen }: { talk: Livechat; address: string; isOpen: boolean }) {
  const { timeAgo } = useFormat();
  const shownName = useVisitorNameFormatter();
  const { visitor, last_message, changed_at } = talk;
  return (
    <Link className={styles.talk} to={address} aria-current={isOpen ? "page" : undefined}>
      <span className={styles.talkHead}>
        <strong>{shownName(visitor.name)}</strong>
        <time dateTime={changed_at}>{timeAgo(last_message?.created_at ?? changed_at)}</time>
      </span>
      {last_message && (
        <TalkPreview message={last_message} visitorId={visitor.id} className={styles.excerpt} />
      )}
      <TalkStateText talk={talk} />
    </Link>
  );
}

type TalkStateFields = Pick<
  Livechat,
  "state" | "agent" | "waiting_since" | "is_with_bot" | "is_snoozed" | "snoozed_until" | "rating"
>;

/** Shows the state of a chat: who answers it, how long the visitor has been waiting, or when its snooze ends. */
export function TalkStateText({ talk }: { talk: TalkStateFields }) {
  const { t } = useTranslation("bots");
  const { timeAgo, dateTime } = useFormat();
  const formatNameInLine = useNameInLineFormatter();
  const { state, agent, waiting_since, is_with_bot, is_snoozed, snoozed_until, rating } = talk;
  const agentText =
    state === "WAITING"
      ? t("chatWaits", { ago: timeAgo(waiting_since) })
      : state === "OPEN" && agent
        ? t("chatWith", { name: formatNameInLine(agent) })
        : t(is_with_bot ? "chatWithBot" : "chatClosed");
  const snoozedText = snoozed_until
    ? t("chatSnoozedUntil", { time: dateTime(snoozed_until) })
    : t("chatSnoozed");
  const ratingText = rating && t("chatRated", { rating: rating.rating });
  const stateText = [agentText, is_snoozed && snoozedText, state === "CLOSED" && ratingText]
    .filter(Boolean)
    .join(" · ");
  return (
    <span className={styles.state} data-state={state}>
      {stateText}
    </span>
  );
}
