import { exportGlossary, type GlossaryEntry, type GlossaryFormat } from "@kakehashi/contract/glossary";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { languages } from "@kakehashi/contract/languages";
import { useMediaQuery } from "@mantine/hooks";
import { IconPencil, IconPlus, IconTrash, IconVocabulary } from "@tabler/icons-react";
import { useState } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { TableColumn } from "../../kit/table/column.ts";
import { CardRows, TableRows } from "../../kit/table/rows.tsx";
import { TableTools } from "../../kit/table/tools.tsx";
import { useTableFilters } from "../../kit/table/use-filters.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { focusSameButtonOfNeighbourRow } from "../../kit/ui/focus-neighbour.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { ImportButton } from "../imports/import-dialog.tsx";
import { useImports } from "../imports/import-queries.ts";
import { ImportList } from "../imports/imports.tsx";
import { useProjectFilterDefinitions } from "../imports/use-project-filter.ts";
import { GlossaryEntryDialog } from "./entry-dialog.tsx";
import styles from "./glossary.module.css";
import { deleteGlossaryEntry, useGlossary } from "./glossary-queries.ts";

/** On a screen narrower than this, glossary entries are shown as cards. */
const narrowScreenQuery = "(max-width: 899px)";
const exportAddressOf = (format: GlossaryFormat, projectId: string | undefined) =>
  `/api${fillPath(exportGlossary.path)}?${new URLSearchParams({ format, ...(projectId && { project_id: projectId }) })}`;
const getEntryName = ({ en, vi, ja }: GlossaryEntry) => en ?? vi ?? ja ?? "";

/** The glossary: a list of terms that can be searched, added and edited. */
export function GlossaryList() {
  const { t } = useTranslation(["translations", "table", "common"]);
  const projectFilter = useProjectFilterDefinitions();
  const filters = projectFilter ?? [];
  const state = useTableFilters(filters, false);
  const { search = "", project: projectId } = state.chosen;
  const query = useGlossary(search, projectId);
  const importScope = { target: "glossary", projectId } as const;
  const importsQuery = useImports(importScope);
  const showsCards = useMediaQuery(narrowScreenQuery, undefined, { getInitialValueInEffect: false });
  /**
   * The entry in the dialog; null for a new entry. `count` is the number of openings. It is used as a React key, so
   * that each opening begins with a new form.
   */
  const [dialogState, setDialogState] = useState<{
    entry: GlossaryEntry | null;
    opened: boolean;
    count: number;
  }>();
  const openEntryDialog = (entry: GlossaryEntry | null) =>
    setDialogState((previous) => ({ entry, opened: true, count: (previous?.count ?? 0) + 1 }));

  async function confirmAndRemoveEntry(entry: GlossaryEntry, button: HTMLButtonElement): Promise<void> {
    const title = t("removeTerm", { term: getEntryName(entry) });
    if (
      !(await askToConfirm({
        title,
        text: t("removeTermText"),
        actionLabel: t("remove"),
        isDestructive: true,
      }))
    )
      return;
    try {
      await deleteGlossaryEntry(entry.id, () => focusSameButtonOfNeighbourRow(button));
      toast(t("termRemoved"));
    } catch (error) {
      toastError(error);
    }
  }
  const columns: TableColumn<GlossaryEntry>[] = [
    ...languages.map(
      (language): TableColumn<GlossaryEntry> => ({
        title: nativeLanguageNames[language],
        cell: (entry) => entry[language] && <span lang={language}>{entry[language]}</span>,
      }),
    ),
    {
      title: t("noteField"),
      cell: ({ note, do_not_translate }) =>
        (note || do_not_translate) && (
          <div className={styles.note}>
            {do_not_translate && <Badge tone="indigo">{t("stays")}</Badge>}
            {note}
          </div>
        ),
    },
    {
      title: t("edit"),
      isActionColumn: true,
      cell: (entry) => (
        <span className={styles.buttons}>
          <IconButton label={`${t("edit")}: ${getEntryName(entry)}`} onClick={() => openEntryDialog(entry)}>
            <IconPencil size={18} stroke={1.6} />
          </IconButton>
          <IconButton
            label={`${t("remove")}: ${getEntryName(entry)}`}
            onClick={({ currentTarget }) => void confirmAndRemoveEntry(entry, currentTarget)}
          >
            <IconTrash size={18} stroke={1.6} />
          </IconButton>
        </span>
      ),
    },
  ];
  const emptyState = search
    ? { title: t("table:none"), text: t("table:noneText") }
    : { title: t("glossaryEmpty"), text: t(projectId ? "glossaryEmptyProject" : "glossaryEmptyText") };
  if (projectFilter === null) return <SkeletonRows count={6} label={t("common:loading")} />;
  return (
    <>
      <TableTools filters={filters} hasDayFilter={false} filterState={state}>
        <span className={styles.files}>
          <ButtonLink target={{ download: exportAddressOf("tbx", projectId) }}>{t("exportTbx")}</ButtonLink>
          <ButtonLink target={{ download: exportAddressOf("csv", projectId) }}>{t("exportCsv")}</ButtonLink>
          <ImportButton scope={importScope} />
          <Button
            kind="primary"
            className={styles.newButton ?? ""}
            leftSection={<IconPlus size={18} stroke={1.6} />}
            onClick={() => openEntryDialog(null)}
          >
            {t("newTerm")}
          </Button>
        </span>
      </TableTools>
      <ImportList imports={importsQuery.data ?? []} />
      <LoadedContent
        query={query}
        rows={6}
        queriesToAwait={[importsQuery]}
        emptyState={<EmptyState icon={<IconVocabulary size={24} stroke={1.6} />} {...emptyState} />}
      >
        {(entries) => (
          <>
            {showsCards ? (
              <CardRows columns={columns} rows={entries} keyOf={({ id }) => id} />
            ) : (
              <TableRows columns={columns} rows={entries} keyOf={({ id }) => id} label={t("page_glossary")} />
            )}
            <LoadMoreButton query={query} />
          </>
        )}
      </LoadedContent>
      {dialogState && (
        <GlossaryEntryDialog
          key={dialogState.count}
          entry={dialogState.entry}
          projectId={projectId}
          opened={dialogState.opened}
          onClose={() => setDialogState({ ...dialogState, opened: false })}
        />
      )}
    </>
  );
}
