import { type Language, languages } from "@kakehashi/contract/languages";
import { foldForMatch } from "@kakehashi/contract/translation-checks/folded";
import { sql } from "kysely";
import { similarity } from "../apps/server/src/features/memory/distance.ts";
import type { Pair } from "../apps/server/src/features/memory/grams.ts";
import { findSimilar } from "../apps/server/src/features/memory/similar.ts";
import { insertUnits, type NewUnit, readGramCounts } from "../apps/server/src/features/memory/store.ts";
import { unitOf as memoryUnit, firmScope as scope } from "../apps/server/src/features/memory/unit.ts";
import { type Database, openDatabase } from "../apps/server/src/kit/db/database.ts";
import { migrate } from "../apps/server/src/kit/db/migrate.ts";
import { startTemporary } from "../apps/server/src/kit/db/temporary.ts";

// `node bench/translation-memory.ts`: measures suggestions from a memory of a million pairs in three languages. It
// prints how long they take, in the database and the service together. For a sample of 20,000 pairs it also prints how
// many of the pairs that a full comparison finds are found by the search.

const unitCount = Number(process.argv[2] ?? 1_000_000);
const sampleCount = 20_000;
const searches = 600;
const least = 0.75;
const limits = { p50: 30, p99: 120, recall: 0.98 };

let seed = 20_261_125;
/** Returns the same numbers in every run (mulberry32). */
function random(below: number): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

const parts = {
  en: [
    "b c d f g l m n p r s t st pr tr".split(" "),
    "a e i o u ea ou".split(" "),
    ["", "n", "r", "s", "t", "ng"],
  ],
  vi: [
    "b c ch d đ g h kh l m n nh ph s t th tr v".split(" "),
    "a á à ả ạ ê ế ơ ô ộ ư ứ i í o u".split(" "),
    ["", "n", "ng", "t", "c", "i"],
  ],
} as const;
const kana = "あいうえおかきくけこさしすせそたちつてとなにぬねのまみむめもらりるれろわをん";

function randomWord(language: Language): string {
  if (language === "ja") {
    return random(3) === 0
      ? Array.from({ length: 1 + random(3) }, () => pick([...kana])).join("")
      : Array.from({ length: 1 + random(2) }, () => String.fromCodePoint(0x4e00 + random(2_000))).join("");
  }
  const syllable = () => parts[language].map((list) => pick(list)).join("");
  return Array.from({ length: language === "vi" ? 1 : 1 + random(3) }, syllable).join("");
}

/** 12,000 words of each language. The hundredth word is a hundred times rarer than the first, as in natural text. */
const vocabulary = Object.fromEntries(
  languages.map((language) => [language, Array.from({ length: 12_000 }, () => randomWord(language))]),
) as Record<Language, string[]>;
function randomPhrase(language: Language): string {
  const list = vocabulary[language];
  const rank = Math.floor(Math.exp((random(1_000_000) / 1_000_000) * Math.log(list.length)));
  return list[Math.min(rank, list.length) - 1] ?? "";
}
const space = (language: Language) => (language === "ja" ? "" : " ");
const sentenceEnd = (language: Language) => (language === "ja" ? "。" : ".");

function sentence(language: Language): string[] {
  return Array.from({ length: 3 + random(16) }, () =>
    random(25) === 0 ? String(random(1_000)) : randomPhrase(language),
  );
}
const joinWords = (words: readonly string[], language: Language) =>
  words.join(space(language)) + sentenceEnd(language);

/**
 * The text as another person would write it: some words are different, added or left out, and there are typing errors.
 */
function changed(words: readonly string[], language: Language): string {
  const list = [...words];
  for (let changes = random(1 + Math.ceil(words.length / 4)); changes > 0; changes--) {
    const at = random(list.length);
    const kind = random(4);
    if (kind === 0) list.splice(at, 1);
    else if (kind === 1) list.splice(at, 0, randomPhrase(language));
    else list[at] = randomPhrase(language);
  }
  let text = joinWords(list, language);
  for (let slipCount = random(4); slipCount > 0; slipCount--) {
    const at = random(text.length);
    text = text.slice(0, at) + (random(2) === 0 ? pick([...text]) : "") + text.slice(at + 1);
  }
  return text;
}

interface Said {
  language: Language;
  words: string[];
}

function unitOf({ language, words }: Said, text = joinWords(words, language)): NewUnit {
  const target_language = pick(languages.filter((other) => other !== language));
  const target = joinWords(sentence(target_language), target_language);
  return memoryUnit({ from: language, to: target_language, source: text, target, approved: false });
}

