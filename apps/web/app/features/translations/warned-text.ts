import type { Language } from "@kakehashi/contract/languages";
import type { CheckKind, CheckWarning } from "@kakehashi/contract/translation-checks/check";
import { warningText } from "@kakehashi/contract/translation-checks/texts";

/** The checks whose warnings quote the piece of the text that is wrong, such as a number that the translation lacks. */
const checksThatNameWords: ReadonlySet<CheckKind> = new Set([
  "placeholder",
  "code",
  "mention",
  "url",
  "number",
  "glossary",
]);
/**
 * How many pieces of the text the question before a save names at most. The other pieces are only marked in the text.
 */
const maximumNamedPieces = 5;

/**
 * Returns the question before a save: the server's reason to ask, and below it the pieces of the text that the
 * warnings quote.
 */
export function saveAnywayQuestion(
  reason: string,
  warnings: readonly CheckWarning[],
  shownLanguage: Language,
): string {
  const warningTexts = warnings
    .filter(({ kind }) => checksThatNameWords.has(kind))
    .map((warning) => warningText(warning, shownLanguage));
  return [reason, ...[...new Set(warningTexts)].slice(0, maximumNamedPieces)].join("\n");
}
