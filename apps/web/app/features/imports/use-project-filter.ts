import { useTranslation } from "react-i18next";
import type { Filter } from "../../kit/table/use-filters.ts";
import { isAwaited, useFirstWait } from "../../kit/use-first-wait.ts";
import { useMemoryProjects } from "../translations/memory-queries.ts";

/**
 * A filter that chooses the translation memory or the glossary of the company or of a project. People without projects
 * get no filter. Null until the projects have been loaded, or have failed to load.
 */
export function useProjectFilter(): Filter[] | null {
  const { t } = useTranslation("translations");
  const query = useMemoryProjects();
  const mustWait = useFirstWait(isAwaited(query));
  const projects = query.data ?? [];
  if (mustWait) return null;
  if (projects.length === 0) return [];
  const options = projects.map(({ id, name }) => ({ value: id, label: name }));
  return [{ name: "project", label: t("scope"), allLabel: t("scopeFirm"), options }];
}
