import { findLowestTextLimit, type LimitedTextKind } from "@kakehashi/contract/flows/block-texts";
import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import {
  countCharactersWithoutPlaceholders,
  findVariableNames,
  hasLooseBraces,
  looseBracesError,
} from "@kakehashi/contract/flows/texts";
import { formatProblemText } from "@kakehashi/contract/flows/validate";
import type { Language, TextsByLanguage } from "@kakehashi/contract/languages";
import { AppError } from "../../kit/errors.ts";

const toPlaceholderList = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(", ");

/**
 * Throws if the translation lacks a variable of its original, or has a variable that the original lacks. The error
 * names these variables. Also throws if the translation has braces that enclose no variable and that the original does
 * not have.
 */
export function requireSamePlaceholders(source: string, content: string): void {
  const [sourceVariableNames, contentVariableNames] = [findVariableNames(source), findVariableNames(content)];
  const missingVariableNames = sourceVariableNames.filter((name) => !contentVariableNames.includes(name));
  const unknownVariableNames = contentVariableNames.filter((name) => !sourceVariableNames.includes(name));
  if (missingVariableNames.length === 0 && unknownVariableNames.length === 0) {
    if (!hasLooseBraces(content) || hasLooseBraces(source)) return;
    throw new AppError("BOT_TEXT.PLACEHOLDERS", { fields: { content: looseBracesError } });
  }
  const placeholderErrorTexts: TextsByLanguage =
    missingVariableNames.length > 0
      ? {
          en: `Missing in the translation: ${toPlaceholderList(missingVariableNames)}`,
          vi: `Bản dịch thiếu: ${toPlaceholderList(missingVariableNames)}`,
          ja: `訳文にありません：${toPlaceholderList(missingVariableNames)}`,
        }
      : {
          en: `Not in the original: ${toPlaceholderList(unknownVariableNames)}`,
          vi: `Không có trong bản gốc: ${toPlaceholderList(unknownVariableNames)}`,
          ja: `原文にありません：${toPlaceholderList(unknownVariableNames)}`,
        };
  throw new AppError("BOT_TEXT.PLACEHOLDERS", { fields: { content: placeholderErrorTexts } });
}

/**
 * Returns the maximum number of characters of a text, and the platform that sets this limit. `maximum` is the text's
 * own storage limit, if that is lower than the storage limit of its kind. The platform of a storage limit is `WEB`.
 */
export function findCharacterLimit(
  { kind, maximum = Number.POSITIVE_INFINITY }: { readonly kind: LimitedTextKind; readonly maximum?: number },
  platforms: readonly BotPlatform[],
): { readonly maximum: number; readonly platform: BotPlatform } {
  const lowestPlatformLimit = findLowestTextLimit(kind, platforms);
  return maximum < lowestPlatformLimit.maximum ? { maximum, platform: "WEB" } : lowestPlatformLimit;
}

/**
 * Throws if the text is too long to be stored, or longer than one of the bot's platforms can show. The error names the
 * limit and its platform.
 */
export function requireAllowedLength(
  content: string,
  text: { readonly kind: LimitedTextKind; readonly maximum?: number },
  platforms: readonly BotPlatform[],
): void {
  const platformTextLimit = findCharacterLimit(text, platforms);
  // A stored text is limited in UTF-16 code units, including its variables. A platform's limit counts the characters
  // without the variables.
  const storageTextLimit = findCharacterLimit(text, []);
  const isWithinPlatformLimit = countCharactersWithoutPlaceholders(content) <= platformTextLimit.maximum;
  if (isWithinPlatformLimit && content.length <= storageTextLimit.maximum) return;
  const { maximum, platform } = isWithinPlatformLimit ? storageTextLimit : platformTextLimit;
  const createTooLongErrorText = (language: Language) =>
    formatProblemText({ code: "text_too_long", detail: platform, limit: maximum }, language);
  throw new AppError("BOT_TEXT.TOO_LONG", {
    fields: {
      content: {
        en: createTooLongErrorText("en"),
        vi: createTooLongErrorText("vi"),
        ja: createTooLongErrorText("ja"),
      },
    },
  });
}
