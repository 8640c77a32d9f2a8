import type { Executor } from "../../kit/db/database.ts";
import { computeSimilarity } from "../../kit/text-distance.ts";
import { type IndexKeyFrequencies, type LanguagePair, listRareIndexKeyGroups } from "./grams.ts";
import { listSimilarPairCandidates } from "./similar-store.ts";

/**
 * Maximum number of characters that one search compares, over all candidates. Comparing a million takes about 10 ms.
 */
const maximumComparedCharacters = 1_000_000;

export interface SimilarPair {
  id: string;
  /** The similarity of the two texts. It is between the minimum of the search and 1, which means equal. */
  similarity: number;
}

/**
 * Finds the translation pairs whose source is similar to a normalised text, most similar first. An index of rare
 * n-grams finds candidates. The Levenshtein distance then decides (decision 41).
 */
export async function findSimilarPairs(
  db: Executor,
  frequencies: IndexKeyFrequencies,
  languagePair: LanguagePair,
  foldedText: string,
  scopes: readonly string[],
  minimumSimilarity: number,
): Promise<SimilarPair[]> {
  const { length } = [...foldedText];
  const candidates = await listSimilarPairCandidates(db, languagePair, scopes, {
    anyOf: listRareIndexKeyGroups(foldedText, languagePair, minimumSimilarity, frequencies),
    // A text that is shorter or longer than these limits cannot reach the minimum similarity.
    shortest: Math.ceil(length * minimumSimilarity),
    longest: Math.floor(length / minimumSimilarity),
    maximum: Math.max(100, Math.floor(maximumComparedCharacters / (length + 20))),
  });
  const similarPairs: SimilarPair[] = [];
  for (const candidate of candidates) {
    const candidateSimilarity = computeSimilarity(foldedText, candidate.folded, minimumSimilarity);
    if (candidateSimilarity >= minimumSimilarity)
      similarPairs.push({ id: candidate.id, similarity: candidateSimilarity });
  }
  return similarPairs.sort((a, b) => b.similarity - a.similarity);
}
