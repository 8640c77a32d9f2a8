import {
  downloadLivechatFigures,
  getLivechatFigures,
  type LivechatAgentFigures,
  type LivechatFigures,
} from "@kakehashi/contract/bot-livechat-figures";
import type { Bot } from "@kakehashi/contract/bots";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { useMediaQuery } from "@mantine/hooks";
import { IconChartBar } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { call } from "../../kit/api.ts";
import { formatFor } from "../../kit/format.ts";
import type { Column } from "../../kit/table/column.ts";
import { Cards, Rows } from "../../kit/table/rows.tsx";
import { BackLink } from "../../kit/ui/back-link.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { NameInLine } from "../profiles/other-name.tsx";
import styles from "./livechat-figures.module.css";
import { ChatPlots } from "./livechat-plots.tsx";
import { useFigureWords } from "./use-figure-words.ts";

/** The periods that the report offers, in days up to today. */
const periods = [7, 30, 90] as const;
const dayMs = 86_400_000;

/** The report of how many visitors asked for a person, and how soon people answered and closed. */
export function LivechatFiguresPage({ bot, back }: { bot: Bot; back: string }) {
  const { t } = useTranslation("chatFigures");
  const [address, setAddress] = useSearchParams();
  const days = periods.find((period) => String(period) === address.get("days")) ?? 30;
  const { calendarDay } = formatFor("en", bot.hours?.time_zone ?? "UTC");
  const now = Date.now();
  const period = { from: calendarDay(now - (days - 1) * dayMs), to: calendarDay(now) };
  const params = { id: bot.id };
  const query = useQuery({
    queryKey: ["livechat", bot.id, "figures", period],
    queryFn: async ({ signal }) => (await call(getLivechatFigures, { params, query: period, signal })).data,
    placeholderData: keepPreviousData,
  });
  const choose = (value: string) =>
    setAddress(
      (current) => {
        current.set("days", value);
        return current;
      },
      { replace: true },
    );
  const file = `/api${fillPath(downloadLivechatFigures.path, params)}?${new URLSearchParams(period)}`;
  return (
    <>
      <PageHeader
        headingLevel={2}
        title={t("title")}
        leading={<BackLink to={back} label={t("back")} />}
        actions={<ButtonLink target={{ download: file }}>{t("csv")}</ButtonLink>}
      />
      <div className={styles.page}>
        <label className={styles.period}>
          {t("period")}
          <Select value={days} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            {periods.map((count) => (
              <option key={count} value={count}>
                {t("lastDays", { count })}
              </option>
            ))}
          </Select>
        </label>
        <Loaded query={query} rows={6}>
          {(figures) =>
            figures.total.talks === 0 ? (
              <EmptyState
                icon={<IconChartBar size={24} stroke={1.6} />}
                title={t("emptyTitle")}
                text={t("emptyText")}
              />
            ) : (
              <>
                <Total total={figures.total} />
                <ChatPlots figures={figures} />
                <Agents agents={figures.agents} />
              </>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

function Total({ total }: { total: LivechatFigures["total"] }) {
  const { t } = useTranslation("chatFigures");
  const { number, duration, ratingText } = useFigureWords();
  const figures = [
    [t("talks"), number(total.talks)],
    [t("answered"), number(total.answered)],
    [t("closed"), number(total.closed)],
    [t("medianFirst"), duration(total.median_first_answer_seconds)],
    [t("p95First"), duration(total.p95_first_answer_seconds)],
    [t("medianResolution"), duration(total.median_resolution_seconds)],
    [t("p95Resolution"), duration(total.p95_resolution_seconds)],
    [t("averageRating"), ratingText(total)],
  ] as const;
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t("note")}</p>
    </>
  );
}

function Agents({ agents }: { agents: readonly LivechatAgentFigures[] }) {
  const { t } = useTranslation("chatFigures");
  const { number, duration, ratingText } = useFigureWords();
  const asCards = useMediaQuery("(max-width: 899px)", undefined, { getInitialValueInEffect: false });
  if (agents.length === 0) return null;
  const columns: Column<LivechatAgentFigures>[] = [
    { title: t("agent"), cell: ({ user }) => <NameInLine person={user} /> },
    { title: t("answeredFirst"), cell: ({ answered }) => number(answered) },
    { title: t("medianFirst"), cell: (row) => duration(row.median_first_answer_seconds) },
    { title: t("p95First"), cell: (row) => duration(row.p95_first_answer_seconds) },
    { title: t("closed"), cell: ({ closed }) => number(closed) },
    { title: t("medianResolution"), cell: (row) => duration(row.median_resolution_seconds) },
    { title: t("p95Resolution"), cell: (row) => duration(row.p95_resolution_seconds) },
    { title: t("averageRating"), cell: ratingText },
  ];
  const table = { columns, rows: agents, keyOf: ({ user }: LivechatAgentFigures) => user.id };
  return (
    <section className={styles.section}>
      <h3>{t("byAgent")}</h3>
      {asCards ? <Cards {...table} /> : <Rows {...table} label={t("byAgent")} />}
    </section>
  );
}
