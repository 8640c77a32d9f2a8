import {
  type ChannelFigures,
  downloadChannelFigures,
  getChannelFigures,
} from "@kakehashi/contract/channel-figures";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { IconChartBar } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { connectedPagesQuery } from "../bots/channel-pages-query.ts";
import { AgentTable, HeadingLevelContext, PeriodSelect, TotalFigures } from "../bots/figure-parts.tsx";
import styles from "../bots/livechat-figures.module.css";
import { ChatPlots } from "../bots/livechat-plots.tsx";
import { useReportPeriod } from "../bots/use-figure-period.ts";
import { useReportFormats } from "../bots/use-figure-words.ts";
import { useReaderTimeZone } from "../bots/use-zone.ts";
import { FailureReasons, PageFiguresTable } from "./figure-tables.tsx";
import { parseId, talkListPath } from "./filter.ts";
import { NoConnectedPages } from "./no-pages.tsx";

import { outsidePlatformCodes, platformNames } from "./platforms.ts";

/**
 * The page with statistics of the chats on Messenger and Zalo: how many chats began, how soon agents answered and
 * closed them, and which messages could not be sent. `areaLinks` are links to the neighbouring pages.
 */
export function ChannelFiguresPage({ areaLinks }: { areaLinks: ReactNode }) {
  const { t } = useTranslation(["chatFigures", "channels"]);
  const { days, period, address, choose } = useReportPeriod(useFormat().calendarDay);
  const pageId = parseId(address.get("page"));
  const platform =
    outsidePlatformCodes.find((offeredPlatform) => offeredPlatform === address.get("platform")) ?? null;
  // Use the time zone in which this device shows times. The server may know another one, which another device has set.
  const time_zone = useReaderTimeZone();
  const figureQuery = {
    ...period,
    time_zone,
    ...(pageId && { page_id: pageId }),
    ...(platform && { platform }),
  };
  const query = useQuery({
    queryKey: ["outside figures", figureQuery],
    queryFn: async ({ signal }) => (await call(getChannelFigures, { query: figureQuery, signal })).data,
    placeholderData: keepPreviousData,
  });
  const file = `/api${downloadChannelFigures.path}?${new URLSearchParams(figureQuery)}`;
  const pageMissingState = (
    <EmptyState
      title={t("pageMissing")}
      text={t("pageMissingText")}
      action={<Button onClick={() => choose({ page: "" })}>{t("channels:clearFilter")}</Button>}
    />
  );
  return (
    <Page
      title={t("outsideTitle")}
      width="wide"
      backLink={{ to: talkListPath, label: t("channels:toChats") }}
      tools={areaLinks}
      actions={<ButtonLink target={{ download: file }}>{t("csv")}</ButtonLink>}
    >
      <div className={styles.filters}>
        <PeriodSelect days={days} choose={(value) => choose({ days: value })} />
        <PlatformSelect platform={platform} choose={(value) => choose({ platform: value, page: "" })} />
        <PageSelect pageId={pageId} platform={platform} choose={(value) => choose({ page: value })} />
      </div>
      <LoadedContent query={query} rows={6} missingState={pageMissingState}>
        {(figures) => (
          <FiguresReport
            figures={figures}
            coversOnePlatform={platform !== null}
            choosePage={(id) => choose({ page: id })}
          />
        )}
      </LoadedContent>
    </Page>
  );
}

function PlatformSelect({
  platform,
  choose,
}: {
  platform: OutsidePlatform | null;
  choose: (platform: string) => void;
}) {
  const { t } = useTranslation("channels");
  return (
    <label className={styles.period}>
      {t("platform")}
      <Select value={platform ?? ""} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{t("anyPlatform")}</option>
        {outsidePlatformCodes.map((offeredPlatform) => (
          <option key={offeredPlatform} value={offeredPlatform}>
            {platformNames[offeredPlatform]}
          </option>
        ))}
      </Select>
    </label>
  );
}

interface PageSelectProps {
  pageId: string | null;
  /** Only the Facebook pages or Zalo accounts of this platform can be chosen. Null for all platforms. */
  platform: OutsidePlatform | null;
  choose: (id: string) => void;
}

function PageSelect({ pageId, platform: chosenPlatform, choose }: PageSelectProps) {
  const { t } = useTranslation(["chatFigures", "channels"]);
  const allPages = useQuery(connectedPagesQuery).data?.pages ?? [];
  const pages = allPages.filter(({ platform }) => chosenPlatform === null || platform === chosenPlatform);
  return (
    <label className={styles.period}>
      {t("channels:page")}
      <Select value={pageId ?? ""} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{t("channels:anyPage")}</option>
        {/* The chosen Facebook page or Zalo account may be missing in the list: either the list is still loading,
            or the page is no longer connected. */}
        {pageId && !pages.some(({ id }) => id === pageId) && (
          <option value={pageId}>{t("chosenPage")}</option>
        )}
        {pages.map(({ id, name, platform }) => (
          <option key={id} value={id}>
            {`${name} (${platformNames[platform]})`}
          </option>
        ))}
      </Select>
    </label>
  );
}

interface ReportProps {
  figures: ChannelFigures;
  /** Whether the statistics are restricted to one platform. */
  coversOnePlatform: boolean;
  choosePage: (id: string) => void;
}

function FiguresReport({ figures, coversOnePlatform, choosePage }: ReportProps) {
  const { t } = useTranslation(["chatFigures", "channels"]);
  const { number } = useReportFormats();
  const { total, pages, agents, failures } = figures;
  if (pages.length === 0 && !coversOnePlatform)
    return <NoConnectedPages title={t("channels:noPages")} text={t("channels:noPagesText")} />;
  if (total.talks === 0 && total.failed === 0)
    return (
      <EmptyState
        icon={<IconChartBar size={24} stroke={1.6} />}
        title={t("emptyTitle")}
        text={t("outsideEmptyText")}
      />
    );
  return (
    <HeadingLevelContext value={2}>
      <TotalFigures
        total={total}
        moreFigures={[
          [t("failed"), number(total.failed)],
          [t("windowMisses"), number(total.window_misses)],
        ]}
        note={t("outsideNote")}
      />
      <PageFiguresTable pages={pages} choosePage={choosePage} />
      <AgentTable
        agents={agents}
        moreColumns={[
          { title: t("failed"), cell: (agent) => number(agent.failed) },
          { title: t("windowMisses"), cell: (agent) => number(agent.window_misses) },
        ]}
      />
      <ChatPlots figures={figures} />
      <FailureReasons failures={failures} />
    </HeadingLevelContext>
  );
}
