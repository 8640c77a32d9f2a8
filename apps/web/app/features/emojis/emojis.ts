import { type Emoji, listEmojis } from "@kakehashi/contract/emojis";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../kit/api.ts";
import { fold } from "../../kit/fold.ts";

const emojisQuery = queryOptions({
  queryKey: ["emojis"],
  queryFn: async () => (await call(listEmojis)).data,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** All of them, read when they are first wanted. */
export const useEmojis = (enabled = true) => useQuery({ ...emojisQuery, enabled });

const folded = new WeakMap<Emoji, string>();

function wordsOf(emoji: Emoji): string {
  let words = folded.get(emoji);
  if (words === undefined) {
    const { names, tags, codes } = emoji;
    words = fold(
      [emoji.type, ...codes, ...Object.values(names), ...Object.values(tags)].join(" ").replaceAll("_", " "),
    );
    folded.set(emoji, words);
  }
  return words;
}

/** Those with every word of the search in their names, in any of the three languages; a code's beginning first. */
export function findEmojis(
  emojis: readonly Emoji[],
  search: string,
  limit = Number.POSITIVE_INFINITY,
): Emoji[] {
  const words = fold(search.replaceAll("_", " ")).split(/\s+/).filter(Boolean);
  const start = search.toLowerCase();
  const found = emojis.filter((emoji) => words.every((word) => wordsOf(emoji).includes(word)));
  const rank = ({ codes }: Emoji) =>
    codes.includes(start) ? 0 : codes.some((code) => code.startsWith(start)) ? 1 : 2;
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, limit);
}

const usedName = "emojis used";
const toneName = "emoji tone";
const kept = 16;
const first = ["👍", "🙏", "🎉", "👀", "✅", "😂"];

function read(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

function write(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // A browser without storage forgets them.
  }
}

/** Those used last, then what people use most. */
export function usedEmojis(): string[] {
  return [...new Set([...read(usedName).split(" ").filter(Boolean), ...first])].slice(0, kept);
}

export function rememberEmoji(type: string): void {
  write(usedName, [...new Set([type, ...usedEmojis()])].slice(0, kept).join(" "));
}

/** 0 for none, 1 to 5 from light to dark. */
export const skinTone = (): number => Number(read(toneName)) || 0;
export const keepSkinTone = (tone: number): void => write(toneName, String(tone));

/** An emoji in the reader's skin tone, where it has tones. */
export function inTone(emoji: Emoji, tone: number): string {
  return tone > 0 && emoji.skins.length === 5 ? (emoji.skins[tone - 1] ?? emoji.type) : emoji.type;
}
