import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { languages } from "@kakehashi/contract/languages";
import { foldKeepingAccents } from "@kakehashi/contract/translation-checks/folded";
import { sql } from "kysely";
import type { LanguagePair } from "../apps/server/src/features/memory/grams.ts";
import { findSimilarPairs } from "../apps/server/src/features/memory/similar.ts";
import { readIndexKeyFrequencies } from "../apps/server/src/features/memory/similar-store.ts";
import { insertPairs, type NewTranslationPairRow } from "../apps/server/src/features/memory/store.ts";
import { firmMemoryScope as scope } from "../apps/server/src/features/memory/unit.ts";
import { type Database, openDatabase } from "../apps/server/src/kit/db/database.ts";
import { startEmbeddedPostgres } from "../apps/server/src/kit/db/embedded.ts";
import { migrate } from "../apps/server/src/kit/db/migrate.ts";
import { startTemporaryCluster } from "../apps/server/src/kit/db/temporary.ts";
import { computeSimilarity } from "../apps/server/src/kit/text-distance.ts";
import {
  changeRandomWords,
  createRandomSentence,
  createTranslationPair,
  getWordSeparator,
  type MadeUpSentence,
  pickRandom,
  randomIntegerBelow,
} from "./made-up-texts.ts";

// Usage: `node bench/translation-memory.ts [PAIRS] [FOLDER]`. Measures how long suggestions take from a translation
// memory with a million pairs in three languages, in the database and the service together. Also compares each text
// with all pairs of a sample of 20,000, and prints how many of the similar pairs the search finds. A FOLDER keeps the
// filled database for later runs.

const pairCount = Number(process.argv[2] ?? 1_000_000);
const databaseFolder = process.argv[3];
const sampleCount = 20_000;
const searchCount = 600;
const minimumSimilarity = 0.75;
const benchLimits = { p50: 30, p99: 120, recall: 0.98 };

interface SearchTexts {
  phrases: MadeUpSentence[];
  sample: NewTranslationPairRow[];
}

/**
 * Fills the translation memory. Returns two samples: `phrases` are sentences from which the search texts are made, and
 * `sample` contains translation pairs.
 */
async function fillMemory(db: Database): Promise<SearchTexts> {
  const phrases: MadeUpSentence[] = [];
  const sample: NewTranslationPairRow[] = [];
  const sampleInterval = Math.max(1, Math.floor(pairCount / sampleCount));
  for (let insertedCount = 0; insertedCount < pairCount; ) {
    const units: NewTranslationPairRow[] = [];
    while (units.length < 5_000 && insertedCount + units.length < pairCount) {
      const sentence = {
        language: pickRandom(languages),
        words: createRandomSentence(pickRandom(languages)),
      };
      sentence.words = createRandomSentence(sentence.language);
      const unit = createTranslationPair(sentence);
      units.push(unit);
      // Every third pair gets a second pair whose words differ a little, as in a real translation memory.
      if (randomIntegerBelow(3) === 0)
        units.push(createTranslationPair(sentence, changeRandomWords(sentence.words, sentence.language)));
      if (randomIntegerBelow(sampleInterval) === 0) phrases.push(sentence);
    }
    for (const [index, unit] of units.entries())
      if ((insertedCount + index) % sampleInterval === 0) sample.push(unit);
    await insertPairs(db.kysely, units);
    insertedCount += units.length;
  }
  return { phrases, sample: sample.slice(0, sampleCount) };
}

function quantileOf(sortedValues: readonly number[], fraction: number): number {
  return sortedValues[Math.min(sortedValues.length - 1, Math.floor(sortedValues.length * fraction))] ?? 0;
}

if (databaseFolder) mkdirSync(databaseFolder, { recursive: true, mode: 0o711 });
const temporaryCluster = databaseFolder
  ? await startEmbeddedPostgres(databaseFolder, { isDurable: false })
  : await startTemporaryCluster();
const textsFile = databaseFolder && join(databaseFolder, "texts.json");
/**
 * Fills the database with translation pairs, and returns the samples for the searches. If an earlier run has filled the
 * database, only reads the samples from the file that the earlier run wrote.
 */
