import { canDoWithBot } from "@kakehashi/contract/bot-permissions";
import type { Bot } from "@kakehashi/contract/bots";
import { IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import { connectedPagesQuery } from "../bots/channel-pages-query.ts";
import { ConnectButton } from "./connect-button.tsx";
import { channelPagesPath, talkListPath } from "./filter.ts";
import { PageCards } from "./page-card.tsx";
import { useChannelPageUpdates } from "./page-queries.ts";
import styles from "./pages.module.css";

/** The tab of a bot that lists the Messenger pages and Zalo accounts connected to it. */
export function BotChannels({ bot }: { bot: Bot }) {
  const { t } = useTranslation("channels");
  const query = useQuery(connectedPagesQuery);
  useChannelPageUpdates();
  useRenderEveryMinute();
  const pages = query.data?.pages.filter((page) => page.bot.id === bot.id);
  const mayConnect = canDoWithBot(bot.part, "manage") && !bot.archived_at;
  const connectButton = mayConnect && <ConnectButton bots={[bot]} />;
  return (
    <LoadedContent
      query={{ ...query, data: pages }}
      rows={4}
      emptyState={
        <EmptyState
          icon={<IconPlugConnected size={28} stroke={1.5} aria-hidden="true" />}
          title={t("pagesEmpty")}
          text={t(mayConnect ? "pagesEmptyText" : "pagesEmptyOthers")}
          action={connectButton}
        />
      }
    >
      {(shownChannels) => (
        <>
          <div className={styles.bar}>
            <span className={styles.links}>
              <Link to={talkListPath}>{t("toChats")}</Link>
              <Link to={channelPagesPath}>{t("allPages")}</Link>
            </span>
            {connectButton}
          </div>
          <PageCards pages={shownChannels} />
        </>
      )}
    </LoadedContent>
  );
}
