import { listStandardEmojis, type StandardEmoji } from "@kakehashi/contract/emojis";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { normalizeForSearch } from "../../kit/normalize-for-search.ts";
import { deviceStorage } from "../../kit/storage.ts";

const emojisQuery = queryOptions({
  queryKey: ["emojis"],
  queryFn: async () => (await call(listStandardEmojis)).data,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** All emojis. They are loaded when they are first needed. */
export const useEmojis = (enabled = true) => useQuery({ ...emojisQuery, enabled });

/**
 * Puts exactly one space before and after each word of a text. So ` word ` with its two spaces matches only a whole
 * word, in every script.
 */
const separateWordsBySpaces = (text: string) => ` ${text.replace(/[^\p{L}\p{M}\p{N}+]+/gu, " ").trim()} `;
const searchWordsWithAccents = (text: string) => separateWordsBySpaces(text.normalize("NFC").toLowerCase());
const searchWordsWithoutAccents = (text: string) =>
  separateWordsBySpaces(normalizeForSearch(text).replace(longVowelPattern, "$1"));
/**
 * Matches the long vowels of a Japanese reading. They are removed, so that a search finds readings with and without
 * them.
 */
const longVowelPattern =
  /([\u3041-\u3096])(?:ー|(?<=[おこそとのほもよろょ])[うお]|(?<=[うくすつぬふむゆるゅ])う)/g;

interface SearchTexts {
  /** All names and codes of an emoji. */
  readonly names: readonly string[];
  /** All words by which a search finds an emoji. `plainWords` contains the same words without accents. */
  readonly accentedWords: string;
  readonly plainWords: string;
}
const searchTexts = new WeakMap<StandardEmoji, SearchTexts>();

function searchTextsOf(emoji: StandardEmoji): SearchTexts {
  let texts = searchTexts.get(emoji);
  if (texts === undefined) {
    const names = [...emoji.codes, ...Object.values(emoji.names)];
    const allWords = [...names, ...Object.values(emoji.tags)].join(" ");
    texts = {
      names: names.map(searchWordsWithAccents),
      accentedWords: searchWordsWithAccents(allWords),
      plainWords: searchWordsWithoutAccents(allWords),
    };
    searchTexts.set(emoji, texts);
  }
  return texts;
}

/**
 * Returns the rank of an emoji in the search results. 0 is an exact match, undefined is no match. Matches with the
 * typed accents rank before matches without them, because in Vietnamese accents make different words.
 */
function searchRankOf(emoji: StandardEmoji, search: string): number | undefined {
  const { names, accentedWords, plainWords } = searchTextsOf(emoji);
  const [typedWords, typedWordsWithoutAccents] = [
    searchWordsWithAccents(search),
    searchWordsWithoutAccents(search),
  ];
  if (emoji.type === search.trim() || names.includes(typedWords)) return 0;
  const searchWords = typedWordsWithoutAccents.split(" ").filter(Boolean);
  const containsAllWords = (text: string, searchedWords: readonly string[], wordEnd: string) =>
    searchedWords.every((word) => text.includes(` ${word}${wordEnd}`));
  if (containsAllWords(accentedWords, typedWords.split(" ").filter(Boolean), " ")) return 1;
  if (names.some((name) => name.startsWith(typedWords.trimEnd()))) return 2;
  if (containsAllWords(plainWords, searchWords, " ")) return 3;
  if (containsAllWords(plainWords, searchWords, "")) return 4;
  return searchWords.length > 0 && searchWords.every((word) => plainWords.includes(word)) ? 5 : undefined;
}

/**
 * Returns the emojis whose names or keywords, in any of the three languages, match every word of the search. The best
 * matches come first. Of equally good matches, recently used and popular emojis come first.
 */
export function findEmojis(
  emojis: readonly StandardEmoji[],
  search: string,
  limit = Number.POSITIVE_INFINITY,
): StandardEmoji[] {
  if (search.trim() === "") return emojis.slice(0, limit);
  const usedEmojiTypes = new Set(readRecentAndPopularEmojis());
  return emojis
    .map((emoji) => ({
      emoji,
      rank: searchRankOf(emoji, search),
      used: usedEmojiTypes.has(emoji.type) ? 0 : 1,
    }))
    .filter((entry): entry is typeof entry & { rank: number } => entry.rank !== undefined)
    .sort((a, b) => a.rank - b.rank || a.used - b.used)
    .slice(0, limit)
    .map(({ emoji }) => emoji);
}

const usedEmojisKey = "emojis used";
const skinToneKey = "emoji tone";
const maxStoredEmojis = 16;
const popularEmojiTypes = ["👍", "🙏", "🎉", "❤️", "👀", "✅", "😂"];

const readSetting = (name: string): string => deviceStorage.read(name) ?? "";

/** Returns the emojis that the person has used last, then the most popular emojis. */
export function readRecentAndPopularEmojis(): string[] {
  return [...new Set([...readSetting(usedEmojisKey).split(" ").filter(Boolean), ...popularEmojiTypes])].slice(
    0,
    maxStoredEmojis,
  );
}

export function storeRecentEmoji(type: string): void {
  deviceStorage.write(
    usedEmojisKey,
    [...new Set([type, ...readRecentAndPopularEmojis()])].slice(0, maxStoredEmojis).join(" "),
  );
}

/** The chosen skin tone of emojis: 0 for none, 1 to 5 from light to dark. */
export const readSkinTone = (): number => Number(readSetting(skinToneKey)) || 0;
export const storeSkinTone = (tone: number): void => deviceStorage.write(skinToneKey, String(tone));

/** Returns the emoji in the reader's skin tone, if it has variants. */
export function applySkinTone(emoji: StandardEmoji, tone: number): string {
  return tone > 0 && emoji.skins.length === 5 ? (emoji.skins[tone - 1] ?? emoji.type) : emoji.type;
}
