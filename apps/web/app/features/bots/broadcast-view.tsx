import type { BroadcastDetail } from "@kakehashi/contract/bot-broadcasts";
import { canDoWithBot } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { languageNames } from "../../i18n/texts.ts";
import { languageTextKeys } from "../../kit/language-keys.ts";
import { toastError } from "../../kit/toast.ts";
import { BackLink } from "../../kit/ui/back-link.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useNameInLine } from "../profiles/other-name.tsx";
import styles from "./bots.module.css";
import { BroadcastEdit } from "./broadcast-edit.tsx";
import { BroadcastBadge } from "./broadcast-list.tsx";
import { BroadcastMissing } from "./broadcast-missing.tsx";
import {
  actOnBroadcast,
  type BroadcastAction,
  broadcastQuery,
  copiedBroadcastParam,
  deleteBroadcast,
} from "./broadcast-queries.ts";
import { BroadcastResults } from "./broadcast-results.tsx";
import own from "./broadcasts.module.css";
import { languagesInOrder } from "./languages-in-order.ts";
import { platformName } from "./platform-names.ts";
import { useClockTime } from "./use-clock-time.ts";
import { useNobodyReachedSentence } from "./use-why-unreached.ts";
import { useZoneName } from "./use-zone.ts";

/** One broadcast: its progress, its content, its audience and its results. */
export function BroadcastView({ bot, id }: { bot: Bot; id: string }) {
  const { t } = useTranslation("broadcasts");
  const query = useQuery(broadcastQuery(bot.id, id));
  const isEdited = useSearchParams()[0].has("edit") && canDoWithBot(bot.part, "edit");
  const listAddress = `/bots/${bot.id}/broadcast`;
  return (
    <Loaded query={query} rows={6} missingState={<BroadcastMissing bot={bot} />}>
      {(broadcast) =>
        isEdited ? (
          <BroadcastEdit bot={bot} broadcast={broadcast} />
        ) : (
          <>
            <header className={own.head}>
              <BackLink to={listAddress} label={t("back")} />
              <div className={own.title}>
                <h2>{broadcast.name}</h2>
                <BroadcastBadge broadcast={broadcast} />
              </div>
              {canDoWithBot(bot.part, "edit") && <BroadcastActions botId={bot.id} broadcast={broadcast} />}
            </header>
            <BroadcastProgress broadcast={broadcast} />
            <BroadcastResults botId={bot.id} broadcast={broadcast} />
            <BroadcastContentView bot={bot} broadcast={broadcast} />
            <AudienceView broadcast={broadcast} />
          </>
        )
      }
    </Loaded>
  );
}

function BroadcastActions({ botId, broadcast }: { botId: string; broadcast: BroadcastDetail }) {
  const { t } = useTranslation("broadcasts");
  const { t: tBots } = useTranslation("bots");
  const navigate = useNavigate();
  const [runningAction, setRunningAction] = useState<BroadcastAction | "delete" | null>(null);
  const { id, state } = broadcast;
  async function runBroadcastAction(
    name: BroadcastAction | "delete",
    act: () => Promise<void>,
  ): Promise<void> {
    setRunningAction(name);
    try {
      await act();
    } catch (error) {
      toastError(error);
    }
    setRunningAction(null);
  }
  const button = (action: "pause" | "resume") => (
    <Button
      loading={runningAction === action}
      onClick={() => void runBroadcastAction(action, () => actOnBroadcast(botId, id, action))}
    >
      {t(action)}
    </Button>
  );
  async function cancel(): Promise<void> {
    const question = { title: t("cancelTitle"), text: t("cancelText"), action: t("cancel") };
    if (await confirm(question))
      await runBroadcastAction("cancel", () => actOnBroadcast(botId, id, "cancel"));
  }
  async function confirmAndRemove(): Promise<void> {
    const question = { title: t("deleteTitle"), text: t("deleteText"), action: t("delete"), danger: true };
    if (!(await confirm(question))) return;
    await runBroadcastAction("delete", async () => {
      await deleteBroadcast(botId, id);
      await navigate(`/bots/${botId}/broadcast`, { replace: true });
    });
  }
  const hasEnded = state === "DONE" || state === "CANCELLED";
  return (
    <span className={styles.headActions}>
      {state === "SCHEDULED" && (
        <ButtonLink target={{ page: `/bots/${botId}/broadcast/${id}?edit` }}>{t("edit")}</ButtonLink>
      )}
      {state === "SENDING" && button("pause")}
      {state === "PAUSED" && button("resume")}
      {hasEnded && (
        <ButtonLink target={{ page: `/bots/${botId}/broadcast/new?${copiedBroadcastParam}=${id}` }}>
          {tBots("duplicate")}
        </ButtonLink>
      )}
      {hasEnded ? (
        <Button loading={runningAction === "delete"} onClick={() => void confirmAndRemove()}>
          {t("delete")}
        </Button>
      ) : (
        <Button loading={runningAction === "cancel"} onClick={() => void cancel()}>
          {t("cancel")}
        </Button>
      )}
    </span>
  );
}

