/** LRO and RLO: they show letters in another order than they are written in. No language needs them. */
const overrides = /[\u202d\u202e]/g;

/**
 * The text without direction overrides, with which `gpj.exe` can be made to read `exe.jpg`. Marks, embeddings and isolates
 * stay: texts in Arabic and Hebrew use them, and they turn no letters of Latin script.
 */
export const withoutOverrides = (text: string): string => text.replace(overrides, "");

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200f\u202b\u2067]/u;

/**
 * For a name inside a sentence: where it is written from right to left, it is isolated (Unicode's FSI and PDI), so that it
 * does not reorder what stands beside it.
 */
export const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);
