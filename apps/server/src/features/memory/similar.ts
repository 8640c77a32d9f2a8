import type { Executor } from "../../kit/db/database.ts";
import { similarity } from "../../kit/text-distance.ts";
import { type GramCounts, type Pair, rareGrams } from "./grams.ts";
import { listCandidates } from "./store.ts";

/** The most characters that one search compares, over all candidates. They take about ten milliseconds. */
const maximumCompared = 1_000_000;

export interface Similar {
  id: string;
  /** From `least` to 1. */
  similarity: number;
}

/**
 * The pairs whose source is similar to a folded text, most similar first. Rare pieces find the candidates, then the
 * Levenshtein distance decides (decision 41).
 */
export async function findSimilar(
  db: Executor,
  counts: GramCounts,
  pair: Pair,
  folded: string,
  scopes: readonly string[],
  least: number,
): Promise<Similar[]> {
  const { length } = [...folded];
  const candidates = await listCandidates(db, pair, scopes, {
    anyOf: rareGrams(folded, pair, least, counts),
    // Texts that are shorter or longer than this cannot be similar enough.
    shortest: Math.ceil(length * least),
    longest: Math.floor(length / least),
    maximum: Math.max(100, Math.floor(maximumCompared / (length + 20))),
  });
  const similarUnits: Similar[] = [];
  for (const candidate of candidates) {
    const share = similarity(folded, candidate.folded, least);
    if (share >= least) similarUnits.push({ id: candidate.id, similarity: share });
  }
  return similarUnits.sort((a, b) => b.similarity - a.similarity);
}
