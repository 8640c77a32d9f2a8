/**
 * LRO and RLO show letters in another order than the order in which they were written. No language needs
 * them.
 */
const overrides = /[\u202d\u202e]/g;

/**
 * Removes direction overrides, with which `gpj.exe` can be shown as `exe.jpg`. Marks, embeddings and isolates
 * stay: Arabic and Hebrew need them, and they do not reverse Latin letters.
 */
export const withoutOverrides = (text: string): string => text.replace(overrides, "");

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200f\u202b\u2067]/u;

/**
 * A name to put into a sentence. A right-to-left name is wrapped in FSI and PDI (Unicode isolates), so that
 * it does not reorder the words around it.
 */
export const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);
