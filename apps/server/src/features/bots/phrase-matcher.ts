import { type BotPhrase, type PhraseMatchKind, searchedMessageUnits } from "@kakehashi/contract/bot-phrases";
import { keepStartOfText } from "@kakehashi/contract/flows/texts";
import { foldText } from "@kakehashi/contract/fold";
import { RE2JS, RE2Set } from "re2js";
import {
  createWholeKeywordComparison,
  type KeywordEntry,
  type KeywordPiece,
  splitKeyword,
} from "./fuzzy-keywords.ts";
import { addToTrie, createTrieNode, walkTrie } from "./trie.ts";

/** The fields of a phrase that the matcher needs. An earlier phrase of the list wins over a later one. */
export type MatcherPhrase = Pick<BotPhrase, "id" | "kind" | "keywords">;

export interface PhraseMatch {
  readonly phraseId: string;
  readonly keyword: string;
  /**
   * What matches the keyword, in the form that was compared. For a keyword this is the part of the message, in lower
   * case, without accents and with normalized characters and spaces. For a pattern it is the whole message with
   * normalized characters, as written or in lower case and without accents.
   */
  readonly found: string;
  readonly distance: number;
}

export interface PhraseMatcher {
  /** Returns at most `limit` phrases that fit the message, in the order of the bot's phrase list. */
  find(message: string, limit: number): PhraseMatch[];
}

/**
 * Maximum number of instructions of a compiled pattern. The engine RE2 needs up to this many steps for each character
 * of a message.
 */
const maximumInstructions = 200;
/**
 * Maximum number of comparisons of one message with keywords that may contain wrong letters. An ordinary list of
 * phrases needs some hundreds. Without a limit, a message that repeats a part of many keywords could block the process.
 */
const maximumComparisons = 100_000;
const patternFlags = RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL;

/**
 * Checks whether RE2 (the engine for regular expressions) can read a pattern, and whether the pattern is small enough.
 */
export function patternUsabilityOf(pattern: string): "fine" | "unreadable" | "large" {
  try {
    return RE2JS.compile(pattern, patternFlags).programSize() > maximumInstructions ? "large" : "fine";
  } catch {
    return "unreadable";
  }
}

/** Folds a text for comparisons: into lower case, without accents, and with one space in place of punctuation. */
export const foldWords = (text: string): string =>
  foldText(keepStartOfText(text, searchedMessageUnits))
    .replace(/[^\p{L}\p{M}\p{N}\p{S}]+/gu, " ")
    .trim();

/** Whether this is a letter of a script that puts spaces between words. */
const isLetterOfSpacedScript = (letter: string) =>
  /[\p{L}\p{M}\p{N}]/u.test(letter) && !scriptsWithoutSpaces.test(letter);
const scriptsWithoutSpaces = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u;

/** Returns an array that says for each index of a text whether a word may begin or end there. */
export function computeWordEdgeFlags(text: string): readonly boolean[] {
  const isWordLetter = [...Array(text.length).keys()].map((letterIndex) =>
    isLetterOfSpacedScript(text[letterIndex] ?? ""),
  );
  return [...isWordLetter, false].map(
    (isLetter, letterIndex) => !(isLetter && isWordLetter[letterIndex - 1]),
  );
}

/**
 * Compiles the phrases of a bot: keywords become tries and all patterns become one automaton. So the time of a search
 * grows with the length of the message, and hardly with the number of phrases.
 */
