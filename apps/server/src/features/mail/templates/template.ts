import type { Texts } from "@kakehashi/contract/languages";

/** A mail's words: its subject, a paragraph or two, and the one thing to press. */
export interface Template {
  subject: Texts;
  paragraphs: readonly Texts[];
  button?: Texts;
}
