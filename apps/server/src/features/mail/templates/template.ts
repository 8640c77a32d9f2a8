import type { TextsByLanguage } from "@kakehashi/contract/languages";

/** The text of a mail: its subject, one or two paragraphs, and its button. */
export interface MailTemplate {
  subject: TextsByLanguage;
  paragraphs: readonly TextsByLanguage[];
  button?: TextsByLanguage;
}
