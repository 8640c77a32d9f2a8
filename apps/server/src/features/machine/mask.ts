/**
 * Patterns of text that machine translation must not change: code, URLs, mentions, placeholders and emoji, in
 * this order.
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
  // Matches emoji as people send them: flags, emoji with variants and joined parts, keycaps.
  /\p{Regional_Indicator}{2}|(?!\p{Regional_Indicator})(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=\uFE0F))(?:\uFE0F|\p{Emoji_Modifier}|[\u{E0020}-\u{E007F}]|\u200D\p{Extended_Pictographic})*|[\d#*]\uFE0F\u20E3/u,
];
export const protectedPartsPattern = new RegExp(
  protectedPatterns.map(({ source }) => source).join("|"),
  "gu",
);
/**
 * Matches the placeholders that `maskProtectedParts` writes, such as `{{0}}`. A provider may put spaces inside, or
 * write the braces in full width.
 */
const placeholderPattern = /[{｛]\s*[{｛]\s*(\d{1,4}|[０-９]{1,4})\s*[}｝]\s*[}｝]/gu;

export interface MaskedText {
  /** The masked text. It has `{{0}}`, `{{1}}` and so on in place of the protected parts. */
  text: string;
  protectedTexts: readonly string[];
}

/** Replaces the parts that machine translation must not change with placeholders. */
export function maskProtectedParts(content: string): MaskedText {
  const protectedTexts: string[] = [];
  const placeholderFor = (part: string) => `{{${protectedTexts.push(part) - 1}}}`;
  // Replaces all protected parts in one pass, so that placeholders are not replaced again.
  const text = content.replace(protectedPartsPattern, placeholderFor);
  return { text, protectedTexts };
}

/**
 * Puts the protected parts back into a translation. Null if a placeholder is missing, duplicated or unknown.
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

/** Whether a masked text contains letters outside its placeholders, so that there is something to translate. */
export const hasTextToTranslate = ({ text }: MaskedText): boolean =>
  /\p{L}/u.test(text.replace(placeholderPattern, ""));
