/** What the page asks the highlighter, which runs beside it. */
export interface Question {
  readonly id: number;
  readonly text: string;
  /** As the writer named it: `ts`, `python`. */
  readonly language: string;
}

/** A stretch of code that looks alike, and what it is in its language: `keyword`; null for nothing in particular. */
export type Piece = readonly [text: string, kind: string | null];

export interface Answer {
  readonly id: number;
  /** Null where the language is not known. */
  readonly pieces: readonly Piece[] | null;
}
