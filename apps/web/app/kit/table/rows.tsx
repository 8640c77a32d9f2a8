import { useMediaQuery } from "@mantine/hooks";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { headingColumnOf, type TableColumn } from "./column.ts";
import styles from "./rows.module.css";

/** On a screen narrower than this, rows are shown as cards, because a table would have to scroll sideways. */
const cardsQuery = "(max-width: 899px)";

/** What opens when a row is pressed: an address, or a function to call. */
export type GetRowTarget<T> = (row: T) => string | (() => void);

interface TableRowsProps<T> {
  columns: readonly TableColumn<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  openRow?: GetRowTarget<T> | undefined;
}

/** The main cell of a row: a link or button that opens the row. */
function MainCell<T>({
  row,
  column,
  openRow,
}: {
  row: T;
  column: TableColumn<T>;
  openRow: GetRowTarget<T> | undefined;
}) {
  const { t } = useTranslation("table");
  const content = column.cell?.(row);
  const target = openRow?.(row);
  if (target === undefined) return content;
  if (typeof target === "string")
    return (
      <Link className={styles.openTarget} to={target}>
        {content}
      </Link>
    );
  // The button's accessible name contains the whole visible text of the cell, such as the reading beside a name.
  return (
    <button className={styles.openTarget} type="button" onClick={target}>
      <span className="visually-hidden">{`${t("open")}: `}</span>
      {content}
    </button>
  );
}

export function TableRows<T>({
  columns,
  rows,
  keyOf,
  openRow,
  label,
}: TableRowsProps<T> & { label: string }) {
  const visibleColumns = columns.filter(({ cell }) => cell);
  const mainColumn = headingColumnOf(columns);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard too
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {visibleColumns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {visibleColumns.map((column) => (
                <td key={column.title}>
                  {column === mainColumn ? (
                    <MainCell row={row} column={column} openRow={openRow} />
                  ) : (
                    column.cell?.(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Shows the rows of a table as cards, for a narrow screen. A press anywhere on a card opens the row's page. */
export function CardRows<T>({ columns, rows, keyOf, openRow }: TableRowsProps<T>) {
  const mainColumn = headingColumnOf(columns);
  const otherColumns = columns.filter(
    (column) => column.cell && column !== mainColumn && !column.isActionColumn,
  );
  const actions = columns.filter(({ isActionColumn }) => isActionColumn);
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={styles.card} data-opens={openRow !== undefined || undefined}>
          <div className={styles.leadCell}>
            {mainColumn && <MainCell row={row} column={mainColumn} openRow={openRow} />}
          </div>
          <dl className={styles.facts}>
            {otherColumns.map(({ title, cell }) => {
              const content = cell?.(row);
              // Leave out empty cells, because they would only take room on the card.
              return content === null ||
                content === undefined ||
                content === "" ||
                content === false ? null : (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{content}</dd>
                </div>
              );
            })}
          </dl>
          {actions.map(({ title, cell }) => {
            const content = cell?.(row);
            return content ? (
              <div key={title} className={styles.cardAction}>
                {content}
              </div>
            ) : null;
          })}
        </li>
      ))}
    </ul>
  );
}

/** Shows rows as a table, or as cards on a screen that is too narrow for a table. */
export function RowsOrCards<T>({ label, ...props }: TableRowsProps<T> & { label: string }) {
  const showsCards = useMediaQuery(cardsQuery, undefined, { getInitialValueInEffect: false });
  return showsCards ? <CardRows {...props} /> : <TableRows {...props} label={label} />;
}
