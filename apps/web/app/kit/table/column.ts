import type { ReactNode } from "react";

export interface Column<T> {
  readonly title: string;
  /** Left out, the column is only exported. */
  readonly cell?: (row: T) => ReactNode;
  /** What a card begins with, and what opens the row; the first column without. */
  readonly lead?: boolean;
  /** A button of the row: at the end of a card, without its title. */
  readonly action?: boolean;
  /** The cell's text in a CSV file; left out, the column is not exported. */
  readonly text?: (row: T) => string;
}

/** The column that a card begins with. */
export function leadOf<T>(columns: readonly Column<T>[]): Column<T> | undefined {
  return columns.find(({ lead }) => lead) ?? columns.find(({ cell }) => cell);
}
