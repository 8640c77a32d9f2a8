import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { arrayMove, SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import type { Category, Currency } from "@kakehashi/contract/catalogue";
import { isLanguage } from "@kakehashi/contract/languages";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "../../kit/query.ts";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { Loaded } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import styles from "./catalogue.module.css";
import { catalogueCalls, nameOf } from "./catalogue-calls.ts";
import { CatalogueForm } from "./catalogue-form.tsx";
import { CatalogueRow } from "./catalogue-row.tsx";

type Item = Category | Currency;
type Edits = Record<"editing" | "edited", string | null>;

/** A list of names in three languages. Entries are edited in place and sorted by dragging or with the arrow keys. */
export function CatalogueList({ list }: { list: keyof typeof catalogueCalls }) {
  const { t, i18n } = useTranslation(["admin", "desk", "table", "common"]);
  const calls = catalogueCalls[list];
  const reader = isLanguage(i18n.language) ? i18n.language : "en";
  /** `editing` is an entry's id or "new". `edited` is the entry edited last: its button gets the focus again. */
  const [{ editing, edited }, setEdits] = useState<Edits>({ editing: null, edited: null });
  const [moved, setMoved] = useState("");
  const rows = useRef<HTMLUListElement>(null);
  const heldByKeys = useRef<string>(undefined);
  // Moving a row in the document takes its focus away.
  useLayoutEffect(() => {
    if (heldByKeys.current)
      rows.current?.querySelector<HTMLElement>(`[data-entry="${heldByKeys.current}"] button`)?.focus();
    heldByKeys.current = undefined;
  });
  const queryKey = ["admin", list];
  const query = useQuery<Item[]>({ queryKey, queryFn: calls.load });
  const items = query.data ?? [];
  const readAgain = () => {
    void queryClient().invalidateQueries({ queryKey });
    void queryClient().invalidateQueries({ queryKey: ["categories"] });
  };
  const { mutate, isPending } = useMutation({
    mutationKey: queryKey,
    // One request at a time, so that the last order arrives last.
    scope: { id: list },
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => {
      if (queryClient().isMutating({ mutationKey: queryKey }) === 1) readAgain();
    },
  });
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));

  function move(from: number, to: number, byKeys = false): void {
    if (from < 0 || to < 0 || to >= items.length || from === to) return;
    if (byKeys) heldByKeys.current = items[from]?.id;
    const ordered = arrayMove(items, from, to);
    // Shows the new order at once; the answer corrects it. A request that is still running would bring back the old
    // order.
    void queryClient().cancelQueries({ queryKey });
    queryClient().setQueryData<Item[]>(queryKey, ordered);
    setMoved(positionText(ordered, to));
    mutate(() => calls.order(ordered.map(({ id }) => id)));
  }
  const positionText = (all: readonly Item[], index: number, item = all[index]) =>
    item ? t("desk:moved", { name: nameOf(item, reader), position: index + 1, total: all.length }) : "";
  const indexOf = (id: unknown) => items.findIndex((item) => item.id === id);
  async function remove(item: Item): Promise<void> {
    const title = t("desk:removeTitle", { name: nameOf(item, reader) });
    const question = { title, text: t("desk:removeText"), action: t("remove"), danger: true };
    if (await confirm(question)) mutate(() => calls.remove(item.id));
  }
  const edit = (id: string) => setEdits(({ edited }) => ({ editing: id, edited }));
  /** Another entry may be open when the answer arrives. It stays open. */
  const close = (id: string) =>
    setEdits((edits) => (edits.editing === id ? { editing: null, edited: id } : edits));
  const saved = (id: string) => {
    close(id);
    readAgain();
  };
  /** The dragged entry, and the position it would take. */
  const announced = (id: unknown, over: unknown = id) =>
    positionText(items, indexOf(over), items[indexOf(id)]);
  return (
    <Loaded query={query} rows={6}>
      {() => (
        <>
          {items.length === 0 && editing === null && (
            <EmptyState title={t("table:empty")} text={t("table:emptyText")} />
          )}
          <DndContext
            sensors={sensors}
            collisionDetection={closestCenter}
            onDragEnd={({ active, over }) => over && move(indexOf(active.id), indexOf(over.id))}
            accessibility={{
              screenReaderInstructions: { draggable: t("desk:dragHint") },
              announcements: {
                onDragStart: ({ active }) => announced(active.id),
                onDragOver: ({ active, over }) => (over ? announced(active.id, over.id) : undefined),
                onDragEnd: ({ active, over }) => (over ? announced(active.id, over.id) : undefined),
                onDragCancel: ({ active }) => announced(active.id),
              },
            }}
          >
            <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
              <ul ref={rows} className={styles.list}>
                {items.map((item, index) =>
                  editing === item.id ? (
                    <li key={item.id} className={styles.editing}>
                      <CatalogueForm
                        list={list}
                        item={item}
                        close={() => close(item.id)}
                        saved={() => saved(item.id)}
                      />
                    </li>
                  ) : (
                    <CatalogueRow
                      key={item.id}
                      item={item}
                      reader={reader}
                      busy={isPending}
                      edit={() => edit(item.id)}
                      remove={() => remove(item)}
                      edited={edited === item.id}
                      move={(by) => move(index, index + by, true)}
                    />
                  ),
                )}
              </ul>
            </SortableContext>
          </DndContext>
          <p className="visually-hidden" role="status">
            {moved}
          </p>
          {editing === "new" ? (
            <div className={styles.editing}>
              <CatalogueForm list={list} item={null} close={() => close("new")} saved={() => saved("new")} />
            </div>
          ) : (
            <Button
              leftSection={<IconPlus size={18} stroke={1.6} />}
              autoFocus={edited === "new"}
              onClick={() => edit("new")}
            >
              {t(list === "currencies" ? "desk:newCurrency" : "desk:newCategory")}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}