/** Fills the memory. Returns texts of some pairs, for making searches, and a sample of the pairs. */
async function fill(db: Database): Promise<{ phrases: Said[]; sample: NewUnit[] }> {
  const phrases: Said[] = [];
  const sample: NewUnit[] = [];
  const every = Math.max(1, Math.floor(unitCount / sampleCount));
  for (let done = 0; done < unitCount; ) {
    const units: NewUnit[] = [];
    while (units.length < 5_000 && done + units.length < unitCount) {
      const phrase = { language: pick(languages), words: sentence(pick(languages)) };
      phrase.words = sentence(phrase.language);
      const unit = unitOf(phrase);
      units.push(unit);
      // Every third pair has variants, as in a real memory.
      if (random(3) === 0) units.push(unitOf(phrase, changed(phrase.words, phrase.language)));
      if (random(every) === 0) phrases.push(phrase);
    }
    for (const [index, unit] of units.entries()) if ((done + index) % every === 0) sample.push(unit);
    await insertUnits(db.kysely, units);
    done += units.length;
  }
  return { phrases, sample: sample.slice(0, sampleCount) };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const cluster = await startTemporary();
try {
  await migrate(cluster.url, new URL("../apps/server/src/migrations", import.meta.url).pathname);
  const db = openDatabase(cluster.url, { max: 4, statementTimeoutMs: 30 * 60_000 });
  // Rows are written before the index is built, because only the search is measured.
  await sql`drop index memory_units_by_gram, memory_units_by_word, memory_units_by_change`.execute(db.kysely);
  const startedAt = performance.now();
  const { phrases, sample } = await fill(db);
  await sql`create index memory_units_by_gram on memory_units using gin (grams) with (fastupdate = off)`.execute(
    db.kysely,
  );
  await sql`vacuum analyze memory_units`.execute(db.kysely);
  process.stdout.write(
    `${unitCount} pairs written in ${Math.round((performance.now() - startedAt) / 1000)} s\n`,
  );
  const counts = await readGramCounts(db.kysely);

  const inSample = new Map(sample.map((unit) => [unit.id, unit]));
  const times: number[] = [];
  let [expected, foundCount, hits] = [0, 0, 0];
  for (let index = 0; index < searches; index++) {
    // Four of five texts are similar to a stored one. The others are new.
    const language = pick(languages);
    const phrase = random(5) === 0 ? { language, words: sentence(language) } : pick(phrases);
    const folded = foldForMatch(changed(phrase.words, phrase.language));
    const pair: Pair = {
      from: phrase.language,
      to: pick(languages.filter((code) => code !== phrase.language)),
    };
    const at = performance.now();
    const similar = await findSimilar(db.kysely, counts, pair, folded, [scope], least);
    const ms = performance.now() - at;
    times.push(ms);
    if (similar.length > 0) hits++;
    const answered = new Set(similar.map(({ id }) => id));
    for (const unit of inSample.values()) {
      if (unit.source_language !== pair.from || unit.target_language !== pair.to) continue;
      if (similarity(folded, unit.folded, least) < least) continue;
      expected++;
      if (answered.has(unit.id)) foundCount++;
    }
  }
  // Searches for texts of the sample itself. Texts that are new would seldom match one of 20,000 pairs.
  for (const unit of sample.slice(0, 1_200)) {
    const words = unit.source.slice(0, -1).split(space(unit.source_language));
    const folded = foldForMatch(changed(words, unit.source_language));
    if (similarity(folded, unit.folded, least) < least) continue;
    const pair: Pair = { from: unit.source_language, to: unit.target_language };
    const similar = await findSimilar(db.kysely, counts, pair, folded, [scope], least);
    expected++;
    if (similar.some(({ id }) => id === unit.id)) foundCount++;
  }
  times.sort((a, b) => a - b);
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  const recall = foundCount / expected;
  process.stdout.write(
    `suggestions: p50 ${p50.toFixed(1)} ms (limit ${limits.p50}), p99 ${p99.toFixed(1)} ms (limit ${limits.p99}), ${hits} of ${searches} found something\n` +
      `found ${foundCount} of ${expected} that comparing every pair finds: ${(recall * 100).toFixed(2)} % (limit ${limits.recall * 100} %)\n`,
  );
  await db.close();
  process.exitCode = p50 > limits.p50 || p99 > limits.p99 || recall < limits.recall ? 1 : 0;
} finally {
  await cluster.stop();
}
