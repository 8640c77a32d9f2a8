import type { ReactNode } from "react";

export interface Column<T> {
  readonly title: string;
  /** Renders the cell of a row in this column. A column without this function appears only in the exported file. */
  readonly cell?: (row: T) => ReactNode;
  /**
   * Whether a card shows this column as its heading, with the link that opens the row. By default the first column is
   * the heading.
   */
  readonly isCardHeading?: boolean;
  /**
   * Whether the cell contains a button that acts on the row. A card shows such a cell at its end, without the column's
   * title.
   */
  readonly isActionColumn?: boolean;
  /** Returns the cell's text for a CSV file. A column without this function is not exported. */
  readonly csvText?: (row: T) => string;
}

/** The column that is the heading of a card. */
export function headingColumnOf<T>(columns: readonly Column<T>[]): Column<T> | undefined {
  return columns.find(({ isCardHeading }) => isCardHeading) ?? columns.find(({ cell }) => cell);
}
