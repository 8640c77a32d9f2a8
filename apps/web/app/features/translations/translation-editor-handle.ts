import type { TranslationUnit } from "@kakehashi/contract/translations";

/** The functions of the translation editor that other components can call. */
export interface TranslationEditorHandle {
  /** Replaces the text as if it were typed, so that the browser's undo restores the former text. */
  replaceText(text: string, isFromMemory?: boolean): void;
  /** Inserts a glossary term's translation at the caret, or replaces the selection by it. */
  insertTerm(term: string): void;
  focus(): void;
  /** Whether the text in the editor differs from the saved translation. */
  readonly isChanged: boolean;
  /** Saves the translation. Resolves with null if that failed. The editor then shows the reason. */
  save(): Promise<TranslationUnit | null>;
  /** Claims the translation for the reader before anything is typed. */
  claim(): Promise<void>;
  /** Ends the reader's claim of the translation. The typed text stays. */
  releaseOwnClaim(): Promise<void>;
}
