/** How far apart Unicode keeps a katakana and its hiragana. */
const katakanaToHiragana = 0x60;

/**
 * Texts as they are compared in a search: full and half width, case and accents do not matter (Dự án is du an), nor does
 * which kana a word is written in (ﾃｽﾄ and テスト are てすと), while が stays apart from か and the long vowel mark stays.
 * `fold_text` in the database does the same.
 */
export function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("đ", "d")
    .normalize("NFC")
    .replace(/[ァ-ヶヽヾ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - katakanaToHiragana));
}

/** Scripts written without spaces: every character may begin a word. */
const unspaced = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}ー";
export const pieces = new RegExp(
  `(?<run>[${unspaced}]+)|(?<word>(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+)|(?<sign>\\p{Extended_Pictographic})`,
  "gu",
);
/** Characters of a word that count: longer ones are keys and hashes, found by their beginning. */
const maximumWordLength = 64;

export interface Piece {
  /** A run of a script without spaces, a word, or an emoji. */
  kind: "run" | "word" | "sign";
  text: string;
}

/** What a folded text consists of, without what separates. */
export function* piecesOf(folded: string): Generator<Piece> {
  for (const { groups } of folded.matchAll(pieces)) {
    if (groups?.run !== undefined) yield { kind: "run", text: groups.run };
    else if (groups?.word !== undefined)
      yield { kind: "word", text: [...groups.word].slice(0, maximumWordLength).join("") };
    else if (groups?.sign !== undefined) yield { kind: "sign", text: groups.sign };
  }
}

/**
 * The words under which a folded text can be found, each once. A run is found by its pairs of characters, and by its
 * last one alone: so one character is found as the beginning of a pair.
 */
export function lexemesOf(folded: string): string[] {
  const found = new Set<string>();
  for (const { kind, text } of piecesOf(folded)) {
    if (kind !== "run") found.add(text);
    else for (const pair of pairsOf(text)) found.add(pair);
  }
  return [...found];
}

export function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.map((character, index) => character + (characters[index + 1] ?? ""));
}
