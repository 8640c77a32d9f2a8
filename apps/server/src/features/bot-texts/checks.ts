import { lowestLimit, type TextKind } from "@kakehashi/contract/flows/block-texts";
import type { Platform } from "@kakehashi/contract/flows/limits";
import { lengthOf, namesIn } from "@kakehashi/contract/flows/texts";
import { problemText } from "@kakehashi/contract/flows/validate";
import type { Language, Texts } from "@kakehashi/contract/languages";
import { AppError } from "../../kit/errors.ts";

const toPlaceholderList = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(", ");

/**
 * Throws if the translation lacks a variable of its original, or has a variable that the original lacks. The error
 * names these variables.
 */
export function requirePlaceholders(source: string, content: string): void {
  const [wanted, given] = [namesIn(source), namesIn(content)];
  const missing = wanted.filter((name) => !given.includes(name));
  const unknown = given.filter((name) => !wanted.includes(name));
  if (missing.length === 0 && unknown.length === 0) return;
  const refusal: Texts =
    missing.length > 0
      ? {
          en: `Missing in the translation: ${toPlaceholderList(missing)}`,
          vi: `Bản dịch thiếu: ${toPlaceholderList(missing)}`,
          ja: `訳文にありません：${toPlaceholderList(missing)}`,
        }
      : {
          en: `Not in the original: ${toPlaceholderList(unknown)}`,
          vi: `Không có trong bản gốc: ${toPlaceholderList(unknown)}`,
          ja: `原文にありません：${toPlaceholderList(unknown)}`,
        };
  throw new AppError("BOT_TEXT.PLACEHOLDERS", { fields: { content: refusal } });
}

/**
 * Returns the maximum characters of a text, and the platform with this limit. `maximum` is the text's own storage
 * limit, if it is lower than the usual one.
 */
export function characterLimitOf(
  { kind, maximum = Number.POSITIVE_INFINITY }: { readonly kind: TextKind; readonly maximum?: number },
  platforms: readonly Platform[],
): { readonly maximum: number; readonly platform: Platform } {
  const lowest = lowestLimit(kind, platforms);
  return maximum < lowest.maximum ? { maximum, platform: "WEB" } : lowest;
}

/** Throws, with the platform's name and limit, if the text is longer than one of the bot's platforms can show. */
export function requireLength(
  content: string,
  text: { readonly kind: TextKind; readonly maximum?: number },
  platforms: readonly Platform[],
): void {
  const shown = characterLimitOf(text, platforms);
  // The stored length is limited in UTF-16 code units, including the variables.
  const stored = characterLimitOf(text, []);
  const isShown = lengthOf(content) <= shown.maximum;
  if (isShown && content.length <= stored.maximum) return;
  const { maximum, platform } = isShown ? stored : shown;
  const tooLongTextIn = (language: Language) =>
    problemText({ code: "text_too_long", detail: platform, limit: maximum }, language);
  throw new AppError("BOT_TEXT.TOO_LONG", {
    fields: { content: { en: tooLongTextIn("en"), vi: tooLongTextIn("vi"), ja: tooLongTextIn("ja") } },
  });
}
