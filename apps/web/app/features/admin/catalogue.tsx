import type { CurrencyWithNames, ProjectCategory } from "@kakehashi/contract/catalogue";
import { isLanguage } from "@kakehashi/contract/languages";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { getQueryClient } from "../../kit/query.ts";
import { SortableList } from "../../kit/sortable.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import styles from "./catalogue.module.css";
import { catalogueCalls, nameOfCatalogueItem } from "./catalogue-calls.ts";
import { CatalogueForm } from "./catalogue-form.tsx";
import { CatalogueRow } from "./catalogue-row.tsx";

type CatalogueItem = ProjectCategory | CurrencyWithNames;
type EditedEntryIds = Record<"editing" | "edited", string | null>;

/**
 * The list of categories or currencies, each with a name in three languages. An entry is edited in its row. Entries are
 * sorted by dragging or with the arrow keys.
 */
export function CatalogueList({ list }: { list: keyof typeof catalogueCalls }) {
  const { t, i18n } = useTranslation(["admin", "desk", "table", "common"]);
  const calls = catalogueCalls[list];
  const reader = isLanguage(i18n.language) ? i18n.language : "en";
  /**
   * `editing` is the id of the entry that the form edits, or "new". `edited` is the id of the entry that was edited
   * last. When the form closes, the edit button of that entry gets the focus.
   */
  const [{ editing, edited }, setEditedIds] = useState<EditedEntryIds>({ editing: null, edited: null });
  const queryKey = ["admin", list];
  const query = useQuery<CatalogueItem[]>({ queryKey, queryFn: calls.load });
  const items = query.data ?? [];
  const refetchList = () => {
    void getQueryClient().invalidateQueries({ queryKey });
    void getQueryClient().invalidateQueries({ queryKey: ["categories"] });
  };
  const { mutate, isPending } = useMutation({
    mutationKey: queryKey,
    // Send one request at a time, so that the newest order of the entries reaches the server last.
    scope: { id: list },
    mutationFn: (request: () => Promise<unknown>) => request(),
    onSettled: () => {
      if (getQueryClient().isMutating({ mutationKey: queryKey }) === 1) refetchList();
    },
  });

  function saveOrder(orderedItems: CatalogueItem[]): void {
    // Show the new order of the entries at once. The server's response corrects it if necessary. Cancel fetches that
    // are running, because their responses would bring back the old order.
    void getQueryClient().cancelQueries({ queryKey });
    getQueryClient().setQueryData<CatalogueItem[]>(queryKey, orderedItems);
    mutate(() => calls.order(orderedItems.map(({ id }) => id)));
  }
  async function confirmAndRemoveItem(item: CatalogueItem): Promise<void> {
    const title = t("desk:removeTitle", { name: nameOfCatalogueItem(item, reader) });
    const question = { title, text: t("desk:removeText"), actionLabel: t("remove"), isDestructive: true };
    if (await askToConfirm(question)) mutate(() => calls.remove(item.id));
  }
  const editItem = (id: string) => setEditedIds(({ edited }) => ({ editing: id, edited }));
  /**
   * Closes the form of this entry. If the admin opened another entry before the response arrived, the form of that
   * entry stays open.
   */
  const closeForm = (id: string) =>
    setEditedIds((edits) => (edits.editing === id ? { editing: null, edited: id } : edits));
  const finishEdit = (id: string) => {
    closeForm(id);
    refetchList();
  };
  return (
    <LoadedContent query={query} rows={6}>
      {() => (
        <>
          {items.length === 0 && editing === null && (
            <EmptyState title={t("table:empty")} text={t("table:emptyText")} />
          )}
          <SortableList
            items={items}
            keyOf={({ id }) => id}
            nameOf={(item) => nameOfCatalogueItem(item, reader)}
            onMove={(_from, _to, orderedItems) => saveOrder(orderedItems)}
            className={styles.list}
            rowClassName={({ id }) => (editing === id ? styles.editing : styles.row)}
          >
            {(item, dragHandle) =>
              editing === item.id ? (
                <CatalogueForm
                  list={list}
                  item={item}
                  close={() => closeForm(item.id)}
                  onSaved={() => finishEdit(item.id)}
                />
              ) : (
                <CatalogueRow
                  item={item}
                  reader={reader}
                  busy={isPending}
                  onEdit={() => editItem(item.id)}
                  remove={() => confirmAndRemoveItem(item)}
                  wasEditedLast={edited === item.id}
                  dragHandle={dragHandle}
                />
              )
            }
          </SortableList>
          {editing === "new" ? (
            <div className={styles.editing}>
              <CatalogueForm
                list={list}
                item={null}
                close={() => closeForm("new")}
                onSaved={() => finishEdit("new")}
              />
            </div>
          ) : (
            <Button
              leftSection={<IconPlus size={18} stroke={1.6} />}
              autoFocus={edited === "new"}
              onClick={() => editItem("new")}
            >
              {t(list === "currencies" ? "desk:newCurrency" : "desk:newCategory")}
            </Button>
          )}
        </>
      )}
    </LoadedContent>
  );
}
