import { restoreDeletedNameMarks } from "@kakehashi/contract/deleted-names";
import type { Language } from "@kakehashi/contract/languages";
import { foldKeepingAccents } from "@kakehashi/contract/translation-checks/folded";
import { newId } from "../../kit/ids.ts";
import { foldText, lexemesOf } from "../../kit/text/fold.ts";
import { indexKeysOfText } from "./grams.ts";
import type { NewTranslationPairRow } from "./store.ts";

/** The scope of translation pairs that everybody in the firm may use. */
export const firmMemoryScope = "00000000-0000-0000-0000-000000000000";

/** A text and its translation, either written by a person or imported from a file. */
export interface NewTranslationPair {
  from: Language;
  to: Language;
  source: string;
  target: string;
  approved: boolean;
  /**
   * The id of the project or conversation in which the pair is suggested. Default: `firmMemoryScope`, which is everywhere in
   * the firm.
   */
  scope?: string;
  userId?: string;
  messageId?: string;
  conversationId?: string;
}

/** A text and its translation from a file. `approved` is null if the file does not say whether the pair is approved. */
export interface FileTranslationPair extends Pick<NewTranslationPair, "from" | "to" | "source" | "target"> {
  approved: boolean | null;
}

/** Returns the words of both texts, by which the search finds the translation pair. */
export const lexemesOfPair = (source: string, target: string): string[] => [
  ...new Set([...lexemesOf(foldText(source)), ...lexemesOf(foldText(target))]),
];

export function toTranslationPairRow({
  from,
  to,
  approved,
  scope = firmMemoryScope,
  ...origin
}: NewTranslationPair): NewTranslationPairRow {
  // A text may come from an export of ours, in which mentions of deleted people contain `deletedNameByLanguage`, such as "Deleted
  // user". In the database they contain `deletedNameMark`, so the name is converted back.
  const [source, target] = [restoreDeletedNameMarks(origin.source), restoreDeletedNameMarks(origin.target)];
  const foldedSource = foldKeepingAccents(source);
  return {
    id: newId(),
    scope,
    source_language: from,
    target_language: to,
    source,
    target,
    folded: foldedSource,
    grams: indexKeysOfText(foldedSource, { from, to }),
    approved,
    user_id: origin.userId ?? null,
    message_id: origin.messageId ?? null,
    conversation_id: origin.conversationId ?? null,
    lexemes: lexemesOfPair(source, target),
  };
}
