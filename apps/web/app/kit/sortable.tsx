import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { arrayMove, SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { IconGripVertical } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "../i18n/use-translation.tsx";
import styles from "./sortable.module.css";
import { IconButton } from "./ui/icon-button.tsx";

interface SortableProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  nameOf: (item: T) => string;
  /**
   * Called with the old index `from` and the new index `to` of an item that was moved. `orderedItems` are all items in
   * the new order.
   */
  onMove: (from: number, to: number, orderedItems: T[]) => void;
  className?: string | undefined;
  /** The class name of the row of an item. */
  rowClassName: (item: T) => string | undefined;
  /** Renders an item. `dragHandle` is the button that moves it. */
  children: (item: T, dragHandle: ReactNode, index: number) => ReactNode;
}

/** A list that people sort with the mouse, by touch, or with the arrow keys on an item's handle. */
export function SortableList<T>({
  items,
  keyOf,
  nameOf,
  onMove,
  className,
  rowClassName,
  children,
}: SortableProps<T>) {
  const { t } = useTranslation("table");
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const [announcement, setAnnouncement] = useState("");
  const list = useRef<HTMLOListElement>(null);
  /** The item that the arrow keys have moved, with its new index. */
  const lastMoveByKeys = useRef<{ key: string; to: number } | null>(null);
  /**
   * The items in the order of the last move. The caller may render this order only after the next key press, which then
   * must not move the item from its old index.
   */
  const orderedItems = useRef(items);
  useLayoutEffect(() => {
    orderedItems.current = items;
  }, [items]);
  // Moving the row in the document has removed the focus. So focus the handle again.
  useLayoutEffect(() => {
    const item = lastMoveByKeys.current && items[lastMoveByKeys.current.to];
    if (!item || keyOf(item) !== lastMoveByKeys.current?.key) return;
    list.current
      ?.querySelector<HTMLElement>(`[data-item="${lastMoveByKeys.current.key}"] [data-handle]`)
      ?.focus();
    lastMoveByKeys.current = null;
  });

  const keys = items.map(keyOf);
  function formatPosition(item: T | undefined, index: number): string {
    return item ? t("moved", { name: nameOf(item), position: index + 1, total: items.length }) : "";
  }
  const formatDragText = (key: unknown, target: unknown = key) =>
    formatPosition(items[keys.indexOf(String(key))], keys.indexOf(String(target)));
  function moveItem(from: number, to: number): boolean {
    const item = orderedItems.current[from];
    if (!item || to < 0 || to >= items.length || from === to) return false;
    setAnnouncement(formatPosition(item, to));
    const movedItems = arrayMove([...orderedItems.current], from, to);
    orderedItems.current = movedItems;
    onMove(from, to, movedItems);
    return true;
  }
  const findIndex = (key: string) => orderedItems.current.findIndex((item) => keyOf(item) === key);
  function handleKey(event: KeyboardEvent, key: string): void {
    const indexChange = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (indexChange === 0) return;
    event.preventDefault();
    const from = findIndex(key);
    if (moveItem(from, from + indexChange)) lastMoveByKeys.current = { key, to: from + indexChange };
  }
  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }) =>
          over && moveItem(findIndex(String(active.id)), findIndex(String(over.id)))
        }
        accessibility={{
          screenReaderInstructions: { draggable: t("dragHint") },
          announcements: {
            onDragStart: ({ active }) => formatDragText(active.id),
            onDragOver: ({ active, over }) => (over ? formatDragText(active.id, over.id) : undefined),
            onDragEnd: ({ active, over }) => (over ? formatDragText(active.id, over.id) : undefined),
            onDragCancel: ({ active }) => formatDragText(active.id),
          },
        }}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ol ref={list} className={className}>
            {items.map((item, index) => (
              <SortableRow
                key={keyOf(item)}
                id={keyOf(item)}
                name={nameOf(item)}
                className={rowClassName(item)}
                onKeyDown={(event) => handleKey(event, keyOf(item))}
              >
                {(dragHandle) => children(item, dragHandle, index)}
              </SortableRow>
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
}

interface RowProps {
  id: string;
  name: string;
  className: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  children: (dragHandle: ReactNode) => ReactNode;
}

function SortableRow({ id, name, className = "", onKeyDown, children }: RowProps) {
  const { t } = useTranslation("table");
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      className={`${styles.item} ${className}`}
      data-item={id}
      data-dragging={isDragging || undefined}
      style={{ translate: `0 ${transform?.y ?? 0}px`, transition }}
    >
      {children(
        <IconButton
          aria-describedby={attributes["aria-describedby"]}
          {...listeners}
          ref={setActivatorNodeRef}
          className={styles.handle ?? ""}
          label={t("drag", { name })}
          onKeyDown={onKeyDown}
          data-handle
        >
          <IconGripVertical size={18} stroke={1.6} />
        </IconButton>,
      )}
    </li>
  );
}
