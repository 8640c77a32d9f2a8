import type { LivechatFilter } from "@kakehashi/contract/bot-livechat";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useMemo } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { rowsOfPages } from "../../kit/rows-of.ts";
import { CountBadge } from "../../kit/ui/badge.tsx";
import { ItemErrorBoundary } from "../../kit/ui/boundary.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { LinkTabs } from "../../kit/ui/tabs.tsx";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import { connectedPagesQuery } from "../bots/channel-pages-query.ts";
import inbox from "../bots/inbox.module.css";
import { useConversations } from "../conversations/use-conversations.ts";
import {
  buildTalkListPath,
  countActiveFilters,
  keepOnlyState,
  showsAllChatsOfPage,
  type TalkFilter,
  talkStateFilters,
} from "./filter.ts";
import { NoConnectedPages } from "./no-pages.tsx";

import { TalkFilters } from "./talk-filters.tsx";
import { talksQuery } from "./talk-queries.ts";
import { TalkRow } from "./talk-row.tsx";

interface TalkListProps {
  filter: TalkFilter;
  openId: string | undefined;
}

/** The list of chats with people on Messenger and Zalo, with its filter. */
export function TalkList({ filter, openId: openTalkId }: TalkListProps) {
  const { t } = useTranslation(["channels", "bots"]);
  const query = useInfiniteQuery(talksQuery(filter));
  const { list: conversations } = useConversations();
  // Live events keep the unread counts of the reader's conversations up to date. So use these counts, and not those in
  // the fetched list of chats.
  const unreadById = useMemo(
    () => new Map(conversations?.map(({ id, unread_count }) => [id, unread_count])),
    [conversations],
  );
  useRenderEveryMinute();
  const meta = query.data?.pages[0]?.meta;
  const countByState: Partial<Record<LivechatFilter, number>> = {
    waiting: meta?.waiting_count ?? 0,
    mine: meta?.mine_count ?? 0,
  };
  const rows = { ...query, data: query.data && rowsOfPages(query.data) };
  return (
    <>
      <LinkTabs
        label={t("bots:chats")}
        tabs={talkStateFilters.map((state) => ({
          address: buildTalkListPath({ ...filter, state }, openTalkId),
          label: t(`bots:chats_${state}`),
          isCurrent: state === filter.state,
          badge: <CountBadge value={countByState[state] ?? 0} label={String(countByState[state] ?? 0)} />,
        }))}
      />
      <TalkFilters filter={filter} openTalkId={openTalkId} />
      <div className={inbox.scroll}>
        <LoadedContent query={rows} rows={6} emptyState={<EmptyTalkList filter={filter} />}>
          {(talks) => (
            <div aria-busy={query.isPlaceholderData}>
              <ul className={inbox.talks} onKeyDown={moveFocus}>
                {talks.map((talk) => (
                  <li key={talk.conversation_id}>
                    <ItemErrorBoundary resetKey={talk}>
                      <TalkRow
                        talk={talk}
                        unreadCount={unreadById.get(talk.conversation_id) ?? talk.unread_count}
                        address={buildTalkListPath(filter, talk.conversation_id)}
                        isOpen={talk.conversation_id === openTalkId}
                      />
                    </ItemErrorBoundary>
                  </li>
                ))}
              </ul>
              <LoadMoreButton query={query} />
              {meta?.is_cut && <p className={inbox.note}>{t("searchCut")}</p>}
              {filter.state === "all" && !query.hasNextPage && (
                <p className={inbox.note}>{t("botAnswers", { visits: t("bots:tab_sessions") })}</p>
              )}
            </div>
          )}
        </LoadedContent>
      </div>
    </>
  );
}

/** The arrow keys move the focus from row to row, in addition to the Tab key. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const indexChange = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (indexChange === 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>("li > a")];
  const index = links.findIndex((link) => link.contains(document.activeElement));
  const nextLink = links[index + indexChange];
  if (index < 0 || !nextLink) return;
  event.preventDefault();
  nextLink.focus();
}

/** Says why the list of chats is empty. */
export function EmptyTalkList({ filter }: { filter: TalkFilter }) {
  const { t } = useTranslation(["channels", "bots"]);
  const navigate = useNavigate();
  const { data } = useQuery(connectedPagesQuery);
  const visits = t("bots:tab_sessions");
  const clearFilterButton = (
    <Button onClick={() => void navigate(buildTalkListPath(keepOnlyState(filter)), { replace: true })}>
      {t("clearFilter")}
    </Button>
  );
  if (filter.state === "all" && showsAllChatsOfPage(filter))
    return (
      <EmptyState title={t("allEmpty")} text={t("allEmptyText", { visits })} action={clearFilterButton} />
    );
  if (countActiveFilters(filter) > 0 || filter.search !== "")
    return <EmptyState title={t("noneFits")} text={t("noneFitsText")} action={clearFilterButton} />;
  if (data?.pages.length === 0) return <NoConnectedPages title={t("noPages")} text={t("noPagesText")} />;
  return <EmptyState title={t(`${filter.state}Empty`)} text={t(`${filter.state}EmptyText`, { visits })} />;
}
