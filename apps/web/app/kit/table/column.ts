import type { ReactNode } from "react";

export interface Column<T> {
  readonly title: string;
  /** Renders the cell. Without it, the column is only exported. */
  readonly cell?: (row: T) => ReactNode;
  /**
   * Whether this column is the heading of a card, and the link that opens the row. By default the first column
   * is.
   */
  readonly isMain?: boolean;
  /** Whether the cell is a button of the row. A card shows it at its end, without the column's title. */
  readonly isAction?: boolean;
  /** The cell's text in a CSV file. Without it, the column is not exported. */
  readonly csvText?: (row: T) => string;
}

/** The column that is the heading of a card. */
export function mainColumn<T>(columns: readonly Column<T>[]): Column<T> | undefined {
  return columns.find(({ isMain }) => isMain) ?? columns.find(({ cell }) => cell);
}
