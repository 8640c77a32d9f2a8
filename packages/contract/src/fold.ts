/** The distance between the Unicode code points of a katakana and its hiragana. */
const katakanaToHiraganaOffset = 0x60;

/**
 * Folds a text for comparisons in a search. The result ignores width, case and accents (Dự án becomes du an), and the
 * difference between katakana and hiragana (ﾃｽﾄ and テスト become てすと). が still differs from か, and the long vowel mark
 * stays. `fold_text` in the database does the same.
 */
export function foldText(text: string): string {
  // ASCII text needs only lower case. This shortcut matters, because most English messages are ASCII and this function
  // runs for every message.
  if (asciiPattern.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]+/g, "")
    .replaceAll("đ", "d")
    .normalize("NFC")
    .replace(/[ァ-ヶヽヾ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - katakanaToHiraganaOffset));
}

const asciiPattern = /^[\0-\x7f]*$/;
