import { type Language, languages } from "@kakehashi/contract/languages";

/**
 * Maximum number of n-grams under which a text is indexed for the search for similar texts. Of a longer text, only a
 * selection of its n-grams is indexed.
 */
const maximumGrams = 400;

/**
 * Number of characters in one n-gram of a text. Two Japanese characters carry about as much meaning as three letters of
 * the other languages.
 */
const gramLength = (language: Language): number => (language === "ja" ? 2 : 3);

export interface GramLanguagePair {
  readonly from: Language;
  readonly to: Language;
}

/** The hash FNV-1a as a signed 32-bit integer, which is PostgreSQL's `integer`. */
function hashOfGram(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value | 0;
}

/**
 * Returns the size class of a text by its length. Each class begins at a length that is 20 % above the beginning of the
 * class before it.
 */
const sizeOf = (length: number): number => Math.floor(Math.log(Math.max(1, length)) / Math.log(1.2));

/**
 * Returns the index key of an n-gram. The key includes the size class of the text, so that a search finds only texts of
 * similar length. The n-gram's hash already includes the two languages.
 */
const keyOf = (gram: number, size: number): number =>
  (Math.imul(gram ^ size, 0x9e3779b1) ^ (gram >>> 15)) | 0;

/** Returns the hashes of a normalised text's n-grams, each once, in the order of the text. */
function piecesOf(folded: string, { from, to }: GramLanguagePair): number[] {
  const length = gramLength(from);
  const padded = from === "ja" && folded.length > 1 ? folded : ` ${folded} `;
  const seed = languages.indexOf(from) * languages.length + languages.indexOf(to) + 1;
  const pieces = new Set<number>();
  const count = Math.max(1, padded.length - length + 1);
  const stride = Math.max(1, Math.floor(count / maximumGrams));
  // A text of up to `maximumGrams` n-grams keeps all of them. A longer text keeps the n-grams whose hash is a multiple
  // of `stride`, so that two similar texts keep the same n-grams.
  for (let at = 0; at < count; at++) {
    const gram = hashOfGram(padded.slice(at, at + length), seed);
    if (stride === 1 || (gram >>> 0) % stride === 0) pieces.add(gram);
  }
  if (pieces.size === 0) pieces.add(hashOfGram(padded.slice(0, length), seed));
  return [...pieces];
}

/** Returns the keys under which a normalised text is indexed. */
export function gramsOf(folded: string, pair: GramLanguagePair): number[] {
  const size = sizeOf(folded.length);
  return [...new Set(piecesOf(folded, pair).map((gram) => keyOf(gram, size)))];
}

/**
 * How often the index keys of texts occur. `shareByGram` contains, for each frequent key, its share of all rows. Every
 * other key occurs in at most the share `rarest`.
 */
export interface GramCounts {
  readonly rows: number;
  readonly shareByGram: ReadonlyMap<number, number>;
  readonly rarest: number;
}

/**
 * How many n-grams of a text a search for similar texts uses. A text is cut into `parts` parts, and the search uses the
 * `ofPart` rarest n-grams of each part. A text with fewer than `fewest` n-grams is not cut, and the search uses its
 * `ofShort` rarest n-grams.
 */
const searchLimits = { parts: 3, ofPart: 3, fewest: 15, ofShort: 5 } as const;

/**
 * Returns lists of key groups for a search for similar texts. There is a list in which a similar text has at least one
 * key of each group.
 *
 * The search uses the rarest n-grams of a text, because few other texts contain them. Among equally rare n-grams it
 * takes some from all over the text, because one changed word changes all n-grams around it.
 *
 * A longer text is cut into three parts. Similar texts share n-grams of at least two parts. Texts that only share a
 * rare word share n-grams of one part.
 */
export function rareGrams(
  folded: string,
  pair: GramLanguagePair,
  minimumSimilarity: number,
  counts: GramCounts,
): number[][][] {
  const { length } = folded;
  const smallest = sizeOf(Math.ceil(length * minimumSimilarity));
  const sizes = Array.from(
    { length: sizeOf(Math.floor(length / minimumSimilarity)) - smallest + 1 },
    (_, index) => smallest + index,
  );
  const orderKeyOf = (index: number) => (Math.imul(index, 0x9e3779b1) >>> 0) / 2 ** 32;
  const pieces = piecesOf(folded, pair).map((gram, index) => {
    const keys = sizes.map((size) => keyOf(gram, size));
    const share = keys.reduce((sum, key) => sum + (counts.shareByGram.get(key) ?? counts.rarest), 0);
    return { keys, share, index, order: orderKeyOf(index) };
  });
  const keysOfRarestGrams = (ofPart: typeof pieces, maximumKeys: number): number[] =>
    ofPart
      .toSorted((a, b) => a.share - b.share || a.order - b.order)
      .slice(0, maximumKeys)
      .flatMap(({ keys }) => keys);
  if (pieces.length < searchLimits.fewest) return [[keysOfRarestGrams(pieces, searchLimits.ofShort)]];
  const parts = Array.from({ length: searchLimits.parts }, (_, part) =>
    keysOfRarestGrams(
      pieces.filter(({ index }) => Math.floor((index * searchLimits.parts) / pieces.length) === part),
      searchLimits.ofPart,
    ),
  );
  return parts.flatMap((first, at) => parts.slice(at + 1).map((second) => [first, second]));
}
