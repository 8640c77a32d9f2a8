import { IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import { ConnectDialog } from "./connect-dialog.tsx";
import { listPath } from "./filter.ts";
import { PageCards } from "./page-card.tsx";
import { ownBotsQuery, pagesQuery, useLivePages } from "./page-queries.ts";
import styles from "./pages.module.css";

/** The pages of outside platforms that are joined to the reader's bots. `areas`: the links to the neighbouring pages. */
export function ChannelPages({ areas }: { areas: ReactNode }) {
  const { t } = useTranslation("channels");
  const query = useQuery(pagesQuery);
  const bots = useQuery(ownBotsQuery);
  const [isConnecting, setConnecting] = useState(false);
  useLivePages();
  useRenderEveryMinute();
  const mayConnect = (bots.data?.length ?? 0) > 0;
  const connect = mayConnect && (
    <Button kind="primary" onClick={() => setConnecting(true)}>
      {t("connect")}
    </Button>
  );
  const hasPages = (query.data?.pages.length ?? 0) > 0;
  const pages = { ...query, data: query.data?.pages };
  return (
    <Page
      title={t("pages")}
      width="wide"
      backLink={{ to: listPath, label: t("toChats") }}
      tools={areas}
      actions={hasPages && connect}
    >
      <Loaded
        query={pages}
        rows={4}
        empty={
          <EmptyState
            icon={<IconPlugConnected size={28} stroke={1.5} aria-hidden="true" />}
            title={t("pagesEmpty")}
            text={t(bots.data && !mayConnect ? "pagesEmptyOthers" : "pagesEmptyText")}
            action={connect}
          />
        }
      >
        {(shown) => (
          <>
            <p className={styles.intro}>{t("pagesHint")}</p>
            <PageCards pages={shown} />
          </>
        )}
      </Loaded>
      {query.data && bots.data && (
        <ConnectDialog
          opened={isConnecting}
          close={() => setConnecting(false)}
          platforms={query.data.platforms}
          bots={bots.data}
        />
      )}
    </Page>
  );
}
