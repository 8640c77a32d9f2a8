import type { GlossaryEntry } from "@kakehashi/contract/glossary";
import { languages } from "@kakehashi/contract/languages";
import { useMediaQuery } from "@mantine/hooks";
import { IconPencil, IconPlus, IconTrash, IconVocabulary } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../i18n/texts.ts";
import type { Column } from "../../kit/table/column.ts";
import { Cards, Rows } from "../../kit/table/rows.tsx";
import { Tools } from "../../kit/table/tools.tsx";
import { useExport } from "../../kit/table/use-export.ts";
import { useFilters } from "../../kit/table/use-filters.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Loaded, LoadMore } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import styles from "./glossary.module.css";
import { loadPage, removeEntry, useGlossary } from "./glossary-queries.ts";

/** Below this width, entries are shown as cards. */
const cardsQuery = "(max-width: 899px)";
/** The columns have the names of the contract's fields, so that a program can read the file. */
const exported: readonly Column<GlossaryEntry>[] = [
  ...languages.map((language) => ({
    title: language,
    text: (entry: GlossaryEntry) => entry[language] ?? "",
  })),
  { title: "note", text: ({ note }) => note },
  { title: "do_not_translate", text: (entry) => String(entry.do_not_translate) },
];
const nameOf = ({ en, vi, ja }: GlossaryEntry) => en ?? vi ?? ja ?? "";

/** The glossary: a list of terms that can be searched, added and edited. */
export function GlossaryList() {
  const { t } = useTranslation(["translations", "table"]);
  const state = useFilters([], false);
  const query = useGlossary(state.chosen.search ?? "");
  const { mutate: exportAll, isPending: exporting } = useExport("glossary", exported, loadPage, {});
  const asCards = useMediaQuery(cardsQuery, undefined, { getInitialValueInEffect: false });
  /** `count` gives each opening of the dialog a new form. `entry` is null for a new one. */
  const [edit, setEdit] = useState<{ entry: GlossaryEntry | null; opened: boolean; count: number }>();
  const open = (entry: GlossaryEntry | null) =>
    setEdit((previous) => ({ entry, opened: true, count: (previous?.count ?? 0) + 1 }));

  async function remove(entry: GlossaryEntry): Promise<void> {
    const title = t("removeTerm", { term: nameOf(entry) });
    if (!(await confirm({ title, text: t("removeTermText"), action: t("remove"), danger: true }))) return;
    try {
      await removeEntry(entry.id);
      toast(t("termRemoved"));
    } catch (error) {
      toastError(error);
    }
  }
  const columns: Column<GlossaryEntry>[] = [
    ...languages.map(
      (language): Column<GlossaryEntry> => ({
        title: languageNames[language],
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
      action: true,
      cell: (entry) => (
        <span className={styles.buttons}>
          <IconButton label={`${t("edit")}: ${nameOf(entry)}`} onClick={() => open(entry)}>
            <IconPencil size={18} stroke={1.6} />
          </IconButton>
          <IconButton label={`${t("remove")}: ${nameOf(entry)}`} onClick={() => void remove(entry)}>
            <IconTrash size={18} stroke={1.6} />
          </IconButton>
        </span>
      ),
    },
  ];
  const emptyState = state.isNarrowed
    ? { title: t("table:none"), text: t("table:noneText") }
    : { title: t("glossaryEmpty"), text: t("glossaryEmptyText") };
  return (
    <>
      <Tools filters={[]} days={false} state={state}>
        <Button className={styles.export ?? ""} onClick={() => exportAll()} loading={exporting}>
          {t("table:csv")}
        </Button>
        <Button
          kind="primary"
          className={styles.newButton ?? ""}
          leftSection={<IconPlus size={18} stroke={1.6} />}
          onClick={() => open(null)}
        >
          {t("newTerm")}
        </Button>
      </Tools>
      <Loaded
        query={query}
        rows={6}
        empty={<EmptyState icon={<IconVocabulary size={24} stroke={1.6} />} {...emptyState} />}
      >
        {(entries) => (
          <>
            {asCards ? (
              <Cards columns={columns} rows={entries} keyOf={({ id }) => id} />
            ) : (
              <Rows columns={columns} rows={entries} keyOf={({ id }) => id} label={t("page_glossary")} />
            )}
            <LoadMore query={query} />
          </>
        )}
      </Loaded>
      {edit && (
        <EntryDialog
          key={edit.count}
          entry={edit.entry}
          opened={edit.opened}
          onClose={() => setEdit({ ...edit, opened: false })}
        />
      )}
    </>
  );
}
