import { listLinkCandidates } from "../../apps/server/src/features/channels/link-store.ts";
import { listTagsOfBot } from "../../apps/server/src/features/channels/tag-store.ts";
import type { Database } from "../../apps/server/src/kit/db/database.ts";
import { newId } from "../../apps/server/src/kit/ids.ts";

const runCount = 50;
const searchLimitMs = 30;
/**
 * The time limit in milliseconds for a search text of two letters. Such a search may take longer than others, because
 * no index helps and the database reads all names.
 */
const twoLetterLimitMs = 100;

/**
 * Measures the tag suggestions while somebody types, and the search for other conversations of the same customer.
 * Returns whether a search took too long.
 */
export async function measurePeopleSearch(
  { kysely: db }: Database,
  [botId = "", taggedBotId = ""]: readonly string[],
): Promise<boolean> {
  const createCandidateSearch = (searchText: string) => () =>
    listLinkCandidates(db, { botId, personId: newId(), words: searchText });
  const tags =
    (search: string, id = taggedBotId) =>
    () =>
      listTagsOfBot(db, id, search);
  const searches: Readonly<Record<string, () => Promise<readonly unknown[]>>> = {
    "tags, nothing typed": tags(""),
    "tags, of every twentieth": tags("vi"),
    "tags, that nobody has": tags("zzz"),
    "tags, of a bot without": tags("", botId),
    "candidates, a whole name": createCandidateSearch("Nguyễn 1204"),
    "candidates, every fourth": createCandidateSearch("Nguyễn"),
    "candidates, two letters": createCandidateSearch("Nguyễn 19"),
    "candidates, nobody": createCandidateSearch("Nobody has it"),
  };
  let isLimitMissed = false;
  for (const [label, runSearch] of Object.entries(searches)) {
    const times: number[] = [];
    const limitMs = label.endsWith("two letters") ? twoLetterLimitMs : searchLimitMs;
    let rowCount = 0;
    for (let index = 0; index < runCount; index++) {
      const startedAt = performance.now();
      rowCount = (await runSearch()).length;
      times.push(performance.now() - startedAt);
    }
    times.sort((a, b) => a - b);
    const p99 = times[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? 0;
    isLimitMissed ||= p99 > limitMs;
    process.stdout.write(
      `${label.padEnd(28)} p50 ${(times[Math.floor(times.length / 2)] ?? 0).toFixed(1).padStart(6)} ms, p99 ${p99.toFixed(1).padStart(6)} ms (at most ${limitMs})${p99 > limitMs ? "  MISSED" : ""}, ${rowCount} found\n`,
    );
  }
  return isLimitMissed;
}
