import type { TranslationUnit } from "@kakehashi/contract/translations";

/** What other components can do with the editor's text. */
export interface TranslationField {
  /** Replaces the text as if it were typed, so that Ctrl+Z brings the old one back. */
  insertText(text: string, isFromMemory?: boolean): void;
  focus(): void;
  /** Whether the text differs from the saved translation. */
  readonly isTyped: boolean;
  /** Saves the text. Returns null if it was not saved. The writer then knows why. */
  save(): Promise<TranslationUnit | null>;
  /** Claims the translation before anything is typed. */
  claim(): Promise<void>;
  /** Ends the claim. What is typed stays. */
  giveBack(): Promise<void>;
}
