import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { isLanguage } from "@kakehashi/contract/languages";
import {
  type BotTranslationFigures,
  downloadTranslationFigures,
  getTranslationFigures,
  type ProjectTranslationFigures,
  type RoomTranslationFigures,
  type TranslatorFigures,
} from "@kakehashi/contract/translation-figures";
import { useMediaQuery } from "@mantine/hooks";
import { IconChartBar } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { formatDuration } from "../../kit/duration.ts";
import type { TableColumn } from "../../kit/table/column.ts";
import { CardRows, TableRows } from "../../kit/table/rows.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { conversationName } from "../conversations/name.ts";
import { NameInLineText } from "../profiles/name-in-other-script.tsx";
import { DailyPlot } from "./days-plot.tsx";
import styles from "./figures.module.css";
import { statisticsPeriodsInDays, useReportFilter } from "./use-report-filter.ts";

/**
 * Statistics of translations: how much people translate, how long requests wait, and how soon everybody can read a
 * message.
 */
export function FiguresReport() {
  const { t } = useTranslation("translations");
  const { days, projectId, query: reportQuery, choose } = useReportFilter();
  const query = useQuery({
    queryKey: ["translations", "figures", reportQuery],
    queryFn: async ({ signal }) => (await call(getTranslationFigures, { query: reportQuery, signal })).data,
    placeholderData: keepPreviousData,
  });
  const projects = query.data?.projects ?? [];
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.filters}>
          <label className={styles.period}>
            {t("period")}
            <Select value={days} onChange={({ currentTarget }) => choose("days", currentTarget.value)}>
              {statisticsPeriodsInDays.map((period) => (
                <option key={period} value={period}>
                  {t("lastDays", { count: period })}
                </option>
              ))}
            </Select>
          </label>
          {(projects.length > 0 || projectId !== "") && (
            <label className={styles.period}>
              {t("project")}
              <Select
                value={projectId}
                onChange={({ currentTarget }) => choose("project", currentTarget.value)}
              >
                <option value="">{t("allConversations")}</option>
                {/* If the selected project has no numbers in this period, `projects` does not contain it. So add an
                    option for it. */}
                {projectId !== "" && !projects.some(({ project }) => project.id === projectId) && (
                  <option value={projectId}>{t("chosenProject")}</option>
                )}
                {projects.map(({ project: { id, name } }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            </label>
          )}
        </div>
        <ButtonLink
          target={{
            download: `/api${fillPath(downloadTranslationFigures.path)}?${new URLSearchParams(reportQuery)}`,
          }}
        >
          {t("csv")}
        </ButtonLink>
      </div>
      <LoadedContent query={query} rows={6}>
        {(figures) =>
          figures.rooms.length + figures.translators.length + figures.bots.length === 0 ? (
            <EmptyState
              icon={<IconChartBar size={24} stroke={1.6} />}
              title={t("figuresEmpty")}
              text={t("figuresEmptyText")}
            />
          ) : (
            <>
              <DailyPlot days={figures.days} />
              {projectId === "" && figures.projects.length > 0 && (
                <ProjectTable projects={figures.projects} days={days} />
              )}
              {figures.rooms.length > 0 && <RoomTable rooms={figures.rooms} />}
              {figures.translators.length > 0 && <TranslatorTable translators={figures.translators} />}
              {figures.bots.length > 0 && <BotTable bots={figures.bots} />}
            </>
          )
        }
      </LoadedContent>
    </>
  );
}

/** The columns that the table by room and the table by project have in common. */
function useFigureColumns(): TableColumn<Omit<RoomTranslationFigures, "conversation">>[] {
  const { t } = useTranslation("translations");
  const { number, duration } = useFigureFormats();
  return [
    { title: t("medianReadable"), cell: (row) => duration(row.median_readable_seconds) },
    { title: t("p95Readable"), cell: (row) => duration(row.p95_readable_seconds) },
    {
      title: t("readable"),
      cell: ({ readable, messages }) =>
        t("readableOf", { readable: number(readable), messages: number(messages) }),
    },
    { title: t("waiting"), cell: ({ waiting }) => number(waiting) },
    { title: t("medianWait"), cell: (row) => duration(row.median_wait_seconds) },
    { title: t("translated"), cell: ({ translated }) => number(translated) },
    { title: t("retranslated"), cell: ({ retranslated }) => number(retranslated) },
    { title: t("memoryHits"), cell: ({ memory_hits }) => number(memory_hits) },
    { title: t("characters"), cell: ({ characters }) => number(characters) },
  ];
}

interface ProjectTableProps {
  projects: readonly ProjectTranslationFigures[];
  /** The selected period in days. Links to other statistics keep it. */
  days: number;
}

function ProjectTable({ projects, days }: ProjectTableProps) {
  const { t } = useTranslation("translations");
  const columns: TableColumn<ProjectTranslationFigures>[] = [
    {
      title: t("project"),
      cell: ({ project: { id, name } }) => (
        <Link to={`?${new URLSearchParams({ days: String(days), project: id })}`}>{name}</Link>
      ),
    },
    ...useFigureColumns(),
  ];
  return (
    <ReportTable
      title={t("byProject")}
      columns={columns}
      rows={projects}
      keyOf={({ project }) => project.id}
    />
  );
}

function RoomTable({ rooms }: { rooms: readonly RoomTranslationFigures[] }) {
  const { t } = useTranslation("translations");
  const { t: tRoom } = useTranslation(["conversations", "common"]);
  const columns: TableColumn<RoomTranslationFigures>[] = [
    { title: t("room"), cell: ({ conversation }) => conversationName(conversation, tRoom) },
    ...useFigureColumns(),
  ];
  return (
    <ReportTable
      title={t("rooms")}
      columns={columns}
      rows={rooms}
      keyOf={({ conversation }) => conversation.id}
    />
  );
}

function TranslatorTable({ translators }: { translators: readonly TranslatorFigures[] }) {
  const { t } = useTranslation("translations");
  const { number, duration } = useFigureFormats();
  const columns: TableColumn<TranslatorFigures>[] = [
    { title: t("translator"), cell: ({ user }) => <NameInLineText person={user} /> },
    { title: t("waiting"), cell: ({ waiting }) => number(waiting) },
    { title: t("medianWait"), cell: (row) => duration(row.median_wait_seconds) },
    { title: t("translated"), cell: ({ translated }) => number(translated) },
    { title: t("retranslated"), cell: ({ retranslated }) => number(retranslated) },
    { title: t("memoryHits"), cell: ({ memory_hits }) => number(memory_hits) },
    { title: t("approvedCount"), cell: ({ approved }) => number(approved) },
    { title: t("characters"), cell: ({ characters }) => number(characters) },
    { title: t("botTextsCount"), cell: (row) => number(row.bot_texts) },
    { title: t("botCharacters"), cell: (row) => number(row.bot_characters) },
  ];
  return (
    <ReportTable
      title={t("translatorsHeading")}
      columns={columns}
      rows={translators}
      keyOf={({ user }) => user.id}
    />
  );
}

/**
 * The table with the statistics of bot texts. The other tables do not count bot texts, except in their columns about
 * translators.
 */
function BotTable({ bots }: { bots: readonly BotTranslationFigures[] }) {
  const { t } = useTranslation("translations");
  const { number, duration } = useFigureFormats();
  const columns: TableColumn<BotTranslationFigures>[] = [
    { title: t("bot"), cell: ({ bot: { id, name } }) => <Link to={`/bots/${id}`}>{name}</Link> },
    { title: t("waiting"), cell: ({ waiting }) => number(waiting) },
    { title: t("medianWait"), cell: (row) => duration(row.median_wait_seconds) },
    { title: t("translated"), cell: ({ translated }) => number(translated) },
    { title: t("retranslated"), cell: ({ retranslated }) => number(retranslated) },
    { title: t("characters"), cell: ({ characters }) => number(characters) },
  ];
  return <ReportTable title={t("byBot")} columns={columns} rows={bots} keyOf={({ bot }) => bot.id} />;
}

function useFigureFormats() {
  const { i18n } = useTranslation();
  const { number } = useFormat();
  const language = isLanguage(i18n.language) ? i18n.language : "en";
  return { number, duration: (seconds: number | null) => formatDuration(seconds, language) };
}

interface ReportTableProps<T> {
  title: string;
  columns: readonly TableColumn<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
}

/** A heading and a table. Narrow screens show the rows as cards. */
function ReportTable<T>({ title, ...table }: ReportTableProps<T>) {
  const heading = useId();
  const showsCards = useMediaQuery("(max-width: 899px)", undefined, { getInitialValueInEffect: false });
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {showsCards ? <CardRows {...table} /> : <TableRows {...table} label={title} />}
    </section>
  );
}
