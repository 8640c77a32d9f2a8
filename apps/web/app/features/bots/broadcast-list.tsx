import type { Broadcast, BroadcastState } from "@kakehashi/contract/bot-broadcasts";
import { canDoWithBot } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import { IconSpeakerphone } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./bots.module.css";
import { broadcastsQuery } from "./broadcast-queries.ts";
import own from "./broadcasts.module.css";
import { useZonelessDateTimeFormat } from "./use-clock-time.ts";
import { useNobodyReachedSentence } from "./use-why-unreached.ts";

const toneOfState = {
  SCHEDULED: "violet",
  SENDING: "indigo",
  PAUSED: "amber",
  DONE: "jade",
  CANCELLED: "plain",
} as const satisfies Record<BroadcastState, string>;

/**
 * A badge with the state of a broadcast. If the broadcast has reached nobody, the badge does not say that it was sent.
 */
export function BroadcastBadge({
  broadcast: { state, unreached },
}: {
  broadcast: Pick<Broadcast, "state" | "unreached">;
}) {
  const { t } = useTranslation("broadcasts");
  if (unreached) return <Badge tone="amber">{t("state_unreached")}</Badge>;
  return <Badge tone={toneOfState[state]}>{t(`state_${state}`)}</Badge>;
}

export function BroadcastList({ bot }: { bot: Bot }) {
  const { t } = useTranslation("broadcasts");
  const query = useInfiniteQuery(broadcastsQuery(bot.id));
  return (
    <>
      <p className={styles.note}>
        {t(bot.platforms.some((botPlatform) => botPlatform !== "WEB") ? "hintPlatforms" : "hint")}
      </p>
      {canDoWithBot(bot.part, "edit") && (
        <div className={`${styles.tools} ${own.tools}`}>
          <ButtonLink kind="primary" target={{ page: `/bots/${bot.id}/broadcast/new` }}>
            {t("new")}
          </ButtonLink>
        </div>
      )}
      <LoadedContent
        query={query}
        rows={4}
        emptyState={
          <EmptyState
            icon={<IconSpeakerphone size={28} stroke={1.5} aria-hidden="true" />}
            title={t("emptyTitle")}
            text={t("emptyText")}
          />
        }
      >
        {(broadcasts) => (
          <>
            <ul className={own.list}>
              {broadcasts.map((broadcast) => (
                <li key={broadcast.id} className={own.row}>
                  <BroadcastRow botId={bot.id} broadcast={broadcast} />
                </li>
              ))}
            </ul>
            <LoadMoreButton query={query} />
          </>
        )}
      </LoadedContent>
    </>
  );
}

function BroadcastRow({ botId, broadcast }: { botId: string; broadcast: Broadcast }) {
  const { t } = useTranslation("broadcasts");
  const { dateTime, number } = useFormat();
  const formatClockTime = useZonelessDateTimeFormat();
  const nobodyReachedSentence = useNobodyReachedSentence();
  const { id, name, unreached, scheduled_at, reader_time, started_at, created_at } = broadcast;
  const { planned_count, sent_count } = broadcast;
  return (
    <>
      <h2 className={own.name}>
        <Link to={`/bots/${botId}/broadcast/${id}`}>{name}</Link>
      </h2>
      <p className={styles.facts}>
        <BroadcastBadge broadcast={broadcast} />
        {unreached ? (
          <span>{nobodyReachedSentence(unreached)}</span>
        ) : started_at ? (
          <span>
            {t("sentOf", { sent: number(sent_count), count: planned_count, all: number(planned_count) })}
          </span>
        ) : (
          scheduled_at && (
            <span>
              {reader_time
                ? t("beginsClock", { moment: formatClockTime(reader_time.at) })
                : t("beginsAt", { moment: dateTime(scheduled_at) })}
            </span>
          )
        )}
        {(started_at || !scheduled_at) && (
          <time dateTime={started_at ?? created_at}>{dateTime(started_at ?? created_at)}</time>
        )}
      </p>
    </>
  );
}
