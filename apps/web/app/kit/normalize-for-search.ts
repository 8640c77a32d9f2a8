/** Normalises text for searching: no accents, lower case, full-width kana, hiragana for katakana. */
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
