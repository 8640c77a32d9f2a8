import { lowestLimit, type TextKind } from "@kakehashi/contract/flows/block-texts";
import type { Platform } from "@kakehashi/contract/flows/limits";
import { lengthOf, namesIn } from "@kakehashi/contract/flows/texts";
import { problemText } from "@kakehashi/contract/flows/validate";
import type { Language, Texts } from "@kakehashi/contract/languages";
import { AppError } from "../../kit/errors.ts";

const inBraces = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(", ");

/** Throws, with the names, if the translation lacks a variable of its original or has another one. */
export function requirePlaceholders(source: string, content: string): void {
  const [wanted, given] = [namesIn(source), namesIn(content)];
  const missing = wanted.filter((name) => !given.includes(name));
  const unknown = given.filter((name) => !wanted.includes(name));
  if (missing.length === 0 && unknown.length === 0) return;
  const refusal: Texts =
    missing.length > 0
      ? {
          en: `Missing in the translation: ${inBraces(missing)}`,
          vi: `Bản dịch thiếu: ${inBraces(missing)}`,
          ja: `訳文にありません：${inBraces(missing)}`,
        }
      : {
          en: `Not in the original: ${inBraces(unknown)}`,
          vi: `Không có trong bản gốc: ${inBraces(unknown)}`,
          ja: `原文にありません：${inBraces(unknown)}`,
        };
  throw new AppError("BOT_TEXT.PLACEHOLDERS", { fields: { content: refusal } });
}

/** Throws, with the platform's name and limit, if one of the bot's platforms cannot show the whole text. */
export function requireLength(content: string, kind: TextKind, platforms: readonly Platform[]): void {
  const { maximum, platform } = lowestLimit(kind, platforms);
  if (lengthOf(content) <= maximum) return;
  const textIn = (language: Language) =>
    problemText({ code: "text_too_long", detail: platform, limit: maximum }, language);
  throw new AppError("BOT_TEXT.TOO_LONG", {
    fields: { content: { en: textIn("en"), vi: textIn("vi"), ja: textIn("ja") } },
  });
}
