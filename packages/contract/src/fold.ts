/** The distance between a katakana and its hiragana in Unicode. */
const katakanaToHiragana = 0x60;

/**
 * The form in which a search compares texts. Width, case and accents make no difference (Dự án is du an), nor
 * do katakana and hiragana (ﾃｽﾄ and テスト are てすと). が differs from か, and the long vowel mark stays.
 * `fold_text` in the database does the same.
 */
export function fold(text: string): string {
  // Most English messages need no more, and this runs for every message.
  if (isAscii.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]+/g, "")
    .replaceAll("đ", "d")
    .normalize("NFC")
    .replace(/[ァ-ヶヽヾ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - katakanaToHiragana));
}

const isAscii = /^[\0-\x7f]*$/;
