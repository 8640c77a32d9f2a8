import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import { pagesQuery } from "../bots/channel-pages-query.ts";
import { ConnectButton } from "./connect-button.tsx";
import { listPath } from "./filter.ts";
import { NoConnectedPages } from "./no-pages.tsx";
import { PageCards } from "./page-card.tsx";
import { botsQuery, ownedBots, useLivePages } from "./page-queries.ts";
import styles from "./pages.module.css";

/**
 * The list of the Messenger pages and Zalo accounts that are connected to the reader's bots. `areas` are the links to
 * the neighbouring pages.
 */
export function ChannelPages({ areas }: { areas: ReactNode }) {
  const { t } = useTranslation("channels");
  const query = useQuery(pagesQuery);
  const botsOfOwner = ownedBots(useQuery(botsQuery).data);
  useLivePages();
  useRenderEveryMinute();
  const hasPages = (query.data?.pages.length ?? 0) > 0;
  const pages = { ...query, data: query.data?.pages };
  return (
    <Page
      title={t("pages")}
      width="wide"
      backLink={{ to: listPath, label: t("toChats") }}
      tools={areas}
      actions={hasPages && botsOfOwner.length > 0 && <ConnectButton bots={botsOfOwner} />}
    >
      <Loaded
        query={pages}
        rows={4}
        empty={<NoConnectedPages title={t("pagesEmpty")} text={t("pagesEmptyText")} />}
      >
        {(shown) => (
          <>
            <p className={styles.intro}>{t("pagesHint")}</p>
            <PageCards pages={shown} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
