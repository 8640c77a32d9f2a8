import { findNameInLanguage } from "@kakehashi/contract/catalogue";
import { isLanguage } from "@kakehashi/contract/languages";
import type { ProjectListItem } from "@kakehashi/contract/projects";
import { memo, useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { createDayFormat } from "../../kit/day-format.ts";
import type { TableColumn } from "../../kit/table/column.ts";
import { TableRows } from "../../kit/table/rows.tsx";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Card, CardLink, Cards, CardTitle } from "../../kit/ui/cards.tsx";
import { NameInLineText, PersonName } from "../profiles/name-in-other-script.tsx";
import { NextStepBadge, ProjectBadges, useBudgetFormatter } from "./facts.tsx";
import styles from "./list.module.css";
import { shownTextsOfListItem } from "./shown-texts.ts";

/** Returns functions that format the values of a project in the reader's language. */
function useProjectFormat() {
  const { t, i18n } = useTranslation("projects");
  const formatBudget = useBudgetFormatter();
  const { language } = i18n;
  return useMemo(() => {
    const reader = isLanguage(language) ? language : "en";
    const day = createDayFormat(language, "medium");
    return {
      t,
      budget: formatBudget,
      start: ({ start_date }: ProjectListItem) => day(start_date),
      category: ({ category }: ProjectListItem) => findNameInLanguage(category.names, reader),
    };
  }, [t, formatBudget, language]);
}
type ProjectFormat = ReturnType<typeof useProjectFormat>;

/** Refetches seldom change a project. So skip rendering a project that is equal to the previous one. */
const ProjectCard = memo(function ProjectCard({
  project,
  format,
}: {
  project: ProjectListItem;
  format: ProjectFormat;
}) {
  const { t, budget, start, category } = format;
  const { host } = project;
  const { name, description, skill, time } = shownTextsOfListItem(project);
  return (
    <Card>
      <ProjectBadges project={project} />
      <NextStepBadge project={project} />
      <CardTitle>
        <CardLink to={`/projects/${project.id}`}>{name}</CardLink>
      </CardTitle>
      <p className={styles.excerpt}>{description}</p>
      <dl className={styles.facts}>
        <dt>{t("budget")}</dt>
        <dd className={styles.money}>{budget(project)}</dd>
        <dt>{t("start")}</dt>
        <dd>{start(project)}</dd>
        <dt>{t("time")}</dt>
        <dd className={styles.line}>{time}</dd>
        <dt>{t("category")}</dt>
        <dd className={styles.line}>{category(project)}</dd>
        <dt>{t("skill")}</dt>
        <dd className={styles.line}>{skill}</dd>
      </dl>
      <div className={styles.foot}>
        <Avatar id={host.id} name={host.name} image={host.avatar} size={24} />
        <PersonName person={host} />
        <span>{t("people", { count: project.joined_count })}</span>
      </div>
    </Card>
  );
});

export function ProjectCards({ projects }: { projects: readonly ProjectListItem[] }) {
  const format = useProjectFormat();
  return (
    <Cards>
      {projects.map((project) => (
        <ProjectCard key={project.id} project={project} format={format} />
      ))}
    </Cards>
  );
}

const projectIdOf = ({ id }: ProjectListItem) => id;
const projectPathOf = ({ id }: ProjectListItem) => `/projects/${id}`;

export function ProjectTable({ projects }: { projects: readonly ProjectListItem[] }) {
  const format = useProjectFormat();
  const columns = useMemo<TableColumn<ProjectListItem>[]>(() => {
    const { t, budget, start, category } = format;
    return [
      {
        title: t("name"),
        lead: true,
        cell: (project) => <span className={styles.cell}>{shownTextsOfListItem(project).name}</span>,
      },
      {
        title: t("state"),
        cell: (project) => (
          <span className={styles.state}>
            <ProjectBadges project={project} />
            <NextStepBadge project={project} />
          </span>
        ),
      },
      { title: t("budget"), cell: (project) => <span className={styles.money}>{budget(project)}</span> },
      { title: t("start"), cell: start },
      { title: t("time"), cell: ({ time }) => <span className={styles.cell}>{time}</span> },
      { title: t("category"), cell: category },
      {
        title: t("skill"),
        cell: (project) => <span className={styles.cell}>{shownTextsOfListItem(project).skill}</span>,
      },
      {
        title: t("host"),
        cell: ({ host }) => (
          <span className={styles.cell}>
            <NameInLineText person={host} />
          </span>
        ),
      },
      { title: t("members"), cell: ({ joined_count }) => joined_count },
    ];
  }, [format]);
  return (
    <TableRows
      label={format.t("title")}
      columns={columns}
      rows={projects}
      keyOf={projectIdOf}
      openRow={projectPathOf}
    />
  );
}
