import { type Language, languages } from "@kakehashi/contract/languages";

/**
 * Maximum number of n-grams under which a text is indexed for the search for similar texts. Of a longer text, only a
 * selection of its n-grams is indexed.
 */
const maximumNgrams = 400;

/**
 * Number of characters in one n-gram of a text. Two Japanese characters carry about as much meaning as three letters of
 * the other languages.
 */
const ngramLengthOf = (language: Language): number => (language === "ja" ? 2 : 3);

export interface TranslationLanguages {
  readonly from: Language;
  readonly to: Language;
}

/** The hash FNV-1a as a signed 32-bit integer, which is PostgreSQL's `integer`. */
function hashNgram(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value | 0;
}

/**
 * Returns the size class of a text by its length. Each class begins at a length that is 20 % above the beginning of the
 * class before it.
 */
const sizeClassOf = (length: number): number => Math.floor(Math.log(Math.max(1, length)) / Math.log(1.2));

/**
 * Returns the index key of an n-gram. The key includes the size class of the text, so that a search finds only texts of
 * similar length. The n-gram's hash already includes the two languages.
 */
const indexKeyOf = (ngramHash: number, size: number): number =>
  (Math.imul(ngramHash ^ size, 0x9e3779b1) ^ (ngramHash >>> 15)) | 0;

/** Returns the hashes of a normalised text's n-grams, each once, in the order of the text. */
function ngramHashesOf(folded: string, { from, to }: TranslationLanguages): number[] {
  const length = ngramLengthOf(from);
  const paddedText = from === "ja" && folded.length > 1 ? folded : ` ${folded} `;
  const seed = languages.indexOf(from) * languages.length + languages.indexOf(to) + 1;
  const ngramHashes = new Set<number>();
  const count = Math.max(1, paddedText.length - length + 1);
  const hashDivisor = Math.max(1, Math.floor(count / maximumNgrams));
  // A text of up to `maximumNgrams` n-grams keeps all of them. A longer text keeps the n-grams whose hash is a multiple
  // of `hashDivisor`, so that two similar texts keep the same n-grams.
  for (let at = 0; at < count; at++) {
    const ngramHash = hashNgram(paddedText.slice(at, at + length), seed);
    if (hashDivisor === 1 || (ngramHash >>> 0) % hashDivisor === 0) ngramHashes.add(ngramHash);
  }
  if (ngramHashes.size === 0) ngramHashes.add(hashNgram(paddedText.slice(0, length), seed));
  return [...ngramHashes];
}

/** Returns the keys under which a normalised text is indexed. */
export function indexKeysOfText(folded: string, pair: TranslationLanguages): number[] {
  const size = sizeClassOf(folded.length);
  return [...new Set(ngramHashesOf(folded, pair).map((ngramHash) => indexKeyOf(ngramHash, size)))];
}

/**
 * How often the index keys of texts occur. `shareByKey` contains, for each frequent key, its share of all rows. Every
 * other key occurs in at most the share `maximumShareOfOtherKeys`.
 */
export interface IndexKeyFrequencies {
  readonly rows: number;
  readonly shareByKey: ReadonlyMap<number, number>;
  readonly maximumShareOfOtherKeys: number;
}

/**
 * How many n-grams of a text a search for similar texts uses. A text is cut into `parts` parts, and the search uses the
 * `ngramsPerPart` rarest n-grams of each part. A text with fewer than `minimumNgramsToSplit` n-grams is not cut, and
 * the search uses its `ngramsOfShortText` rarest n-grams.
 */
const searchLimits = { parts: 3, ngramsPerPart: 3, minimumNgramsToSplit: 15, ngramsOfShortText: 5 } as const;

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
export function rareIndexKeyGroups(
  folded: string,
  pair: TranslationLanguages,
  minimumSimilarity: number,
  frequencies: IndexKeyFrequencies,
): number[][][] {
  const { length } = folded;
  const smallestSizeClass = sizeClassOf(Math.ceil(length * minimumSimilarity));
  const sizes = Array.from(
    { length: sizeClassOf(Math.floor(length / minimumSimilarity)) - smallestSizeClass + 1 },
    (_, index) => smallestSizeClass + index,
  );
  const shuffledOrderOf = (index: number) => (Math.imul(index, 0x9e3779b1) >>> 0) / 2 ** 32;
  const ngramsWithKeys = ngramHashesOf(folded, pair).map((ngramHash, index) => {
    const keys = sizes.map((size) => indexKeyOf(ngramHash, size));
    const share = keys.reduce(
      (sum, key) => sum + (frequencies.shareByKey.get(key) ?? frequencies.maximumShareOfOtherKeys),
      0,
    );
    return { keys, share, index, order: shuffledOrderOf(index) };
  });
  const keysOfRarestNgrams = (ngrams: typeof ngramsWithKeys, maximumKeys: number): number[] =>
    ngrams
      .toSorted((a, b) => a.share - b.share || a.order - b.order)
      .slice(0, maximumKeys)
      .flatMap(({ keys }) => keys);
  if (ngramsWithKeys.length < searchLimits.minimumNgramsToSplit)
    return [[keysOfRarestNgrams(ngramsWithKeys, searchLimits.ngramsOfShortText)]];
  const parts = Array.from({ length: searchLimits.parts }, (_, part) =>
    keysOfRarestNgrams(
      ngramsWithKeys.filter(
        ({ index }) => Math.floor((index * searchLimits.parts) / ngramsWithKeys.length) === part,
      ),
      searchLimits.ngramsPerPart,
    ),
  );
  return parts.flatMap((first, at) => parts.slice(at + 1).map((second) => [first, second]));
}
