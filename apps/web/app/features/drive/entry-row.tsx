import type { DriveEntry } from "@kakehashi/contract/drive";
import { retentionPeriods } from "@kakehashi/contract/retention";
import { type DragEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { formatFileSize } from "../files/size.ts";
import type { DriveAction } from "./actions.ts";
import type { createDropTargetProps } from "./dragged.ts";
import styles from "./entries.module.css";
import { EntryIcon } from "./entry-icon.tsx";
import { EntryMenu, type MenuPosition } from "./entry-menu.tsx";
import { RenameField } from "./rename-field.tsx";

interface EntryRowProps {
  entry: DriveEntry;
  /**
   * The files and folders of the row's context menu: the whole selection if this row is selected, otherwise only this
   * row.
   */
  chosen: readonly DriveEntry[];
  isCard: boolean;
  /** Whether the row shows the name of the parent folder, as in search results. */
  showsFolder: boolean;
  isTrash: boolean;
  isSelected: boolean;
  isFocusable: boolean;
  isRenamed: boolean;
  onRenamed: () => void;
  onToggle: () => void;
  onFocus: () => void;
  onPress: (event: MouseEvent) => void;
  onAction: (action: DriveAction, entries: readonly DriveEntry[]) => void;
  onDragStart: (event: DragEvent) => void;
  /** The props of a drop target. Set only for a folder. */
  drop?: ReturnType<typeof createDropTargetProps>;
}

const dayMs = 24 * 3_600_000;

/** A file or folder in the list, as a row or as a card. */
export function EntryRow(props: EntryRowProps) {
  const { entry, isCard, isTrash, isSelected, isRenamed, onAction } = props;
  const { t, i18n } = useTranslation(["drive", "files"]);
  const format = useFormat();
  const { id, folder_id, folder_name, name, file, changed_at, trashed_at } = entry;
  const row = useRef<HTMLDivElement>(null);
  const [menuPosition, setMenuPosition] = useState<MenuPosition | null>(null);
  const shownDate = trashed_at ?? changed_at;
  const size = file ? formatFileSize(file.size, i18n.language) : t("folder");
  const daysLeft = trashed_at
    ? Math.max(0, Math.ceil(retentionPeriods.driveTrashDays - (Date.now() - Date.parse(trashed_at)) / dayMs))
    : null;

  function changeMenuPosition(menuPosition: MenuPosition | null): void {
    setMenuPosition(menuPosition);
    // When the menu closes, the row gets the focus, so that keyboard shortcuts work. If the chosen action opens a
    // dialog, the dialog takes the focus afterwards.
    if (menuPosition === null) row.current?.focus({ preventScroll: true });
  }
  function openMenuBelow(): void {
    const { left, bottom } = row.current?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
    setMenuPosition({ x: left + 24, y: bottom });
  }
  /** Opens the menu on a right click, a long press, or the menu key. */
  function onContextMenu(event: MouseEvent): void {
    const target = event.target as Element;
    // Ignore the event in a text field, so that the browser's own menu opens there, for example to paste. Ignore it
    // inside the open menu as well, because React reports the menu's events to this handler.
    if (!row.current?.contains(target) || target.closest("input")) return;
    event.preventDefault();
    if (!isSelected) props.onFocus();
    // If the browser reports no pointer position, the menu key was pressed. So open the menu below the row.
    if (event.clientX === 0 && event.clientY === 0) openMenuBelow();
    else setMenuPosition({ x: event.clientX, y: event.clientY });
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== row.current || event.key !== "F10" || !event.shiftKey) return;
    event.preventDefault();
    openMenuBelow();
  }

  const icon = (
    <span className={styles.icon}>
      <EntryIcon entry={entry} isLarge={isCard} />
    </span>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the list around it
    <div
      ref={row}
      role="row"
      data-entry={id}
      tabIndex={props.isFocusable ? 0 : -1}
      aria-selected={isSelected}
      className={isCard ? styles.card : styles.row}
      draggable={!isRenamed && !isTrash}
      onDragStart={props.onDragStart}
      onFocus={(event) => event.target === event.currentTarget && props.onFocus()}
      onClick={(event) => {
        if (!(event.target as Element).closest("button, a, input, label, form")) props.onPress(event);
      }}
      onDoubleClick={(event) => {
        if (!(event.target as Element).closest("button, a, input, label, form")) onAction("open", [entry]);
      }}
      onContextMenu={onContextMenu}
      onKeyDown={onKeyDown}
      {...props.drop}
    >
      <GridCell className={styles.check}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          onChange={props.onToggle}
          aria-label={t("select", { name })}
        />
      </GridCell>
      <GridCell className={styles.main}>
        {icon}
        {isRenamed ? (
          <RenameField entry={entry} onEditEnd={props.onRenamed} />
        ) : isTrash ? (
          <span className={styles.name} title={name}>
            {name}
          </span>
        ) : (
          <button
            type="button"
            tabIndex={-1}
            className={styles.name}
            title={name}
            onClick={(event) => {
              if (event.shiftKey || event.ctrlKey || event.metaKey) props.onPress(event);
              else onAction("open", [entry]);
            }}
          >
            {name}
          </button>
        )}
        {props.showsFolder && !isRenamed && (
          <Link className={styles.place} to={folder_id === null ? "/drive" : `/drive/${folder_id}`}>
            <span className="visually-hidden">{t("folder")}: </span>
            {folder_name ?? t("files:drive")}
          </Link>
        )}
      </GridCell>
      <GridCell className={styles.size}>{size}</GridCell>
      <GridCell className={styles.date}>
        {daysLeft === null ? (
          <time dateTime={shownDate}>{format.timeOrDay(shownDate)}</time>
        ) : (
          t("daysLeft", { count: daysLeft })
        )}
      </GridCell>
      <GridCell className={styles.menu}>
        <EntryMenu
          entry={entry}
          chosenEntries={props.chosen}
          isTrash={isTrash}
          menuPosition={menuPosition}
          setMenuPosition={changeMenuPosition}
          onAction={onAction}
        />
      </GridCell>
    </div>
  );
}

function GridCell({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the row has the focus, and its keys do all that cells offer
    // biome-ignore lint/a11y/useSemanticElements: see the list around it
    <div role="gridcell" className={className}>
      {children}
    </div>
  );
}
