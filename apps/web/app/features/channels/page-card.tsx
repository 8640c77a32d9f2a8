import type { ChannelPage } from "@kakehashi/contract/channel-pages";
import type { ChannelPageState, ChannelProblemCode } from "@kakehashi/contract/channel-states";
import { IconCopy } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { ItemErrorBoundary } from "../../kit/ui/boundary.tsx";
import { Button } from "../../kit/ui/button.tsx";
import field from "../../kit/ui/field.module.css";
import { useCopy } from "../../kit/ui/use-copy.ts";
import { useFormat } from "../../kit/use-format.ts";
import { connectedPagesQuery } from "../bots/channel-pages-query.ts";
import { BotSilentNote } from "./bot-silent.tsx";
import { buildTalkListPath, type TalkFilter } from "./filter.ts";
import { PageActions } from "./page-actions.tsx";
import styles from "./pages.module.css";
import { PlatformIcon } from "./platform-icon.tsx";
import { platformNames } from "./platforms.ts";

const toneOfState = {
  CONNECTED: "jade",
  PAUSED: "amber",
  BROKEN: "accent",
  DISCONNECTED: "plain",
} as const satisfies Record<ChannelPageState, string>;

/** Errors that do not go away until somebody fixes them. They are shown as urgent. */
const urgentErrors: ReadonlySet<ChannelProblemCode> = new Set(["TOKEN", "QUOTA", "REFUSED"]);

/** Errors that the bot's owner can fix by connecting the page again. */
const errorsForOwner: ReadonlySet<ChannelProblemCode> = new Set(["TOKEN", "REFUSED"]);

/** Returns a filter for all chats of one Facebook page or Zalo account except the closed ones. */
const chatFilterOfPage = (pageId: string): TalkFilter => ({
  state: "all",
  platform: null,
  pageId,
  agentId: null,
  tag: "",
  search: "",
  showsOnlyUnread: false,
});

export function PageCards({ pages }: { pages: readonly ChannelPage[] }) {
  return (
    <ul className={styles.pages}>
      {pages.map((page) => (
        <li key={page.id} className={styles.page} data-state={page.state}>
          <ItemErrorBoundary resetKey={page}>
            <PageCard page={page} />
          </ItemErrorBoundary>
        </li>
      ))}
    </ul>
  );
}

/** A card for a connected page on Messenger or Zalo, with its state, its last error and its actions. */
function PageCard({ page }: { page: ChannelPage }) {
  const { t } = useTranslation("channels");
  const { name, platform, bot, bot_answers, state, last_error, last_event_at, may_manage } = page;
  const platforms = useQuery(connectedPagesQuery).data?.platforms;
  // Whether this installation of Kakehashi is registered with the platform. Otherwise no page of that platform can be
  // connected.
  const isPlatformConfigured =
    platforms?.some((platformState) => platformState.platform === platform && platformState.is_configured) ??
    true;
  return (
    <>
      <div className={styles.head}>
        <PlatformIcon platform={platform} size={26} showsName />
        <div className={styles.names}>
          <h2>{name}</h2>
          <p>
            {platformNames[platform]} · {t("bot")}: <Link to={`/bots/${bot.id}`}>{bot.name}</Link>
          </p>
        </div>
        <Badge tone={toneOfState[state]}>{t(`pageState_${state}`)}</Badge>
      </div>
      <p className={styles.hint}>
        {/* As long as a connected page has sent no event, a hint asks the reader to test the connection. */}
        {t(state === "CONNECTED" && !last_event_at ? "pageHintFirst" : `pageHint_${state}`)}
      </p>
      {!isPlatformConfigured && may_manage && (
        <p className={styles.hint}>{t("notConfigured", { platform: platformNames[platform] })}</p>
      )}
      {!bot_answers && state !== "DISCONNECTED" && (
        <BotSilentNote bot={bot} platform={platform} mayChangeSettings={may_manage} />
      )}
      {last_error && state !== "DISCONNECTED" && <LastError page={page} error={last_error} />}
      <PageHealth page={page} />
      {state !== "DISCONNECTED" && <WebhookSettings page={page} />}
      <div className={styles.actions}>
        <Link to={buildTalkListPath(chatFilterOfPage(page.id))}>{t("chatsOfPage")}</Link>
        {may_manage && <PageActions page={page} mayConnect={isPlatformConfigured} />}
      </div>
    </>
  );
}

/** The last error of a connected page in plain words, and how to solve it. */
function LastError({ page, error }: { page: ChannelPage; error: NonNullable<ChannelPage["last_error"]> }) {
  const { t } = useTranslation("channels");
  const { timeAgo, fullDateTime } = useFormat();
  const platform = platformNames[page.platform];
  const { code, detail, at } = error;
  return (
    <div className={styles.trouble} data-urgent={urgentErrors.has(code) || undefined}>
      <p>
        <strong>{t(`reason_${code}`, { platform })}</strong>{" "}
        {errorsForOwner.has(code) && !page.may_manage ? t("helpOwner") : t(`help_${code}`, { platform })}
      </p>
      {detail && <p>{t("detail", { platform, detail })}</p>}
      <p className={styles.when}>
        <time dateTime={at} title={fullDateTime(at)}>
          {t("lastError", { ago: timeAgo(at) })}
        </time>
      </p>
    </div>
  );
}

function PageHealth({ page }: { page: ChannelPage }) {
  const { t } = useTranslation("channels");
  const { dateTime, timeAgo, fullDateTime, number } = useFormat();
  const { token_expires_at, last_event_at, queued_count, unknown_count } = page;
  return (
    <dl className={styles.facts}>
      {(page.state === "CONNECTED" || page.state === "PAUSED") && (
        <div>
          <dt>{t("tokenEnds")}</dt>
          <dd>{token_expires_at ? dateTime(token_expires_at) : t("tokenStays")}</dd>
        </div>
      )}
      <div>
        <dt>{t("lastEvent")}</dt>
        <dd>
          {last_event_at ? (
            <time dateTime={last_event_at} title={fullDateTime(last_event_at)}>
              {timeAgo(last_event_at)}
            </time>
          ) : (
            t("never")
          )}
        </dd>
      </div>
      <div>
        <dt>{t("queued")}</dt>
        <dd>{number(queued_count)}</dd>
      </div>
      {unknown_count > 0 && (
        <div>
          <dt>{t("unknown")}</dt>
          <dd>{number(unknown_count)}</dd>
        </div>
      )}
    </dl>
  );
}

function WebhookSettings({ page }: { page: ChannelPage }) {
  const { t } = useTranslation("channels");
  const copyText = useCopy();
  // If the platform has never sent an event, show the address of the webhook. Somebody may still have to enter it in
  // the platform's settings.
  return (
    <details className={styles.webhook} open={page.last_event_at === null}>
      <summary>{t("webhook")}</summary>
      <p className={styles.hint}>{t("webhookHint", { platform: platformNames[page.platform] })}</p>
      <div>
        <input
          className={field.control}
          aria-label={t("webhook")}
          readOnly
          dir="ltr"
          translate="no"
          value={page.webhook_url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button
          leftSection={<IconCopy size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => copyText(page.webhook_url, t("copied"))}
        >
          {t("copy")}
        </Button>
      </div>
    </details>
  );
}
