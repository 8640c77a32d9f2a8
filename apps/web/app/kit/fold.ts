/** Without accents and case, half-width kana as full, katakana as hiragana: how a hurried person searches. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("đ", "d")
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - katakanaToHiragana));
}

/** How far apart Unicode keeps the two. */
const katakanaToHiragana = 0x60;