async function prepareTexts(db: Database): Promise<SearchTexts> {
  if (textsFile && existsSync(textsFile)) return JSON.parse(readFileSync(textsFile, "utf8"));
  // Inserts are faster without the indexes, and this bench does not measure inserts. So the indexes are dropped.
  // Afterwards, only the index that the search needs is built again.
  await sql`drop index memory_units_by_gram, memory_units_by_word, memory_units_by_change`.execute(db.kysely);
  const startedAt = performance.now();
  const texts = await fillMemory(db);
  await sql`create index memory_units_by_gram on memory_units using gin (grams) with (fastupdate = off)`.execute(
    db.kysely,
  );
  await sql`vacuum analyze memory_units`.execute(db.kysely);
  process.stdout.write(
    `${pairCount} pairs written in ${Math.round((performance.now() - startedAt) / 1000)} s\n`,
  );
  if (textsFile) writeFileSync(textsFile, JSON.stringify(texts));
  return texts;
}

try {
  await migrate(temporaryCluster.url, new URL("../apps/server/src/migrations", import.meta.url).pathname);
  const db = openDatabase(temporaryCluster.url, { maximumConnections: 4, statementTimeoutMs: 30 * 60_000 });
  const { phrases, sample } = await prepareTexts(db);
  const keyFrequencies = await readIndexKeyFrequencies(db.kysely);

  const sampleById = new Map(sample.map((unit) => [unit.id, unit]));
  const times: number[] = [];
  let [expectedCount, foundCount, searchesWithHits] = [0, 0, 0];
  for (let index = 0; index < searchCount; index++) {
    // Four in five search texts are variants of a stored text. The others match nothing.
    const language = pickRandom(languages);
    const phrase =
      randomIntegerBelow(5) === 0 ? { language, words: createRandomSentence(language) } : pickRandom(phrases);
    const foldedText = foldKeepingAccents(changeRandomWords(phrase.words, phrase.language));
    const searchedLanguages: LanguagePair = {
      from: phrase.language,
      to: pickRandom(languages.filter((code) => code !== phrase.language)),
    };
    const startedAt = performance.now();
    const similarPairs = await findSimilarPairs(
      db.kysely,
      keyFrequencies,
      searchedLanguages,
      foldedText,
      [scope],
      minimumSimilarity,
    );
    const durationMs = performance.now() - startedAt;
    times.push(durationMs);
    if (similarPairs.length > 0) searchesWithHits++;
    const foundIds = new Set(similarPairs.map(({ id }) => id));
    for (const unit of sampleById.values()) {
      if (unit.source_language !== searchedLanguages.from || unit.target_language !== searchedLanguages.to)
        continue;
      if (computeSimilarity(foldedText, unit.folded, minimumSimilarity) < minimumSimilarity) continue;
      expectedCount++;
      if (foundIds.has(unit.id)) foundCount++;
    }
  }
  // These search texts are variants of pairs in the sample. A random text would seldom be similar to one of the
  // sample's 20,000 pairs.
  for (const unit of sample.slice(0, 1_200)) {
    const words = unit.source.slice(0, -1).split(getWordSeparator(unit.source_language));
    const foldedText = foldKeepingAccents(changeRandomWords(words, unit.source_language));
    if (computeSimilarity(foldedText, unit.folded, minimumSimilarity) < minimumSimilarity) continue;
    const searchedLanguages: LanguagePair = { from: unit.source_language, to: unit.target_language };
    const foundPairs = await findSimilarPairs(
      db.kysely,
      keyFrequencies,
      searchedLanguages,
      foldedText,
      [scope],
      minimumSimilarity,
    );
    expectedCount++;
    if (foundPairs.some(({ id }) => id === unit.id)) foundCount++;
  }
  times.sort((a, b) => a - b);
  const [p50, p99] = [quantileOf(times, 0.5), quantileOf(times, 0.99)];
  const recall = foundCount / expectedCount;
  process.stdout.write(
    `suggestions: p50 ${p50.toFixed(1)} ms (limit ${benchLimits.p50}), p99 ${p99.toFixed(1)} ms (limit ${benchLimits.p99}), ${searchesWithHits} of ${searchCount} found something\n` +
      `found ${foundCount} of ${expectedCount} that comparing every pair finds: ${(recall * 100).toFixed(2)} % (limit ${benchLimits.recall * 100} %)\n`,
  );
  await db.close();
  process.exitCode = p50 > benchLimits.p50 || p99 > benchLimits.p99 || recall < benchLimits.recall ? 1 : 0;
} finally {
  await temporaryCluster.stop();
}
