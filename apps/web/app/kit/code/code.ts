/** A request to the highlighter, which runs in a worker. */
export interface HighlightRequest {
  readonly id: number;
  readonly text: string;
  /** The name of the programming language, as the writer of the message typed it: `ts`, `python`. */
  readonly language: string;
}

/** A piece of code with one colour. `kind` is its role, such as `keyword`, or null for plain code. */
export type ColouredPiece = readonly [text: string, kind: string | null];

export interface HighlightResponse {
  readonly id: number;
  /** The coloured pieces of the code. Null when the language is unknown. */
  readonly pieces: readonly ColouredPiece[] | null;
}
