/** A request to the highlighter, which runs in a worker. */
export interface HighlightRequest {
  readonly id: number;
  readonly text: string;
  /** The language as the writer named it: `ts`, `python`. */
  readonly language: string;
}

/** A piece of code with one colour. `kind` is its role, such as `keyword`, or null for plain code. */
export type ColouredPiece = readonly [text: string, kind: string | null];

export interface HighlightAnswer {
  readonly id: number;
  /** Null when the language is unknown. */
  readonly pieces: readonly ColouredPiece[] | null;
}
