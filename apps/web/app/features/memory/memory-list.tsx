import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { languages } from "@kakehashi/contract/languages";
import { exportMemory, type FoundMemoryUnit, type MemoryFormat } from "@kakehashi/contract/memory";
import { useMediaQuery } from "@mantine/hooks";
import { IconFilter, IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { TableTools } from "../../kit/table/tools.tsx";
import { type TableFilter, useTableFilters } from "../../kit/table/use-filters.ts";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { ImportButton } from "../imports/import-dialog.tsx";
import { useImports } from "../imports/import-queries.ts";
import { ImportList } from "../imports/imports.tsx";
import { useProjectFilterDefinitions } from "../imports/use-project-filter.ts";
import styles from "./memory-list.module.css";
import { MemoryPair } from "./memory-pair.tsx";
import { type MemoryFilters, useMemorySearch } from "./memory-queries.ts";
import { MemoryPairDialog } from "./pair-dialog.tsx";

/**
 * Returns the download address of the translation memory. The file contains all translations of the chosen languages
 * and project. The page's search and its approval filter do not apply to the file.
 */
function exportAddressOf({ from, to, project }: MemoryFilters, format: MemoryFormat): string {
  const query = { ...(from && { from }), ...(to && { to }), ...(project && { project_id: project }), format };
  return `/api${fillPath(exportMemory.path)}?${new URLSearchParams(query)}`;
}

/** The translation memory: all stored originals with their translations, and a search in both languages. */
export function MemoryList() {
  const { t } = useTranslation(["translations", "table", "common"]);
  const languageOptions = languages.map((value) => ({ value, label: nativeLanguageNames[value] }));
  const projectFilter = useProjectFilterDefinitions();
  const filters: TableFilter[] = [
    ...(projectFilter ?? []),
    { name: "from", label: t("from"), options: languageOptions },
    { name: "to", label: t("to"), options: languageOptions },
    {
      name: "approved",
      label: t("checked"),
      options: [
        { value: "yes", label: t("approvedPair") },
        { value: "no", label: t("notApproved") },
      ],
    },
  ];
  const state = useTableFilters(filters, false);
  const query = useMemorySearch(state.chosen);
  const importScope = { target: "memory", projectId: state.chosen.project } as const;
  const importsQuery = useImports(importScope);
  /**
   * The entry of the translation memory that the dialog edits. The entry stays set while the closed dialog fades out,
   * so that the dialog does not become empty.
   */
  const [editedPair, setEditedPair] = useState<FoundMemoryUnit | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  // The `project` parameter of the address chooses the translation memory. It is not a filter within a memory.
  const { project, ...activeFilters } = state.chosen;
  const emptyState =
    Object.keys(activeFilters).length > 0
      ? { title: t("table:none"), text: t("table:noneText") }
      : { title: t("memoryEmpty"), text: t(project ? "memoryEmptyProject" : "memoryEmptyText") };
  // On a phone, fold the filters, buttons and imports, because they would push the entries off the screen.
  const isPhone = useMediaQuery("(max-width: 819px)", false, { getInitialValueInEffect: false });
  const filterCount = filters.filter(({ name }) => state.chosen[name] !== undefined).length;
  const [areFiltersUnfolded, setAreFiltersUnfolded] = useState(filterCount > 0);
  const showsFilters = !isPhone || areFiltersUnfolded;
  if (projectFilter === null) return <SkeletonRows count={6} label={t("common:loading")} />;
  return (
    <>
      <TableTools filters={showsFilters ? filters : []} hasDayFilter={false} filterState={state}>
        {isPhone && (
          <Button
            aria-expanded={areFiltersUnfolded}
            leftSection={<IconFilter size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => setAreFiltersUnfolded(!areFiltersUnfolded)}
          >
            {filterCount > 0 ? t("filterCount", { count: filterCount }) : t("filterAndFiles")}
          </Button>
        )}
        {showsFilters && (
          <span className={styles.files}>
            <ButtonLink target={{ download: exportAddressOf(state.chosen, "tmx") }}>
              {t("exportTmx")}
            </ButtonLink>
            <ButtonLink target={{ download: exportAddressOf(state.chosen, "csv") }}>
              {t("exportCsv")}
            </ButtonLink>
            <ImportButton scope={importScope} />
          </span>
        )}
      </TableTools>
      {showsFilters && <ImportList imports={importsQuery.data ?? []} />}
      <LoadedContent
        query={query}
        rows={6}
        queriesToAwait={showsFilters ? [importsQuery] : []}
        emptyState={<EmptyState icon={<IconHistory size={24} stroke={1.6} />} {...emptyState} />}
      >
        {(memoryHits) => (
          <>
            <ul className={styles.list}>
              {memoryHits.map((hit) => (
                <li key={hit.id}>
                  <MemoryPair
                    hit={hit}
                    onEdit={() => {
                      setEditedPair(hit);
                      setIsEditing(true);
                    }}
                  />
                </li>
              ))}
            </ul>
            <LoadMoreButton query={query} />
          </>
        )}
      </LoadedContent>
      {editedPair && (
        <MemoryPairDialog
          key={editedPair.id}
          pair={editedPair}
          opened={isEditing}
          onClose={() => setIsEditing(false)}
        />
      )}
    </>
  );
}
