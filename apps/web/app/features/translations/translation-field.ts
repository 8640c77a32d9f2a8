import type { TranslationUnit } from "@kakehashi/contract/translations";

/** What other components can do with the editor's text. */
export interface TranslationField {
  /** Replaces the text as if it were typed, so that the browser's undo restores the former text. */
  insertText(text: string, isFromMemory?: boolean): void;
  /** Inserts a glossary term at the caret, or in place of what is selected. */
  insertTerm(term: string): void;
  focus(): void;
  /** Whether the text differs from the saved translation. */
  readonly isTyped: boolean;
  /** Saves the text. Resolves with null if it was not saved. The editor has then told the writer why. */
  save(): Promise<TranslationUnit | null>;
  /** Claims the translation before anything is typed. */
  claim(): Promise<void>;
  /** Ends the claim. The typed text stays. */
  giveBack(): Promise<void>;
}
