import { listProjects, type ProjectListItem } from "@kakehashi/contract/projects";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import type { TableColumn } from "../../kit/table/column.ts";
import { Table } from "../../kit/table/table.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { NameInLineText } from "../profiles/name-in-other-script.tsx";
import { ProjectBadges, useBudgetFormatter } from "../projects/facts.tsx";
import { projectStates, readFilter, toRequestQuery } from "../projects/list-filter.ts";
import styles from "./admin.module.css";

/** The admin's table of all projects, including those that are not active. */
export function ProjectsAdmin() {
  const { t } = useTranslation(["projects", "admin"]);
  const format = useFormat();
  const formatBudget = useBudgetFormatter();
  const columns: TableColumn<ProjectListItem>[] = [
    {
      title: t("name"),
      csvText: ({ name }) => name,
      cell: ({ name }) => <span className={styles.clamped}>{name}</span>,
    },
    {
      title: t("state"),
      csvText: ({ status, running_since }) => (status === "ACTIVE" && running_since ? "RUNNING" : status),
      cell: (project) => <ProjectBadges project={project} />,
    },
    {
      title: t("host"),
      csvText: ({ host }) => host.name,
      cell: ({ host }) => (
        <span className={styles.clamped}>
          <NameInLineText person={host} />
        </span>
      ),
    },
    {
      title: t("budget"),
      csvText: ({ min_cost, max_cost, currency }) => `${min_cost}–${max_cost} ${currency.code}`,
      cell: (project) => <span className={styles.nowrap}>{formatBudget(project)}</span>,
    },
    {
      title: t("members"),
      csvText: ({ joined_count }) => String(joined_count),
      cell: ({ joined_count }) => format.number(joined_count),
    },
    {
      title: t("created"),
      csvText: ({ created_at }) => created_at,
      cell: ({ created_at }) => <span className={styles.nowrap}>{format.timeOrDay(created_at)}</span>,
    },
  ];
  return (
    <Table
      label={t("title")}
      queryKey={["admin", "projects"]}
      fileName="projects"
      columns={columns}
      filters={[
        {
          name: "state",
          label: t("state"),
          options: projectStates.map((value) => ({ value, label: t(`state_${value}`) })),
        },
      ]}
      load={({ page, paging, ...chosenFilters }, signal) => {
        const texts = Object.entries(chosenFilters).map(([name, value]) => [name, String(value)]);
        const filter = readFilter(new URLSearchParams(texts));
        return call(listProjects, {
          query: { ...toRequestQuery(filter), page, ...(paging && { paging }) },
          ...(signal && { signal }),
        });
      }}
      keyOf={({ id }) => id}
      openRow={({ id }) => `/projects/${id}`}
    />
  );
}
