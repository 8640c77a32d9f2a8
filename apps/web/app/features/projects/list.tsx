import { maximumCountedProjects } from "@kakehashi/contract/projects";
import { useMediaQuery } from "@mantine/hooks";
import { IconBriefcase } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { memo, useDeferredValue } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./list.module.css";
import { ListFilters } from "./list-filters.tsx";
import { ProjectCards, ProjectTable } from "./list-rows.tsx";
import { projectsQuery } from "./queries.ts";
import { type ProjectListFilterState, useListFilter } from "./use-list-filter.ts";

/** On screens narrower than this, the list shows cards, because a table would scroll sideways. */
const narrowScreenQuery = "(max-width: 899px)";

/**
 * The list of projects that the reader may see, as cards or a table. The page's address contains the filters. A pressed
 * filter button changes at once; the list may change a moment later.
 */
export function ProjectList() {
  const state = useListFilter();
  return (
    <>
      <ListFilters state={state} />
      <FoundProjects filter={useDeferredValue(state.filter)} view={useDeferredValue(state.view)} />
    </>
  );
}

const FoundProjects = memo(function FoundProjects({
  filter,
  view,
}: Pick<ProjectListFilterState, "filter" | "view">) {
  const query = useInfiniteQuery(projectsQuery(filter));
  const isNarrow = useMediaQuery(narrowScreenQuery, undefined, { getInitialValueInEffect: false });
  const ProjectsView = view === "table" && !isNarrow ? ProjectTable : ProjectCards;
  return (
    <LoadedContent query={query} rows={4}>
      {({ projects, total }) =>
        projects.length === 0 ? (
          <NoProjects />
        ) : (
          <div
            className={styles.found}
            aria-busy={query.isPlaceholderData}
            data-old={query.isPlaceholderData || undefined}
          >
            <ProjectCount total={total} />
            <ProjectsView projects={projects} />
            <LoadMoreButton query={query} />
          </div>
        )
      }
    </LoadedContent>
  );
});

function ProjectCount({ total }: { total: number }) {
  const { t } = useTranslation("projects");
  const { number } = useFormat();
  const hasMore = total > maximumCountedProjects;
  return (
    <p className={styles.count} role="status">
      {hasMore
        ? t("countMore", { number: number(maximumCountedProjects) })
        : t("count", { count: total, number: number(total) })}
    </p>
  );
}

function NoProjects() {
  const { t } = useTranslation("projects");
  const { filter, clear } = useListFilter();
  return Object.keys(filter).some((name) => name !== "sort") ? (
    <EmptyState
      title={t("noneTitle")}
      text={t("noneText")}
      action={<Button onClick={clear}>{t("clearFilters")}</Button>}
    />
  ) : (
    <EmptyState
      icon={<IconBriefcase size={28} stroke={1.5} aria-hidden="true" />}
      title={t("emptyTitle")}
      text={t("emptyText")}
    />
  );
}
