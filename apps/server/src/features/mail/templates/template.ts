import type { Texts } from "@kakehashi/contract/languages";

/** The text of a mail: its subject, one or two paragraphs, and its button. */
export interface Template {
  subject: Texts;
  paragraphs: readonly Texts[];
  button?: Texts;
}
