import type { Executor } from "../../kit/db/database.ts";
import { similarity } from "./distance.ts";
import { type GramCounts, type Pair, rareGrams } from "./grams.ts";
import { listCandidates } from "./store.ts";

/** Characters that are compared for one search at most, in all candidates together: some ten milliseconds. */
const maximumCompared = 1_000_000;

export interface Similar {
  id: string;
  /** From `least` to 1. */
  share: number;
}

/**
 * The pairs whose source is like a folded text, the most alike first: rare pieces lead to candidates, Levenshtein's distance
 * decides (decision 41).
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
    groups: rareGrams(folded, pair, least, counts),
    // At this share a text is no more shorter or longer.
    shortest: Math.ceil(length * least),
    longest: Math.floor(length / least),
    most: Math.max(100, Math.floor(maximumCompared / (length + 20))),
  });
  const found: Similar[] = [];
  for (const candidate of candidates) {
    const share = similarity(folded, candidate.folded, least);
    if (share >= least) found.push({ id: candidate.id, share });
  }
  return found.sort((a, b) => b.share - a.share);
}
