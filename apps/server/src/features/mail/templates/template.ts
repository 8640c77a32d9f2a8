import type { TextsByLanguage } from "@kakehashi/contract/languages";

/** The text of a mail: its subject, its paragraphs, and its button if it has one. */
export interface MailTemplate {
  subject: TextsByLanguage;
  paragraphs: readonly TextsByLanguage[];
  button?: TextsByLanguage;
}
