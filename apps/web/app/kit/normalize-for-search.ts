/**
 * Normalises a text for searching: removes accents, makes it lower case and kana full-width, and turns katakana into
 * hiragana.
 */
export function normalizeForSearch(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("đ", "d")
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - katakanaToHiragana));
}

/** The distance between katakana and hiragana in Unicode. */
const katakanaToHiragana = 0x60;
