import { countedProjects } from "@kakehashi/contract/projects";
import { useMediaQuery } from "@mantine/hooks";
import { IconBriefcase } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { Loaded, LoadMore } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./list.module.css";
import { ListFilters } from "./list-filters.tsx";
import { ProjectCards, ProjectTable } from "./list-rows.tsx";
import { projectsQuery } from "./queries.ts";
import { useNarrowing } from "./use-narrowing.ts";

/** Below this width a table would be scrolled sideways. */
const narrowQuery = "(max-width: 899px)";

/** The projects that the reader can see, narrowed by what stands in the address, as cards or a table. */
export function ProjectList() {
  const state = useNarrowing();
  const query = useInfiniteQuery(projectsQuery(state.narrowing));
  const isNarrow = useMediaQuery(narrowQuery, undefined, { getInitialValueInEffect: false });
  const Projects = state.view === "table" && !isNarrow ? ProjectTable : ProjectCards;
  return (
    <>
      <ListFilters state={state} />
      <Loaded query={query} rows={4}>
        {({ projects, total }) =>
          projects.length === 0 ? (
            <NoProjects state={state} />
          ) : (
            <div
              className={styles.found}
              aria-busy={query.isPlaceholderData}
              data-old={query.isPlaceholderData || undefined}
            >
              <ProjectCount total={total} />
              <Projects projects={projects} />
              <LoadMore query={query} />
            </div>
          )
        }
      </Loaded>
    </>
  );
}

function ProjectCount({ total }: { total: number }) {
  const { t } = useTranslation("projects");
  const { number } = useFormat();
  const isMore = total > countedProjects;
  return (
    <p className={styles.count} role="status">
      {isMore
        ? t("countMore", { number: number(countedProjects) })
        : t("count", { count: total, number: number(total) })}
    </p>
  );
}

function NoProjects({ state: { narrowing, clear } }: { state: ReturnType<typeof useNarrowing> }) {
  const { t } = useTranslation("projects");
  return Object.keys(narrowing).some((name) => name !== "sort") ? (
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
