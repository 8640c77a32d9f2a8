/** The distance between a katakana and its hiragana in Unicode. */
const katakanaToHiragana = 0x60;

/**
 * The form in which a search compares texts. Width, case and accents make no difference (Dự án is du an), nor
 * do katakana and hiragana (ﾃｽﾄ and テスト are てすと). が differs from か, and the long vowel mark stays.
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

/** Scripts without spaces: every character may begin a word. */
const unspaced = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}ー";
export const pieces = new RegExp(
  `(?<run>[${unspaced}]+)|(?<word>(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+)|(?<sign>\\p{Extended_Pictographic})`,
  "gu",
);
/**
 * How many characters of a word are indexed. Longer ones are keys and hashes; they are found by their
 * beginning.
 */
const maximumWordLength = 64;

export interface Piece {
  /** Characters of a script without spaces, a word, or an emoji. */
  kind: "run" | "word" | "sign";
  text: string;
}

/** The pieces of a folded text, without the separators between them. */
export function* piecesOf(folded: string): Generator<Piece> {
  for (const { groups } of folded.matchAll(pieces)) {
    if (groups?.run !== undefined) yield { kind: "run", text: groups.run };
    else if (groups?.word !== undefined)
      yield { kind: "word", text: [...groups.word].slice(0, maximumWordLength).join("") };
    else if (groups?.sign !== undefined) yield { kind: "sign", text: groups.sign };
  }
}

/**
 * The words to index a folded text by, each once. A run of a script without spaces gives its pairs of
 * characters and its last character, so that a single character is found as the beginning of a pair.
 */
export function lexemesOf(folded: string): string[] {
  const lexemes = new Set<string>();
  for (const { kind, text } of piecesOf(folded)) {
    if (kind !== "run") lexemes.add(text);
    else for (const letterPair of pairsOf(text)) lexemes.add(letterPair);
  }
  return [...lexemes];
}

export function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.map((character, index) => character + (characters[index + 1] ?? ""));
}
