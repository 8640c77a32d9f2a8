import type { Executor } from "../../kit/db/database.ts";
import { similarity } from "../../kit/text-distance.ts";
import { type IndexKeyFrequencies, rareIndexKeyGroups, type TranslationLanguages } from "./grams.ts";
import { listSimilarPairCandidates } from "./similar-store.ts";

/**
 * Maximum number of characters that one search compares, over all candidates. Comparing a million characters takes
 * about ten milliseconds.
 */
const maximumComparedCharacters = 1_000_000;

export interface SimilarPair {
  id: string;
  /** How similar the two texts are: at least the search's minimum, and 1 if they are equal. */
  similarity: number;
}

/**
 * Finds the translation pairs whose source is similar to a normalised text, most similar first. An index of rare
 * n-grams finds candidates. The Levenshtein distance then decides (decision 41).
 */
export async function findSimilarPairs(
  db: Executor,
  frequencies: IndexKeyFrequencies,
  pair: TranslationLanguages,
  folded: string,
  scopes: readonly string[],
  minimumSimilarity: number,
): Promise<SimilarPair[]> {
  const { length } = [...folded];
  const candidates = await listSimilarPairCandidates(db, pair, scopes, {
    anyOf: rareIndexKeyGroups(folded, pair, minimumSimilarity, frequencies),
    // A text with a length outside this range cannot be similar enough.
    shortest: Math.ceil(length * minimumSimilarity),
    longest: Math.floor(length / minimumSimilarity),
    maximum: Math.max(100, Math.floor(maximumComparedCharacters / (length + 20))),
  });
  const similarPairs: SimilarPair[] = [];
  for (const candidate of candidates) {
    const share = similarity(folded, candidate.folded, minimumSimilarity);
    if (share >= minimumSimilarity) similarPairs.push({ id: candidate.id, similarity: share });
  }
  return similarPairs.sort((a, b) => b.similarity - a.similarity);
}
