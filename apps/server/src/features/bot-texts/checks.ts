import { type LimitedTextKind, lowestTextLimit } from "@kakehashi/contract/flows/block-texts";
import type { Platform } from "@kakehashi/contract/flows/limits";
import { hasLooseBraces, lengthOf, looseBracesError, variableNamesIn } from "@kakehashi/contract/flows/texts";
import { problemText } from "@kakehashi/contract/flows/validate";
import type { Language, TextsByLanguage } from "@kakehashi/contract/languages";
import { AppError } from "../../kit/errors.ts";

const toPlaceholderList = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(", ");

/**
 * Throws if the translation lacks a variable of its original, or has a variable that the original lacks. The error
 * names these variables. Also throws if the translation has braces that enclose no variable and that the original does
 * not have.
 */
export function requireSamePlaceholders(source: string, content: string): void {
  const [sourceNames, contentNames] = [variableNamesIn(source), variableNamesIn(content)];
  const missingNames = sourceNames.filter((name) => !contentNames.includes(name));
  const unknownNames = contentNames.filter((name) => !sourceNames.includes(name));
  if (missingNames.length === 0 && unknownNames.length === 0) {
    if (!hasLooseBraces(content) || hasLooseBraces(source)) return;
    throw new AppError("BOT_TEXT.PLACEHOLDERS", { fields: { content: looseBracesError } });
  }
  const placeholderErrorTexts: TextsByLanguage =
    missingNames.length > 0
      ? {
          en: `Missing in the translation: ${toPlaceholderList(missingNames)}`,
          vi: `Bản dịch thiếu: ${toPlaceholderList(missingNames)}`,
          ja: `訳文にありません：${toPlaceholderList(missingNames)}`,
        }
      : {
          en: `Not in the original: ${toPlaceholderList(unknownNames)}`,
          vi: `Không có trong bản gốc: ${toPlaceholderList(unknownNames)}`,
          ja: `原文にありません：${toPlaceholderList(unknownNames)}`,
        };
  throw new AppError("BOT_TEXT.PLACEHOLDERS", { fields: { content: placeholderErrorTexts } });
}

/**
 * Returns the maximum characters of a text, and the platform with this limit. `maximum` is the text's own storage
 * limit, if it is lower than the usual one.
 */
export function characterLimitOf(
  { kind, maximum = Number.POSITIVE_INFINITY }: { readonly kind: LimitedTextKind; readonly maximum?: number },
  platforms: readonly Platform[],
): { readonly maximum: number; readonly platform: Platform } {
  const lowestPlatformLimit = lowestTextLimit(kind, platforms);
  return maximum < lowestPlatformLimit.maximum ? { maximum, platform: "WEB" } : lowestPlatformLimit;
}

/** Throws, with the platform's name and limit, if the text is longer than one of the bot's platforms can show. */
export function requireAllowedLength(
  content: string,
  text: { readonly kind: LimitedTextKind; readonly maximum?: number },
  platforms: readonly Platform[],
): void {
  const platformTextLimit = characterLimitOf(text, platforms);
  // A stored text is limited in UTF-16 code units, including its variables. A platform's limit counts the characters
  // without the variables.
  const storageTextLimit = characterLimitOf(text, []);
  const isWithinPlatformLimit = lengthOf(content) <= platformTextLimit.maximum;
  if (isWithinPlatformLimit && content.length <= storageTextLimit.maximum) return;
  const { maximum, platform } = isWithinPlatformLimit ? storageTextLimit : platformTextLimit;
  const tooLongErrorText = (language: Language) =>
    problemText({ code: "text_too_long", detail: platform, limit: maximum }, language);
  throw new AppError("BOT_TEXT.TOO_LONG", {
    fields: {
      content: { en: tooLongErrorText("en"), vi: tooLongErrorText("vi"), ja: tooLongErrorText("ja") },
    },
  });
}
