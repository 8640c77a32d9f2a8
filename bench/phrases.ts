import {
  maximumPatternPhrasesPerBot,
  maximumPhraseMatches,
  maximumPhrasesPerBot,
} from "@kakehashi/contract/bot-phrases";
import { languages } from "@kakehashi/contract/languages";
import { compilePhrases, type MatcherPhrase } from "../apps/server/src/features/bots/phrase-matcher.ts";
import {
  changeRandomWords,
  createRandomSentence,
  getWordSeparator,
  pickRandom,
  randomIntegerBelow,
} from "./made-up-texts.ts";

// Usage: `npm run bench -- phrases`. Measures how long it takes to find the bot phrase that matches a message. The bot
// has the maximum number of phrases, of all kinds and in three languages. The messages come from the same sentences as
// the phrases' keywords, and some contain typing errors.

const searchCount = 2_000;
const limitsMs = { p50: 1, p99: 2 };
const phraseKinds = ["contains", "exact", "starts", "fuzzy"] as const;

const sampleMessages: string[] = [];

/**
 * Returns one to three words of a random sentence as a keyword. Sometimes the sentence, or a variant of it, is added to
 * the test messages. So some test messages match a keyword.
 */
function createRandomKeyword(): string {
  const language = pickRandom(languages);
  const words = createRandomSentence(language);
  const from = randomIntegerBelow(words.length - 2);
  if (randomIntegerBelow(8) === 0) sampleMessages.push(words.join(getWordSeparator(language)));
  if (randomIntegerBelow(8) === 0) sampleMessages.push(changeRandomWords(words, language));
  return words.slice(from, from + 1 + randomIntegerBelow(3)).join(getWordSeparator(language));
}

const samplePhrases: MatcherPhrase[] = Array.from({ length: maximumPhrasesPerBot }, (_, index) =>
  index < maximumPatternPhrasesPerBot
    ? { id: String(index), kind: "pattern", keywords: [`^(order|đơn|注文) ?#?${index}[0-9]{2,4}$`] }
    : {
        id: String(index),
        kind: pickRandom(phraseKinds),
        keywords: [createRandomKeyword(), createRandomKeyword(), createRandomKeyword()],
      },
);

const compileStartedAt = performance.now();
const phraseMatcher = compilePhrases(samplePhrases);
const compileMs = performance.now() - compileStartedAt;

const matchTimes: number[] = [];
let foundCount = 0;
for (let index = 0; index < searchCount; index++) {
  const message = sampleMessages[index % sampleMessages.length] ?? "";
  const startedAt = performance.now();
  if (phraseMatcher.find(message, maximumPhraseMatches).length > 0) foundCount++;
  matchTimes.push(performance.now() - startedAt);
}
matchTimes.sort((a, b) => a - b);
const computeTimeQuantile = (fraction: number) => matchTimes[Math.floor(matchTimes.length * fraction)] ?? 0;
const [p50, p99] = [computeTimeQuantile(0.5), computeTimeQuantile(0.99)];

process.stdout.write(
  `${[
    `${maximumPhrasesPerBot} phrases compiled in ${compileMs.toFixed(0)} ms`,
    `${searchCount} messages, of which ${foundCount} found one`,
    `p50 ${p50.toFixed(3)} ms (at most ${limitsMs.p50}), p99 ${p99.toFixed(3)} ms (at most ${limitsMs.p99})`,
  ].join("\n")}\n`,
);
if (p50 > limitsMs.p50 || p99 > limitsMs.p99) process.exitCode = 1;
