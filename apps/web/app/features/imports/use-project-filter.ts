import { useTranslation } from "react-i18next";
import type { Filter } from "../../kit/table/use-filters.ts";
import { useMemoryProjects } from "../translations/memory-queries.ts";

/**
 * A filter that chooses the translation memory or the glossary of the company or of a project. People without projects
 * get no filter.
 */
export function useProjectFilter(): Filter[] {
  const { t } = useTranslation("translations");
  const { data: projects = [] } = useMemoryProjects();
  if (projects.length === 0) return [];
  const options = projects.map(({ id, name }) => ({ value: id, label: name }));
  return [{ name: "project", label: t("scope"), allLabel: t("scopeFirm"), options }];
}
