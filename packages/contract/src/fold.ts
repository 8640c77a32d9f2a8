/** The difference between the Unicode code points of a katakana and its hiragana. */
const katakanaToHiragana = 0x60;

/**
 * Returns the form in which a search compares texts. Ignores width, case and accents (Dự án is du an), and
 * the difference of katakana and hiragana (ﾃｽﾄ and テスト are てすと). が differs from か, and the long vowel mark
 * stays. `fold_text` in the database does the same.
 */
export function fold(text: string): string {
  // Text in ASCII needs only lower case. Most English messages are ASCII, and this function runs for every message.
  if (asciiPattern.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]+/g, "")
    .replaceAll("đ", "d")
    .normalize("NFC")
    .replace(/[ァ-ヶヽヾ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - katakanaToHiragana));
}

const asciiPattern = /^[\0-\x7f]*$/;
