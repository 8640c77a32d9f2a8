import { type Language, languages } from "@kakehashi/contract/languages";

/** The most pieces under which one text is indexed. For longer texts, pieces from the whole text are chosen. */
const maximumGrams = 400;

/** Two Japanese characters say as much as three letters of the other languages. */
const gramLength = (language: Language): number => (language === "ja" ? 2 : 3);

export interface Pair {
  readonly from: Language;
  readonly to: Language;
}

/** FNV-1a, as a signed 32-bit integer of PostgreSQL. */
function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value | 0;
}

/** The size class of a text: each class is a fifth longer than the one before. */
const sizeOf = (length: number): number => Math.floor(Math.log(Math.max(1, length)) / Math.log(1.2));

/**
 * The index key of a piece. It contains the size class of the text, so that a search does not find texts of other
 * sizes. (The piece's hash contains the languages.)
 */
const keyOf = (gram: number, size: number): number =>
  (Math.imul(gram ^ size, 0x9e3779b1) ^ (gram >>> 15)) | 0;

/** The hashes of a folded text's pieces, each once, in their order. */
function piecesOf(folded: string, { from, to }: Pair): number[] {
  const length = gramLength(from);
  const padded = from === "ja" && folded.length > 1 ? folded : ` ${folded} `;
  const seed = languages.indexOf(from) * languages.length + languages.indexOf(to) + 1;
  const pieces = new Set<number>();
  const count = Math.max(1, padded.length - length + 1);
  const stride = Math.max(1, Math.floor(count / maximumGrams));
  // Texts of usual length keep every piece. Long texts keep the pieces whose hash is a multiple of `stride`, so that
  // two similar texts keep the same pieces.
  for (let at = 0; at < count; at++) {
    const gram = hash(padded.slice(at, at + length), seed);
    if (stride === 1 || (gram >>> 0) % stride === 0) pieces.add(gram);
  }
  if (pieces.size === 0) pieces.add(hash(padded.slice(0, length), seed));
  return [...pieces];
}

/** The keys under which a folded text is indexed. */
export function gramsOf(folded: string, pair: Pair): number[] {
  const size = sizeOf(folded.length);
  return [...new Set(piecesOf(folded, pair).map((gram) => keyOf(gram, size)))];
}

/**
 * For each frequent key: the fraction of all rows that have it. Keys that are not listed are in fewer rows than
 * `rarest`.
 */
export interface GramCounts {
  readonly rows: number;
  readonly shareByGram: ReadonlyMap<number, number>;
  readonly rarest: number;
}

/**
 * `parts`: the parts into which a text is cut. `ofPart`: the rarest pieces that are used of each. A text with fewer than
 * `fewest` pieces is not cut, and `ofShort` pieces are used.
 */
const limits = { parts: 3, ofPart: 3, fewest: 15, ofShort: 5 } as const;

/**
 * What a search looks for: a similar text has a key of each group of one of these lists. The rarest pieces are used,
 * because they lead to few texts. Among equally rare ones, those spread over the text are used, because one changed word
 * changes all pieces at its place. A longer text is cut into three parts, and a similar one has a piece of two of them:
 * texts that only share a rare word have a piece of one.
 */
export function rareGrams(folded: string, pair: Pair, least: number, counts: GramCounts): number[][][] {
  const { length } = folded;
  const smallest = sizeOf(Math.ceil(length * least));
  const sizes = Array.from(
    { length: sizeOf(Math.floor(length / least)) - smallest + 1 },
    (_, index) => smallest + index,
  );
  const spread = (index: number) => (Math.imul(index, 0x9e3779b1) >>> 0) / 2 ** 32;
  const pieces = piecesOf(folded, pair).map((gram, index) => {
    const keys = sizes.map((size) => keyOf(gram, size));
    const share = keys.reduce((sum, key) => sum + (counts.shareByGram.get(key) ?? counts.rarest), 0);
    return { keys, share, index, order: spread(index) };
  });
  const keysOfRarest = (ofPart: typeof pieces, most: number): number[] =>
    ofPart
      .toSorted((a, b) => a.share - b.share || a.order - b.order)
      .slice(0, most)
      .flatMap(({ keys }) => keys);
  if (pieces.length < limits.fewest) return [[keysOfRarest(pieces, limits.ofShort)]];
  const parts = Array.from({ length: limits.parts }, (_, part) =>
    keysOfRarest(
      pieces.filter(({ index }) => Math.floor((index * limits.parts) / pieces.length) === part),
      limits.ofPart,
    ),
  );
  return parts.flatMap((first, at) => parts.slice(at + 1).map((second) => [first, second]));
}
