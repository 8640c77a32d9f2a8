import { type Language, languages } from "@kakehashi/contract/languages";

/** The pieces that one text is found by at most: of a longer one, pieces spread over the whole of it. */
const maximumGrams = 400;

/** Japanese says in two characters what others say in three letters and a space. */
const gramLength = (language: Language): number => (language === "ja" ? 2 : 3);

export interface Pair {
  readonly from: Language;
  readonly to: Language;
}

/** FNV-1a, as PostgreSQL's integer. */
function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value | 0;
}

/** Each step is a fifth longer than the one before. */
const sizeOf = (length: number): number => Math.floor(Math.log(Math.max(1, length)) / Math.log(1.2));

/** A piece as it is stored: with the pair and the size of its text in it, so that texts of other sizes are not met at all. */
const keyOf = (gram: number, size: number): number =>
  (Math.imul(gram ^ size, 0x9e3779b1) ^ (gram >>> 15)) | 0;

/** The pieces of a folded text, each once, in their order. */
function piecesOf(folded: string, { from, to }: Pair): number[] {
  const length = gramLength(from);
  const padded = from === "ja" && folded.length > 1 ? folded : ` ${folded} `;
  const seed = languages.indexOf(from) * languages.length + languages.indexOf(to) + 1;
  const found = new Set<number>();
  const count = Math.max(1, padded.length - length + 1);
  const step = Math.max(1, Math.floor(count / maximumGrams));
  // Every piece of a text of usual length. Of a long one those whose hash says so, in any text that has them.
  for (let at = 0; at < count; at++) {
    const gram = hash(padded.slice(at, at + length), seed);
    if (step === 1 || (gram >>> 0) % step === 0) found.add(gram);
  }
  if (found.size === 0) found.add(hash(padded.slice(0, length), seed));
  return [...found];
}

/** Under what a folded text is found. */
export function gramsOf(folded: string, pair: Pair): number[] {
  const size = sizeOf(folded.length);
  return [...new Set(piecesOf(folded, pair).map((gram) => keyOf(gram, size)))];
}

/** Of which share of all rows each key is one; what is not listed is in fewer than `rarest`. */
export interface GramCounts {
  readonly rows: number;
  readonly shares: ReadonlyMap<number, number>;
  readonly rarest: number;
}

/** Places in the index that a search may have to read, pieces it takes at least and at most, and pieces of a group. */
const limits = { places: 1_200, fewest: 5, most: 12, group: 4, groups: 3 } as const;

/**
 * Groups of keys: a text that is like this one has a key of each group. They are those of the rarest pieces, since what is
 * rare leads to few. Of equally rare ones those that are spread over the text: a change is usually one word, and takes all
 * pieces in one place. More groups leave less to compare; few pieces make one group.
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
      const share = keys.reduce((sum, key) => sum + (counts.shares.get(key) ?? counts.rarest), 0);
      return { keys, share, order: spread(index) };
    })
    .sort((a, b) => a.share - b.share || a.order - b.order);
  let expected = 0;
  const chosen = ordered.slice(0, limits.most).filter(({ share }, index) => {
    expected += share * counts.rows;
    return index < limits.fewest || expected <= limits.places;
  });
  const count = Math.min(limits.groups, Math.max(1, Math.floor(chosen.length / limits.group)));
  return Array.from({ length: count }, (_, group) =>
    chosen.filter((_, index) => index % count === group).flatMap(({ keys }) => keys),
  );
}