export function compilePhrases(phrases: readonly MatcherPhrase[]): PhraseMatcher {
  const exactKeywordEntries = new Map<string, KeywordEntry[]>();
  const keywordTries = {
    starts: createTrieNode<KeywordEntry>(),
    contains: createTrieNode<KeywordEntry>(),
    fuzzy: createTrieNode<KeywordPiece>(),
  };
  const patterns: KeywordEntry[] = [];
  for (const [rank, { kind, keywords }] of phrases.entries())
    for (const keyword of keywords)
      addKeyword(kind, { phraseIndex: rank, keyword, foldedKeyword: foldWords(keyword) });

  function addKeyword(kind: PhraseMatchKind, entry: KeywordEntry): void {
    if (kind === "pattern") patterns.push(entry);
    else if (entry.foldedKeyword === "") return;
    else if (kind === "exact") {
      const entriesWithSameKeyword = exactKeywordEntries.get(entry.foldedKeyword);
      if (entriesWithSameKeyword) entriesWithSameKeyword.push(entry);
      else exactKeywordEntries.set(entry.foldedKeyword, [entry]);
    } else if (kind === "fuzzy")
      for (const [text, keywordPiece] of splitKeyword(entry))
        addToTrie(keywordTries.fuzzy, text, keywordPiece);
    else addToTrie(keywordTries[kind], entry.foldedKeyword, entry);
  }

  const combinedPatterns = new RE2Set(RE2Set.UNANCHORED, patternFlags);
  const validPatterns = patterns.filter(({ keyword }) => patternUsabilityOf(keyword) === "fine");
  for (const { keyword } of validPatterns) combinedPatterns.add(keyword);
  if (validPatterns.length > 0) combinedPatterns.compile();

  return {
    find(message, limit) {
      const text = foldWords(message);
      const bestMatches = new Map<number, PhraseMatch>();
      /**
       * The highest rank (place in the phrase list) that can still be among the results. Once `limit` phrases match,
       * this is the rank of the last of them, and later phrases are skipped.
       */
      let highestUsefulRank = Number.POSITIVE_INFINITY;
      const addMatch = (
        { phraseIndex: rank, keyword }: KeywordEntry,
        foundText: string,
        distance: number,
      ): void => {
        const earlierMatch = bestMatches.get(rank);
        if (rank > highestUsefulRank || (earlierMatch && earlierMatch.distance <= distance)) return;
        bestMatches.set(rank, { phraseId: phrases[rank]?.id ?? "", keyword, found: foundText, distance });
        if (!earlierMatch && bestMatches.size >= limit)
          highestUsefulRank = [...bestMatches.keys()].sort((a, b) => a - b)[limit - 1] ?? highestUsefulRank;
      };
      const addExactMatches = (entries: readonly KeywordEntry[], foundText: string) => {
        for (const entry of entries) addMatch(entry, foundText, 0);
      };
      if (text !== "") {
        const wordEdges = computeWordEdgeFlags(text);
        const compareKeywordNear = createWholeKeywordComparison(text, wordEdges, addMatch);
        let comparisonCount = 0;
        addExactMatches(exactKeywordEntries.get(text) ?? [], text);
        walkTrie(keywordTries.starts, text, 0, (entries, end) => {
          if (wordEdges[end]) addExactMatches(entries, text.slice(0, end));
        });
        for (let from = 0; from < text.length; from++)
          if (wordEdges[from])
            walkTrie(keywordTries.contains, text, from, (entries, end) => {
              if (wordEdges[end]) addExactMatches(entries, text.slice(from, end));
            });
        // Search for keywords with wrong letters last, because this is the slowest search. Phrases that already matched
        // exactly need no such search.
        for (let from = 0; from < text.length; from++)
          walkTrie(keywordTries.fuzzy, text, from, (keywordPieces) => {
            for (const keywordPiece of keywordPieces) {
              const canSkip =
                keywordPiece.phraseIndex > highestUsefulRank ||
                bestMatches.get(keywordPiece.phraseIndex)?.distance === 0;
              if (!canSkip && comparisonCount++ < maximumComparisons) compareKeywordNear(keywordPiece, from);
            }
          });
      }
      if (validPatterns.length > 0) {
        const originalMessage = keepStartOfText(message, searchedMessageUnits).normalize("NFKC");
        for (const messageVariant of new Set([originalMessage, foldText(originalMessage)]))
          for (const index of combinedPatterns.match(messageVariant)) {
            const entry = validPatterns[index];
            if (entry) addMatch(entry, messageVariant, 0);
          }
      }
      const ranks = [...bestMatches.keys()].sort((a, b) => a - b).slice(0, limit);
      return ranks.flatMap((rank) => bestMatches.get(rank) ?? []);
    },
  };
}
