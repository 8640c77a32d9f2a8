import { type Language, languages } from "@kakehashi/contract/languages";

/**
 * Up to this many n-grams (character sequences) of a text are all indexed in the search for similar texts. From twice
 * this number on, only a selection of about this many or somewhat more is indexed.
 */
const maximumNgrams = 400;

/**
 * The number of characters in one n-gram. In Japanese it is two, because two characters carry about as much meaning as
 * three letters of the other languages.
 */
const getNgramLength = (language: Language): number => (language === "ja" ? 2 : 3);

export interface LanguagePair {
  readonly from: Language;
  readonly to: Language;
}

/** Hashes an n-gram to a signed 32-bit integer (FNV-1a), which fits PostgreSQL's type `integer`. */
function hashNgram(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let characterIndex = 0; characterIndex < text.length; characterIndex++)
    value = Math.imul(value ^ text.charCodeAt(characterIndex), 0x01000193);
  return value | 0;
}

/**
 * Returns the size class of a text for its length. Each class begins at a length 20 % greater than the class before.
 */
const computeSizeClass = (length: number): number =>
  Math.floor(Math.log(Math.max(1, length)) / Math.log(1.2));

/**
 * Returns the index key of an n-gram. The key depends on the size class of the text, so that a search finds only texts
 * of similar length. It also depends on the two languages, through the hash of the n-gram.
 */
const computeIndexKey = (ngramHash: number, size: number): number =>
  (Math.imul(ngramHash ^ size, 0x9e3779b1) ^ (ngramHash >>> 15)) | 0;

/**
 * Returns the hashes of the n-grams of a normalised text. They are in the order of the text, and each hash occurs only
 * once.
 */
function computeNgramHashes(foldedText: string, { from, to }: LanguagePair): number[] {
  const length = getNgramLength(from);
  const paddedText = from === "ja" && foldedText.length > 1 ? foldedText : ` ${foldedText} `;
  const seed = languages.indexOf(from) * languages.length + languages.indexOf(to) + 1;
  const ngramHashes = new Set<number>();
  const count = Math.max(1, paddedText.length - length + 1);
  const hashDivisor = Math.max(1, Math.floor(count / maximumNgrams));
  // A text with fewer than twice `maximumNgrams` n-grams keeps all of them. A longer text keeps only the n-grams whose
  // hash is a multiple of `hashDivisor`. The choice depends only on the n-gram and the divisor, so two similar long
  // texts keep mostly the same ones.
  for (let ngramIndex = 0; ngramIndex < count; ngramIndex++) {
    const ngramHash = hashNgram(paddedText.slice(ngramIndex, ngramIndex + length), seed);
    if (hashDivisor === 1 || (ngramHash >>> 0) % hashDivisor === 0) ngramHashes.add(ngramHash);
  }
  if (ngramHashes.size === 0) ngramHashes.add(hashNgram(paddedText.slice(0, length), seed));
  return [...ngramHashes];
}

/** Returns the keys under which the index contains a normalised text. */
export function indexKeysOfText(folded: string, pair: LanguagePair): number[] {
  const size = computeSizeClass(folded.length);
  return [...new Set(computeNgramHashes(folded, pair).map((ngramHash) => computeIndexKey(ngramHash, size)))];
}

/**
 * How often index keys occur. `shareByKey` contains, for each frequent key, the share of rows that contain it. Every
 * other key occurs in at most `maximumShareOfUnlistedKeys` of the rows.
 */
export interface IndexKeyFrequencies {
  readonly memoryRowCount: number;
  readonly shareByKey: ReadonlyMap<number, number>;
  readonly maximumShareOfUnlistedKeys: number;
}

/**
 * Limits how many n-grams a search for similar texts uses. A text with at least `minimumNgramsToSplit` n-grams is cut
 * into `parts` parts, and the search uses the `ngramsPerPart` rarest n-grams of each part. For a shorter text, it uses
 * the `ngramsOfShortText` rarest n-grams.
 */
const searchLimits = { parts: 3, ngramsPerPart: 3, minimumNgramsToSplit: 15, ngramsOfShortText: 5 } as const;

/**
 * Returns lists of groups of index keys, by which the index finds texts that may be similar. A stored text is a
 * candidate if it matches at least one list. It matches a list if it has at least one key of every group.
 *
 * The keys belong to the rarest n-grams of the searched text, because few other texts have these. Among equally rare
 * n-grams, the choice is spread over the whole text, because one changed word changes all n-grams around it.
 *
 * A longer text is cut into three parts, and a candidate must share n-grams with two of them. Otherwise every text with
 * the same single rare word would be a candidate.
 */
export function listRareIndexKeyGroups(
  foldedText: string,
  languagePair: LanguagePair,
  minimumSimilarity: number,
  frequencies: IndexKeyFrequencies,
): number[][][] {
  const { length } = foldedText;
  const smallestSizeClass = computeSizeClass(Math.ceil(length * minimumSimilarity));
  const sizes = Array.from(
    { length: computeSizeClass(Math.floor(length / minimumSimilarity)) - smallestSizeClass + 1 },
    (_, index) => smallestSizeClass + index,
  );
  const computeShuffledOrder = (index: number) => (Math.imul(index, 0x9e3779b1) >>> 0) / 2 ** 32;
  const ngramsWithKeys = computeNgramHashes(foldedText, languagePair).map((ngramHash, index) => {
    const keys = sizes.map((size) => computeIndexKey(ngramHash, size));
    const totalShare = keys.reduce(
      (sum, key) => sum + (frequencies.shareByKey.get(key) ?? frequencies.maximumShareOfUnlistedKeys),
      0,
    );
    return { keys, share: totalShare, index, order: computeShuffledOrder(index) };
  });
  const keysOfRarestNgrams = (ngrams: typeof ngramsWithKeys, maximumKeys: number): number[] =>
    ngrams
      .toSorted((a, b) => a.share - b.share || a.order - b.order)
      .slice(0, maximumKeys)
      .flatMap(({ keys }) => keys);
  if (ngramsWithKeys.length < searchLimits.minimumNgramsToSplit)
    return [[keysOfRarestNgrams(ngramsWithKeys, searchLimits.ngramsOfShortText)]];
  const keyParts = Array.from({ length: searchLimits.parts }, (_, partIndex) =>
    keysOfRarestNgrams(
      ngramsWithKeys.filter(
        ({ index }) => Math.floor((index * searchLimits.parts) / ngramsWithKeys.length) === partIndex,
      ),
      searchLimits.ngramsPerPart,
    ),
  );
  return keyParts.flatMap((firstKeyPart, keyPartIndex) =>
    keyParts.slice(keyPartIndex + 1).map((second) => [firstKeyPart, second]),
  );
}
