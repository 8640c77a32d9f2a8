import { IconBriefcase } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigation, useSearchParams } from "react-router";
import { Button } from "../../kit/ui/button.tsx";
import { Loaded, LoadMore } from "../../kit/ui/loaded.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import { Select } from "../../kit/ui/select.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useCategories } from "../profiles/queries.ts";
import { ProjectBadges, ProjectFacts } from "./facts.tsx";
import styles from "./projects.module.css";
import { narrowingNames, projectsQuery } from "./queries.ts";

/** The filters in the page's address, and a function to change them. */
function useNarrowing() {
  const [address, setAddress] = useSearchParams();
  const activeFilters: Record<string, string> = {};
  for (const name of narrowingNames) {
    const value = address.get(name);
    if (value) activeFilters[name] = value;
  }
  return {
    narrowing: activeFilters,
    change: (name: (typeof narrowingNames)[number], value: string) =>
      setAddress(
        (params) => {
          const newParams = new URLSearchParams(params);
          if (value) newParams.set(name, value);
          else newParams.delete(name);
          return newParams;
        },
        { replace: true },
      ),
    clear: () => setAddress({}, { replace: true }),
  };
}

const typingPauseMs = 250;

/** A search field that changes the address when its writer pauses. */
function SearchBy({
  label,
  initialText,
  change,
}: {
  label: string;
  initialText: string;
  change: (value: string) => void;
}) {
  const [text, setText] = useState(initialText);
  const { pathname } = useLocation();
  const nextPath = useNavigation().location?.pathname;
  // Do not change the address now: that would cancel the navigation to another page.
  const isLeaving = nextPath !== undefined && nextPath !== pathname;
  const apply = useEffectEvent(change);
  useEffect(() => {
    if (isLeaving || text.trim() === initialText) return;
    const timer = setTimeout(() => apply(text.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text, initialText, isLeaving]);
  return <SearchField label={label} placeholder={label} value={text} maxLength={200} onChange={setText} />;
}

/** The list of projects that the reader may see, with the filters of the page's address. */
export function ProjectList() {
  const { t } = useTranslation("projects");
  const { narrowing, change, clear } = useNarrowing();
  const categories = useCategories();
  const query = useInfiniteQuery(projectsQuery(narrowing));
  const isNarrowed = Object.keys(narrowing).some((name) => name !== "sort");
  const [clearCount, setClearCount] = useState(0);
  const empty = isNarrowed ? (
    <EmptyState
      title={t("noneTitle")}
      text={t("noneText")}
      action={
        <Button
          onClick={() => {
            clear();
            setClearCount((count) => count + 1);
          }}
        >
          {t("clearFilters")}
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<IconBriefcase size={28} stroke={1.5} aria-hidden="true" />}
      title={t("emptyTitle")}
      text={t("emptyText")}
    />
  );
  return (
    <>
      <search className={styles.filters} key={clearCount}>
        <SearchBy
          label={t("search")}
          initialText={narrowing.search ?? ""}
          change={(value) => change("search", value)}
        />
        <SearchBy
          label={t("skillSearch")}
          initialText={narrowing.skill ?? ""}
          change={(value) => change("skill", value)}
        />
        <Select
          aria-label={t("category")}
          value={narrowing.category_id ?? ""}
          onChange={({ currentTarget }) => change("category_id", currentTarget.value)}
        >
          <option value="">{t("allCategories")}</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t("part")}
          value={narrowing.part ?? ""}
          onChange={({ currentTarget }) => change("part", currentTarget.value)}
        >
          <option value="">{t("anyPart")}</option>
          <option value="host">{t("partHost")}</option>
          <option value="joined">{t("partJoined")}</option>
          <option value="applied">{t("partApplied")}</option>
          <option value="invited">{t("partInvited")}</option>
        </Select>
        <Select
          aria-label={t("sort")}
          value={narrowing.sort ?? "newest"}
          onChange={({ currentTarget }) =>
            change("sort", currentTarget.value === "newest" ? "" : currentTarget.value)
          }
        >
          <option value="newest">{t("sortNewest")}</option>
          <option value="start">{t("sortStart")}</option>
          <option value="budget">{t("sortBudget")}</option>
        </Select>
      </search>
      <Loaded query={query} rows={4} empty={empty}>
        {(projects) => (
          <>
            <ul className={styles.cards}>
              {projects.map((project) => (
                <li key={project.id} className={styles.card}>
                  <div className={styles.head}>
                    <h2 className={styles.name}>
                      <Link to={`/projects/${project.id}`}>{project.name}</Link>
                    </h2>
                    <ProjectBadges project={project} />
                  </div>
                  <p className={styles.excerpt}>{project.description}</p>
                  <ProjectFacts project={project} />
                </li>
              ))}
            </ul>
            <LoadMore query={query} />
          </>
        )}
      </Loaded>
    </>
  );
}
