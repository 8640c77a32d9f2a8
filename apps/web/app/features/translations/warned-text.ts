import type { Language } from "@kakehashi/contract/languages";
import type { CheckKind, CheckWarning } from "@kakehashi/contract/translation-checks/check";
import { checkText } from "@kakehashi/contract/translation-checks/texts";

/** The checks whose warning names the piece of text that it is about. */
const checksThatNameWords: ReadonlySet<CheckKind> = new Set([
  "placeholder",
  "code",
  "mention",
  "url",
  "number",
  "glossary",
]);
/** Maximum pieces that a question names. The others are marked in the text. */
const namedPieces = 5;

/** Returns the server's reason to ask before a save, and below it the pieces of text that it may be about. */
export function warnedText(reason: string, warnings: readonly CheckWarning[], shown: Language): string {
  const named = warnings
    .filter(({ kind }) => checksThatNameWords.has(kind))
    .map((warning) => checkText(warning, shown));
  return [reason, ...[...new Set(named)].slice(0, namedPieces)].join("\n");
}
