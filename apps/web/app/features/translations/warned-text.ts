import type { Language } from "@kakehashi/contract/languages";
import type { CheckKind, CheckWarning } from "@kakehashi/contract/translation-checks/check";
import { formatWarningText } from "@kakehashi/contract/translation-checks/texts";

/** The checks whose warnings name the faulty part of the text, such as a number that the translation lacks. */
const checksThatQuoteText: ReadonlySet<CheckKind> = new Set([
  "placeholder",
  "code",
  "mention",
  "url",
  "number",
  "glossary",
]);
/** The confirmation dialog quotes at most this many parts of the text. The others are only marked in the text. */
const maximumQuotedParts = 5;

/** Returns the text of the confirmation dialog: the server's reason, and below it the quoted parts of the text. */
export function createSaveAnywayQuestion(
  reason: string,
  warnings: readonly CheckWarning[],
  shownLanguage: Language,
): string {
  const warningTexts = warnings
    .filter(({ kind }) => checksThatQuoteText.has(kind))
    .map((warning) => formatWarningText(warning, shownLanguage));
  return [reason, ...[...new Set(warningTexts)].slice(0, maximumQuotedParts)].join("\n");
}
