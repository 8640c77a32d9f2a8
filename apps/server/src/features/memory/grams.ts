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
 * `places`: how many index entries a search may read. `fewest`, `most`: how many pieces it uses. `group`: how
 * many pieces a group has. `groups`: the most groups.
 */
const limits = { places: 1_200, fewest: 5, most: 12, group: 4, groups: 3 } as const;

/**
 * Groups of keys for a search: a similar text has at least one key of each group. The rarest pieces are used, because
 * they lead to few texts. Among equally rare ones, those spread over the text are used, because one changed word
 * changes all pieces at its place. More groups find fewer texts to compare. A text with few pieces gets one group.
 */
export function rareGrams(folded: string, pair: Pair, least: number, counts: GramCounts): number[][] {
  const { length } = folded;
  const smallest = sizeOf(Math.ceil(length * least));
  const sizes = Array.from(
    { length: sizeOf(Math.floor(length / least)) - smallest + 1 },
    (_, index) => smallest + index,
  );
  const spread = (index: number) => (Math.imul(index, 0x9e3779b1) >>> 0) / 2 ** 32;
  const ordered = piecesOf(folded, pair)
    .map((gram, index) => {
      const keys = sizes.map((size) => keyOf(gram, size));
      const rarity = keys.reduce((sum, key) => sum + (counts.shareByGram.get(key) ?? counts.rarest), 0);
      return { keys, share: rarity, order: spread(index) };
    })
    .sort((a, b) => a.share - b.share || a.order - b.order);
  let expected = 0;
  const rarestGrams = ordered.slice(0, limits.most).filter(({ share }, index) => {
    expected += share * counts.rows;
    return index < limits.fewest || expected <= limits.places;
  });
  const count = Math.min(limits.groups, Math.max(1, Math.floor(rarestGrams.length / limits.group)));
  return Array.from({ length: count }, (_, group) =>
    rarestGrams.filter((_, index) => index % count === group).flatMap(({ keys }) => keys),
  );
}
