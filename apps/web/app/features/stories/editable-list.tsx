import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { useFieldErrorLookup } from "./block-change.tsx";
import { useBuilder } from "./builder.ts";
import styles from "./fields.module.css";

const iconProps = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

interface PartsListProps<T> {
  label: string;
  path: string;
  items: readonly T[];
  maximum: number;
  /** Returns the name of an item in the list, such as "Answer 2". */
  nameOf: (item: T, index: number) => string;
  makeItem: () => T;
  addLabel: string;
  onChange: (items: T[], path: string) => void;
  children: (item: T, index: number, change: (item: T, field: string) => void) => ReactNode;
}

/**
 * The parts of a block, such as answers, buttons or branches, as an editable list: parts can be added, moved and
 * removed.
 */
export function EditableList<T>({
  label,
  path,
  items,
  maximum,
  nameOf,
  makeItem,
  addLabel,
  ...props
}: PartsListProps<T>) {
  const { t } = useTranslation("stories");
  const { canEdit } = useBuilder();
  const error = useFieldErrorLookup()(path);
  const errorId = useId();
  const change = (newItems: T[]) => props.onChange(newItems, `${path} ${newItems.length}`);
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item !== undefined) props.onChange(items.toSpliced(from, 1).toSpliced(to, 0, item), `${path} order`);
  };
  return (
    <fieldset className={styles.list} aria-describedby={error ? errorId : undefined}>
      <legend>{label}</legend>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: some parts have no id, and none keeps a state of its own.
        <div key={index} className={styles.part}>
          <div className={styles.partHead}>
            <span>{nameOf(item, index)}</span>
            {canEdit && (
              <>
                <IconButton
                  size={28}
                  label={t("moveUp")}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp {...iconProps} />
                </IconButton>
                <IconButton
                  size={28}
                  label={t("moveDown")}
                  disabled={index === items.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown {...iconProps} />
                </IconButton>
                <IconButton
                  size={28}
                  label={t("removePart", { name: nameOf(item, index) })}
                  onClick={() => change(items.toSpliced(index, 1))}
                >
                  <IconTrash {...iconProps} />
                </IconButton>
              </>
            )}
          </div>
          {props.children(item, index, (changedItem, field) =>
            props.onChange(items.with(index, changedItem), `${path}.${index}.${field}`),
          )}
        </div>
      ))}
      {error && (
        <span className={styles.error} id={errorId}>
          {error}
        </span>
      )}
      {canEdit && items.length < maximum && (
        <Button
          size="xs"
          leftSection={<IconPlus {...iconProps} />}
          onClick={() => change([...items, makeItem()])}
        >
          {addLabel}
        </Button>
      )}
    </fieldset>
  );
}
