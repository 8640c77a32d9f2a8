/**
 * Matches LRO and RLO (direction overrides), which display letters in another order than they were typed. No language
 * needs them.
 */
const directionOverridePattern = /[\u202d\u202e]/g;

/**
 * Removes direction overrides, because with them `gpj.exe` can be displayed as `exe.jpg`. Keeps the other characters
 * that control direction (marks, embeddings and isolates). Arabic and Hebrew need these, and they do not reverse Latin
 * letters.
 */
export const removeDirectionOverrides = (text: string): string => text.replace(directionOverridePattern, "");

const rightToLeftPattern =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200f\u202b\u2067]/u;

/**
 * Makes a name safe to insert into a sentence. A right-to-left name is wrapped in FSI and PDI (Unicode isolates), so
 * that it does not reorder the words around it.
 */
export const isolateDirection = (text: string): string =>
  rightToLeftPattern.test(text) ? `\u2068${text}\u2069` : text;
