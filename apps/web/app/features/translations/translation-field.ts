import type { TranslationUnit } from "@kakehashi/contract/translations";

/** The functions of the editor's text field that other components can use. */
export interface TranslationField {
  /** Replaces the text in the editor as if it were typed, so that the browser's undo restores the former text. */
  insertText(text: string, isFromMemory?: boolean): void;
  /** Inserts the translation of a glossary term at the caret, or in place of the selected text. */
  insertTerm(term: string): void;
  focus(): void;
  /** Whether the text in the editor differs from the saved translation. */
  readonly isChanged: boolean;
  /** Saves the translation. Resolves with null if it was not saved. The editor shows the reason in that case. */
  save(): Promise<TranslationUnit | null>;
  /** Claims the translation for the reader, even if nothing is typed yet. */
  claim(): Promise<void>;
  /** Ends the reader's claim of the translation. The typed text stays. */
  releaseOwnClaim(): Promise<void>;
}
