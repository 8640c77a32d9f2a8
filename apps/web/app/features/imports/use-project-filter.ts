import { useTranslation } from "../../i18n/use-translation.tsx";
import type { TableFilter } from "../../kit/table/use-filters.ts";
import { isFirstLoadPending, useIsFirstLoading } from "../../kit/use-first-wait.ts";
import { useManagedMemoryProjects } from "../translations/memory-queries.ts";

/**
 * Returns a list with one filter. The filter selects the translation memory or glossary: the firm's, or that of one of
 * the reader's projects. The list is empty if the reader has no projects. Null while the projects load.
 */
export function useProjectFilterDefinitions(): TableFilter[] | null {
  const { t } = useTranslation("translations");
  const query = useManagedMemoryProjects();
  const isWaitingForProjects = useIsFirstLoading(isFirstLoadPending(query));
  const projects = query.data ?? [];
  if (isWaitingForProjects) return null;
  if (projects.length === 0) return [];
  const options = projects.map(({ id, name }) => ({ value: id, label: name }));
  return [{ name: "project", label: t("scope"), allLabel: t("scopeFirm"), options }];
}
