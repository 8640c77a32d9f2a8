import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import { connectedPagesQuery } from "../bots/channel-pages-query.ts";
import { ConnectButton } from "./connect-button.tsx";
import { talkListPath } from "./filter.ts";
import { NoConnectedPages } from "./no-pages.tsx";
import { PageCards } from "./page-card.tsx";
import { filterOwnedBots, readerBotsQuery, useChannelPageUpdates } from "./page-queries.ts";
import styles from "./pages.module.css";

/**
 * A list of the Messenger pages and Zalo accounts that are connected to the reader's bots. `areaLinks` are links to the
 * neighbouring pages.
 */
export function ChannelPages({ areaLinks }: { areaLinks: ReactNode }) {
  const { t } = useTranslation("channels");
  const query = useQuery(connectedPagesQuery);
  const ownBots = filterOwnedBots(useQuery(readerBotsQuery).data);
  useChannelPageUpdates();
  useRenderEveryMinute();
  const hasPages = (query.data?.pages.length ?? 0) > 0;
  const pages = { ...query, data: query.data?.pages };
  return (
    <Page
      title={t("pages")}
      width="wide"
      backLink={{ to: talkListPath, label: t("toChats") }}
      tools={areaLinks}
      actions={hasPages && ownBots.length > 0 && <ConnectButton bots={ownBots} />}
    >
      <LoadedContent
        query={pages}
        rows={4}
        emptyState={<NoConnectedPages title={t("pagesEmpty")} text={t("pagesEmptyText")} />}
      >
        {(shown) => (
          <>
            <p className={styles.intro}>{t("pagesHint")}</p>
            <PageCards pages={shown} />
          </>
        )}
      </LoadedContent>
    </Page>
  );
}
