import { type Emoji, listEmojis } from "@kakehashi/contract/emojis";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { fold } from "../../kit/fold.ts";
import { deviceStorage } from "../../kit/storage.ts";

const emojisQuery = queryOptions({
  queryKey: ["emojis"],
  queryFn: async () => (await call(listEmojis)).data,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** All emojis, loaded when first needed. */
export const useEmojis = (enabled = true) => useQuery({ ...emojisQuery, enabled });

/** Splits a text into words of any script, with a space before and after each. */
const spaced = (text: string) => ` ${text.replace(/[^\p{L}\p{M}\p{N}+]+/gu, " ").trim()} `;
const asWritten = (text: string) => spaced(text.normalize("NFC").toLowerCase());
const folded = (text: string) => spaced(fold(text).replace(longVowel, "$1"));
/** A Japanese reading also matches without its long vowels, and in either kana. */
const longVowel = /([\u3041-\u3096])(?:ー|(?<=[おこそとのほもよろょ])[うお]|(?<=[うくすつぬふむゆるゅ])う)/g;

interface Known {
  /** All names and codes. */
  readonly names: readonly string[];
  /** All words that find it, with and without accents. */
  readonly written: string;
  readonly plain: string;
}
const known = new WeakMap<Emoji, Known>();

function wordsOf(emoji: Emoji): Known {
  let words = known.get(emoji);
  if (words === undefined) {
    const names = [...emoji.codes, ...Object.values(emoji.names)];
    const all = [...names, ...Object.values(emoji.tags)].join(" ");
    words = { names: names.map(asWritten), written: asWritten(all), plain: folded(all) };
    known.set(emoji, words);
  }
  return words;
}

/**
 * The rank of an emoji for a search: 0 for an exact match, undefined if a word does not match. In Vietnamese, accents
 * make different words, so matches with accents come first.
 */
function distance(emoji: Emoji, search: string): number | undefined {
  const { names, written, plain } = wordsOf(emoji);
  const [own, bare] = [asWritten(search), folded(search)];
  if (emoji.type === search.trim() || names.includes(own)) return 0;
  const words = bare.split(" ").filter(Boolean);
  const have = (text: string, all: readonly string[], end: string) =>
    all.every((word) => text.includes(` ${word}${end}`));
  if (have(written, own.split(" ").filter(Boolean), " ")) return 1;
  if (names.some((name) => name.startsWith(own.trimEnd()))) return 2;
  if (have(plain, words, " ")) return 3;
  if (have(plain, words, "")) return 4;
  return words.length > 0 && words.every((word) => plain.includes(word)) ? 5 : undefined;
}

/** The emojis whose names in any of the three languages match every word, best first, then the most used. */
export function findEmojis(
  emojis: readonly Emoji[],
  search: string,
  limit = Number.POSITIVE_INFINITY,
): Emoji[] {
  if (search.trim() === "") return emojis.slice(0, limit);
  const used = new Set(usedEmojis());
  return emojis
    .map((emoji) => ({ emoji, far: distance(emoji, search), used: used.has(emoji.type) ? 0 : 1 }))
    .filter((each): each is typeof each & { far: number } => each.far !== undefined)
    .sort((a, b) => a.far - b.far || a.used - b.used)
    .slice(0, limit)
    .map(({ emoji }) => emoji);
}

const usedName = "emojis used";
const toneName = "emoji tone";
const kept = 16;
const first = ["👍", "🙏", "🎉", "❤️", "👀", "✅", "😂"];

const read = (name: string): string => deviceStorage.read(name) ?? "";

/** The emojis used last, then the most popular ones. */
export function usedEmojis(): string[] {
  return [...new Set([...read(usedName).split(" ").filter(Boolean), ...first])].slice(0, kept);
}

export function rememberEmoji(type: string): void {
  deviceStorage.write(usedName, [...new Set([type, ...usedEmojis()])].slice(0, kept).join(" "));
}

/** The skin tone: 0 for none, 1 to 5 from light to dark. */
export const skinTone = (): number => Number(read(toneName)) || 0;
export const keepSkinTone = (tone: number): void => deviceStorage.write(toneName, String(tone));

/** The emoji in the reader's skin tone, if it has variants. */
export function inTone(emoji: Emoji, tone: number): string {
  return tone > 0 && emoji.skins.length === 5 ? (emoji.skins[tone - 1] ?? emoji.type) : emoji.type;
}