function BroadcastProgress({ broadcast }: { broadcast: BroadcastDetail }) {
  const { t } = useTranslation("broadcasts");
  const { number, timestamp } = useFormat();
  const zone = useZoneName();
  const formatClockTime = useClockTime();
  const nameInLine = useNameInLine();
  const nobodyReachedSentence = useNobodyReachedSentence();
  const { state, unreached, pause_reason, scheduled_at, reader_time, next_at, started_at, ended_at } =
    broadcast;
  const { planned_count, sent_count, skipped_count } = broadcast;
  const remainingCount = planned_count - sent_count - skipped_count;
  /** The parts of the progress bar, each with its count. The legend below the bar shows the same parts. */
  const progressParts = (
    [
      ["sent", sent_count],
      ["skipped", skipped_count],
      ["left", remainingCount],
    ] as const
  ).filter(([, count]) => count > 0);
  const percentOfPlanned = (count: number) => `${planned_count === 0 ? 0 : (100 * count) / planned_count}%`;
  return (
    <section className={own.progress} aria-label={t("progress")}>
      {state === "SCHEDULED" && scheduled_at && (
        <p>
          {reader_time
            ? t("scheduledClock", {
                moment: formatClockTime(reader_time.at),
                zone: zone(scheduled_at, reader_time.time_zone),
              })
            : t("scheduledFor", { moment: timestamp(scheduled_at), zone: zone(scheduled_at) })}
        </p>
      )}
      {pause_reason && <p className={own.paused}>{t(`paused_${pause_reason}`)}</p>}
      {unreached && (
        <p className={own.paused} role="status">
          {t("unreached", { why: nobodyReachedSentence(unreached) })}
        </p>
      )}
      {started_at && !unreached && (
        <>
          <div className={own.bar} aria-hidden="true">
            <span data-part="sent" style={{ width: percentOfPlanned(sent_count) }} />
            <span data-part="skipped" style={{ width: percentOfPlanned(skipped_count) }} />
          </div>
          <ul className={own.legend}>
            {progressParts.map(([part, count]) => (
              <li key={part} data-part={part}>
                {t("figureOf", { figure: t(`figure_${part}`), number: number(count) })}
              </li>
            ))}
          </ul>
          <p role="status">
            {t("sentOf", { sent: number(sent_count), count: planned_count, all: number(planned_count) })}
          </p>
          {next_at && <p>{t("nextAt", { moment: timestamp(next_at), zone: zone(next_at) })}</p>}
        </>
      )}
      <p className={styles.facts}>
        <span>
          {t("createdBy", {
            name: nameInLine(broadcast.created_by),
            moment: timestamp(broadcast.created_at),
          })}
        </span>
        {started_at && <span>{t("begunAt", { moment: timestamp(started_at) })}</span>}
        {ended_at && <span>{t("endedAt", { moment: timestamp(ended_at) })}</span>}
      </p>
    </section>
  );
}

interface BroadcastContentProps {
  bot: Pick<Bot, "languages">;
  broadcast: Pick<BroadcastDetail, "content">;
}

/** The text or the article that a broadcast sends, in each language. The bot's languages come first, in their order. */
export function BroadcastContentView({ bot, broadcast: { content } }: BroadcastContentProps) {
  const { t } = useTranslation("broadcasts");
  const writtenLanguages = languagesInOrder(bot).filter((language) =>
    [content.text[language], content.kind === "article" && content.title[language]].some(Boolean),
  );
  return (
    <section className={styles.section}>
      <h2>{t("content")}</h2>
      {content.kind === "article" && <p className={styles.hint}>{t("copyOf", { name: content.name })}</p>}
      <dl className={own.texts}>
        {writtenLanguages.map((language) => (
          <div key={language}>
            <dt>{languageNames[language]}</dt>
            <dd lang={language}>
              {content.kind === "article" && <strong>{content.title[language]}</strong>}
              {content.text[language]}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function AudienceView({ broadcast: { audience, page_name } }: { broadcast: BroadcastDetail }) {
  const { t } = useTranslation("broadcasts");
  const { t: tBots } = useTranslation("bots");
  const { t: tCommon } = useTranslation("common");
  const { platform, tag, language, seen_days, variable } = audience;
  const conditions = [
    platform !== null && t("onPlatform", { platform: platformName(platform, tBots) }),
    page_name !== null && t("ofPage", { name: page_name }),
    tag !== null && t("withTag", { tag }),
    language !== null && t("withLanguage", { language: tCommon(languageTextKeys[language]) }),
    seen_days !== null && t("seenDays", { count: seen_days }),
    variable !== null &&
      (variable.value === null
        ? t("withVariable", { name: variable.name })
        : t("withValue", { name: variable.name, value: variable.value })),
  ].filter((condition) => condition !== false);
  return (
    <section className={styles.section}>
      <h2>{t("audience")}</h2>
      <ul className={own.conditions}>
        {conditions.length === 0 && <li>{t("everybody")}</li>}
        {conditions.map((condition) => (
          <li key={condition}>{condition}</li>
        ))}
      </ul>
      <p className={styles.hint}>{t("skipHint")}</p>
    </section>
  );
}
