import type { ReactNode } from "react";

export interface TableColumn<T> {
  readonly title: string;
  /** Renders a cell of this column. A column without this function is only in the exported file. */
  readonly cell?: (row: T) => ReactNode;
  /** Whether this column is the heading of a card and links to the row's page. The default is the first column. */
  readonly isCardHeading?: boolean;
  /**
   * Whether the cell contains a button for the row. On a card, the button is at the end, without the column's title.
   */
  readonly isActionColumn?: boolean;
  /** Returns the cell's text for a CSV file. A column without this function is not exported. */
  readonly csvText?: (row: T) => string;
}

/** The column that is the heading of a card. */
export function headingColumnOf<T>(columns: readonly TableColumn<T>[]): TableColumn<T> | undefined {
  return columns.find(({ isCardHeading }) => isCardHeading) ?? columns.find(({ cell }) => cell);
}
