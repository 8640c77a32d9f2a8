/**
 * Patterns of text that machine translation must not change. They match code, mentions of people, URLs, e-mail
 * addresses, `@all`, placeholders and emoji, in this order.
 */
const protectedPatterns = [
  /```[\s\S]*?(?:```|$)/u,
  /`[^`\n]+`/u,
  /@\[[^\]\n]{1,200}\]\([0-9a-f-]{36}\)/u,
  /https?:\/\/[^\s<>"'、。，）」』】]+/u,
  /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u,
  /(?<![\p{L}\p{N}_@.])@all(?![\p{L}\p{N}_])/u,
  /\{\{[^{}\n]{1,100}\}\}|\$?\{[\w.]{1,100}\}|%(?:\d{1,2}\$)?[sdif](?![\p{L}\p{N}])/u,
  /:[a-z0-9_+-]{2,40}:/u,
  // Matches emoji: flags, emoji with a variant or with joined parts, and keycaps.
  /\p{Regional_Indicator}{2}|(?!\p{Regional_Indicator})(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=\uFE0F))(?:\uFE0F|\p{Emoji_Modifier}|[\u{E0020}-\u{E007F}]|\u200D\p{Extended_Pictographic})*|[\d#*]\uFE0F\u20E3/u,
];
export const protectedPartsPattern = new RegExp(
  protectedPatterns.map(({ source }) => source).join("|"),
  "gu",
);
/**
 * Matches the placeholders that `maskProtectedParts` writes, such as `{{0}}`. Also matches variants in a provider's
 * response: with spaces inside, or with full-width characters.
 */
const placeholderPattern = /[{｛]\s*[{｛]\s*(\d{1,4}|[０-９]{1,4})\s*[}｝]\s*[}｝]/gu;

export interface MaskedText {
  /** The text in which `{{0}}`, `{{1}}` and so on replace the protected parts. */
  text: string;
  protectedTexts: readonly string[];
}

/** Replaces the parts that machine translation must not change, such as code and URLs, with placeholders. */
export function maskProtectedParts(content: string): MaskedText {
  const protectedTexts: string[] = [];
  const createPlaceholder = (protectedPart: string) => `{{${protectedTexts.push(protectedPart) - 1}}}`;
  // One pass replaces all protected parts. With one pass per pattern, a later pass could replace the placeholders of an
  // earlier one.
  const text = content.replace(protectedPartsPattern, createPlaceholder);
  return { text, protectedTexts };
}

/**
 * Replaces the placeholders in a translation by the protected parts. Null if a placeholder is missing, unknown or
 * occurs twice.
 */
export function restoreProtectedParts(translation: string, { protectedTexts }: MaskedText): string | null {
  const restoredIndexes = new Set<number>();
  let isInvalid = false;
  const text = translation.replace(placeholderPattern, (_, digits: string) => {
    const index = Number(digits.normalize("NFKC"));
    const protectedText = protectedTexts[index];
    if (protectedText === undefined || restoredIndexes.has(index)) isInvalid = true;
    restoredIndexes.add(index);
    return protectedText ?? "";
  });
  return isInvalid || restoredIndexes.size !== protectedTexts.length ? null : text;
}

/** Whether a masked text has letters outside its placeholders. Otherwise there is nothing to translate. */
export const hasTextToTranslate = ({ text }: MaskedText): boolean =>
  /\p{L}/u.test(text.replace(placeholderPattern, ""));
