import type { BotPhrase } from "@kakehashi/contract/bot-phrases";
import {
  findVariableNames,
  hasLooseBraces,
  looseBracesError,
  type PartialTextsByLanguage,
} from "@kakehashi/contract/flows/texts";
import { formatProblemText } from "@kakehashi/contract/flows/validate";
import { type Language, languages, type TextsByLanguage } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { findArticle } from "./article-store.ts";
import { listFlowIds, listVariableNames } from "./flow-store.ts";
import { foldWords, patternUsabilityOf } from "./phrase-matcher.ts";

const patternErrorTexts: Record<"unreadable" | "large", TextsByLanguage> = {
  unreadable: {
    en: "This pattern cannot be read. Look-ahead and back-references are not possible.",
    vi: "Không đọc được mẫu này. Không dùng được look-ahead và tham chiếu ngược.",
    ja: "このパターンは読み取れません。先読みや後方参照は使えません。",
  },
  large: {
    en: "This pattern is too large. Use fewer repetitions.",
    vi: "Mẫu này quá lớn. Hãy bớt phần lặp lại.",
    ja: "このパターンは大きすぎます。繰り返しを減らしてください。",
  },
};

/**
 * Finds variables that no story has, and braces that enclose no name. Returns an error for each language whose text
 * contains one of them.
 */
function refuseUnknownVariables(
  texts: PartialTextsByLanguage,
  knownIds: ReadonlySet<string>,
): Record<string, TextsByLanguage> {
  const fields: Record<string, TextsByLanguage> = {};
  for (const language of languages) {
    const text = texts[language] ?? "";
    const unknownName = findVariableNames(text).find((name) => !knownIds.has(name));
    const createErrorText = (reader: Language) =>
      formatProblemText({ code: "unknown_variable", detail: unknownName ?? "", limit: null }, reader);
    if (unknownName !== undefined)
      fields[`target.text.${language}`] = {
        en: createErrorText("en"),
        vi: createErrorText("vi"),
        ja: createErrorText("ja"),
      };
    else if (hasLooseBraces(text)) fields[`target.text.${language}`] = looseBracesError;
  }
  return fields;
}

/**
 * Throws an error that names each invalid keyword. `path` is the prefix of the phrase's fields in the request body,
 * such as `phrases.0.`.
 */
export function requireValidKeywordsOfPhrases(
  phrases: readonly { path: string; phrase: Pick<BotPhrase, "kind" | "keywords"> }[],
): void {
  const fields: Record<string, TextsByLanguage | "required"> = {};
  for (const { path, phrase } of phrases)
    for (const [index, keyword] of phrase.keywords.entries()) {
      const isPatternPhrase = phrase.kind === "pattern";
      const patternVerdict = isPatternPhrase ? patternUsabilityOf(keyword) : "fine";
      if (patternVerdict !== "fine") fields[`${path}keywords.${index}`] = patternErrorTexts[patternVerdict];
      // Messages and keywords are compared without punctuation. A keyword of punctuation alone would be empty, so it is
      // refused.
      else if (!isPatternPhrase && foldWords(keyword) === "") fields[`${path}keywords.${index}`] = "required";
    }
  if (Object.keys(fields).length > 0) throw new AppError("ERR.INPUT", { fields });
}

/** Throws an error that names each invalid keyword of one phrase. */
export const requireValidPhraseKeywords = (phrase: Pick<BotPhrase, "kind" | "keywords">) =>
  requireValidKeywordsOfPhrases([{ path: "", phrase }]);

/** Throws if the answer of a phrase names an article, a story or a variable that the bot does not have. */
export async function requireExistingPhraseTarget(
  tx: Kysely<DB>,
  botId: string,
  phraseTarget: BotPhrase["target"],
): Promise<void> {
  if (phraseTarget.kind === "article" && !(await findArticle(tx, botId, phraseTarget.article_id)))
    throw new AppError("ERR.INPUT", { fields: { "target.article_id": "choice" } });
  if (phraseTarget.kind === "story" && !(await listFlowIds(tx, botId)).has(phraseTarget.flow_id))
    throw new AppError("ERR.INPUT", { fields: { "target.flow_id": "choice" } });
  if (phraseTarget.kind === "answer") {
    const fields = refuseUnknownVariables(phraseTarget.text, await listVariableNames(tx, botId));
    if (Object.keys(fields).length > 0) throw new AppError("ERR.INPUT", { fields });
  }
}
