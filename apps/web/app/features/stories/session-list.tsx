import type { BotSessionListItem } from "@kakehashi/contract/bot-sessions";
import type { Bot } from "@kakehashi/contract/bots";
import { IconHistory } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { createDayFormat } from "../../kit/day-format.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Card, CardLink, Cards } from "../../kit/ui/cards.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import { formatPlatformName } from "../bots/platform-names.ts";
import { isDateText } from "../bots/variable-text.ts";
import styles from "./list.module.css";
import { sessionsQuery } from "./replay-queries.ts";
import { clearedSessionFilter, SessionFilters, useSessionFilter } from "./session-filters.tsx";

/** The list of the sessions of a bot's visitors. Each session can be replayed. */
export function SessionList({ bot }: { bot: Bot }) {
  const { t } = useTranslation("stories");
  const [filter, change] = useSessionFilter();
  const query = useInfiniteQuery(sessionsQuery(bot.id, filter));
  useRenderEveryMinute();
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <p className={styles.hint}>{t("sessionsHint")}</p>
      <SessionFilters bot={bot} filter={filter} change={change} />
      <LoadedContent
        query={query}
        rows={5}
        emptyState={
          isFiltered ? (
            <EmptyState
              title={t("noSessionFits")}
              text={t("noSessionFitsText")}
              action={<Button onClick={() => change(clearedSessionFilter)}>{t("clearFilter")}</Button>}
            />
          ) : (
            <EmptyState
              icon={<IconHistory size={28} stroke={1.5} aria-hidden="true" />}
              title={t("sessionsEmpty")}
              text={t("sessionsEmptyText")}
            />
          )
        }
      >
        {(sessions) => (
          <div aria-busy={query.isPlaceholderData}>
            <Cards layout="rows">
              {sessions.map((session) => (
                <SessionCard key={session.id} botId={bot.id} session={session} />
              ))}
            </Cards>
            <LoadMoreButton query={query} />
          </div>
        )}
      </LoadedContent>
    </>
  );
}

function SessionCard({ botId, session }: { botId: string; session: BotSessionListItem }) {
  const { t } = useTranslation(["stories", "common"]);
  const { t: botTexts } = useTranslation("bots");
  const { timeAgo, fullDateTime } = useFormat();
  const { id, state, story, language, platform, turn_count, last_at } = session;
  return (
    <Card>
      <span className={styles.words}>
        <span className={styles.name}>
          <CardLink to={`/bots/${botId}/sessions/${id}`}>
            {session.visitor_name ?? t("common:visitorNumber", { number: session.visitor_id.slice(-4) })}
          </CardLink>
          <Badge {...(state === "handed_over" && { tone: "amber" })}>{t(`sessionState_${state}`)}</Badge>
        </span>
        <LastVisitorMessage session={session} />
        <span className={styles.facts}>
          <time dateTime={last_at} title={fullDateTime(last_at)}>
            {timeAgo(last_at)}
          </time>
          <span>{story?.name ?? t("sessionWithoutStory")}</span>
          <span>{formatPlatformName(platform, botTexts)}</span>
          <span>{nativeLanguageNames[language]}</span>
          <span>{t("turnCount", { count: turn_count })}</span>
        </span>
      </span>
    </Card>
  );
}

/** The last message of the visitor. If it answers a question for a date, the date is shown in the reader's language. */
function LastVisitorMessage({
  session: { last_words, last_words_are_date, language },
}: {
  session: BotSessionListItem;
}) {
  const { i18n } = useTranslation();
  if (last_words === null) return null;
  if (last_words_are_date && isDateText(last_words))
    return <span className={styles.lastWords}>{createDayFormat(i18n.language, "medium")(last_words)}</span>;
  return (
    <span className={styles.lastWords} lang={language}>
      {last_words}
    </span>
  );
}
