import type { Texts } from "@kakehashi/contract/languages";

/** The text of a mail: its subject, one or two paragraphs, and its button. */
export interface MailTemplate {
  subject: Texts;
  paragraphs: readonly Texts[];
  button?: Texts;
}
