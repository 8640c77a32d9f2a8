import { downloadLivechatFigures, getLivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import type { Bot } from "@kakehashi/contract/bots";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { IconChartBar } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getLocaleFormat } from "../../kit/format.ts";
import { BackLink } from "../../kit/ui/back-link.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { AgentTable, PeriodSelect, TotalFigures } from "./figure-parts.tsx";
import styles from "./livechat-figures.module.css";
import { ChatPlots } from "./livechat-plots.tsx";
import { useReportPeriod } from "./use-figure-period.ts";
import { useReportFormats } from "./use-figure-words.ts";
import { useDefaultVisitorTimeZone } from "./use-zone.ts";

/**
 * The page with statistics of a bot's chats: how many visitors asked for a person, and how soon agents answered and
 * closed the chats.
 */
export function LivechatFiguresPage({ bot, back: backAddress }: { bot: Bot; back: string }) {
  const { t } = useTranslation("chatFigures");
  const { ratingText } = useReportFormats();
  const time_zone = useDefaultVisitorTimeZone(bot);
  const { days, period, choose } = useReportPeriod(getLocaleFormat("en", time_zone).calendarDay);
  const reportQuery = { ...period, time_zone };
  const params = { id: bot.id };
  const query = useQuery({
    queryKey: ["livechat", bot.id, "figures", reportQuery],
    queryFn: async ({ signal }) =>
      (await call(getLivechatFigures, { params, query: reportQuery, signal })).data,
    placeholderData: keepPreviousData,
  });
  const file = `/api${fillPath(downloadLivechatFigures.path, params)}?${new URLSearchParams(reportQuery)}`;
  return (
    <>
      <PageHeader
        headingLevel={2}
        title={t("title")}
        beforeTitle={<BackLink to={backAddress} label={t("back")} />}
        actions={<ButtonLink target={{ download: file }}>{t("csv")}</ButtonLink>}
      />
      <div className={styles.page}>
        <PeriodSelect days={days} choose={(value) => choose({ days: value })} />
        <LoadedContent query={query} rows={6}>
          {(livechatFigures) =>
            livechatFigures.total.talks === 0 ? (
              <EmptyState
                icon={<IconChartBar size={24} stroke={1.6} />}
                title={t("emptyTitle")}
                text={t("emptyText")}
              />
            ) : (
              <>
                <TotalFigures
                  total={livechatFigures.total}
                  moreFigures={[[t("averageRating"), ratingText(livechatFigures.total)]]}
                  note={t("note")}
                />
                <ChatPlots figures={livechatFigures} />
                <AgentTable
                  agents={livechatFigures.agents}
                  moreColumns={[{ title: t("averageRating"), cell: ratingText }]}
                />
              </>
            )
          }
        </LoadedContent>
      </div>
    </>
  );
}
