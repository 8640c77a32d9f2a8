import type { Executor } from "../../kit/db/database.ts";
import { similarity } from "../../kit/text-distance.ts";
import { type GramCounts, type GramLanguagePair, rareGrams } from "./grams.ts";
import { listCandidates } from "./store.ts";

/**
 * Maximum number of characters that one search compares, over all candidates. Comparing a million characters takes
 * about ten milliseconds.
 */
const maximumCompared = 1_000_000;

export interface SimilarPair {
  id: string;
  /** How similar the two texts are: at least the search's minimum `least`, and 1 if they are equal. */
  similarity: number;
}

/**
 * Finds the translation pairs whose source is similar to a normalised text, most similar first. An index of rare
 * n-grams finds candidates. The Levenshtein distance then decides (decision 41).
 */
export async function findSimilar(
  db: Executor,
  counts: GramCounts,
  pair: GramLanguagePair,
  folded: string,
  scopes: readonly string[],
  least: number,
): Promise<SimilarPair[]> {
  const { length } = [...folded];
  const candidates = await listCandidates(db, pair, scopes, {
    anyOf: rareGrams(folded, pair, least, counts),
    // A text with a length outside this range cannot be similar enough.
    shortest: Math.ceil(length * least),
    longest: Math.floor(length / least),
    maximum: Math.max(100, Math.floor(maximumCompared / (length + 20))),
  });
  const similarUnits: SimilarPair[] = [];
  for (const candidate of candidates) {
    const share = similarity(folded, candidate.folded, least);
    if (share >= least) similarUnits.push({ id: candidate.id, similarity: share });
  }
  return similarUnits.sort((a, b) => b.similarity - a.similarity);
}
