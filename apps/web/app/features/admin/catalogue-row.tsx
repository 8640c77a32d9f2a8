import { useSortable } from "@dnd-kit/sortable";
import type { Category, Currency } from "@kakehashi/contract/catalogue";
import { type Language, languages } from "@kakehashi/contract/languages";
import { IconGripVertical, IconPencil, IconTrash } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../i18n/texts.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import styles from "./catalogue.module.css";
import { nameOf } from "./catalogue-calls.ts";

const icon = { size: 18, stroke: 1.6 } as const;

interface Props {
  item: Category | Currency;
  reader: Language;
  busy: boolean;
  /** It was the last one edited. */
  edited: boolean;
  edit: () => void;
  remove: () => void;
  /** -1 moves up, 1 moves down. */
  move: (by: 1 | -1) => void;
}

/** An entry with a handle to move it by dragging or with the arrow keys. */
export function CatalogueRow({ item, reader, busy, edited, edit, remove, move }: Props) {
  const { t } = useTranslation(["admin", "desk"]);
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: item.id });
  const name = nameOf(item, reader);

  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    move(by);
  }
  return (
    <li
      ref={setNodeRef}
      className={styles.row}
      data-entry={item.id}
      data-dragging={isDragging || undefined}
      style={{ translate: `0 ${transform?.y ?? 0}px`, transition }}
    >
      <IconButton
        aria-describedby={attributes["aria-describedby"]}
        {...listeners}
        ref={setActivatorNodeRef}
        className={styles.handle ?? ""}
        label={t("desk:drag", { name })}
        onKeyDown={onKeyDown}
      >
        <IconGripVertical {...icon} />
      </IconButton>
      <dl className={styles.names}>
        {"code" in item && (
          <div className={styles.code}>
            <dt className="visually-hidden">{t("code")}</dt>
            <dd>{item.code}</dd>
          </div>
        )}
        {languages.map((language) => (
          <div key={language}>
            <dt>{languageNames[language]}</dt>
            <dd lang={language}>{nameOf(item, language)}</dd>
          </div>
        ))}
      </dl>
      <span className={styles.tools}>
        <IconButton label={`${t("edit")}: ${name}`} autoFocus={edited} onClick={edit}>
          <IconPencil {...icon} />
        </IconButton>
        <IconButton label={`${t("remove")}: ${name}`} disabled={busy} onClick={remove}>
          <IconTrash {...icon} />
        </IconButton>
      </span>
    </li>
  );
}
