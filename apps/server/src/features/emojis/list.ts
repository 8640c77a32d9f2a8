import { createRequire } from "node:module";
import { reactionTypeSchema } from "@kakehashi/contract/changes";
import { emojiGroupNames, type StandardEmoji } from "@kakehashi/contract/emojis";
import { type Language, languages } from "@kakehashi/contract/languages";
import { toHiragana } from "wanakana";

interface EmojiEntry {
  hexcode: string;
  emoji: string;
  label: string;
  group?: number;
  order?: number;
  tags?: string[];
  skins?: { emoji: string }[];
}

const loadModule = createRequire(import.meta.url);

/**
 * The number of a group in the emoji data that is left out. It contains only parts of emojis, such as skin tones, which
 * nobody types alone.
 */
const emojiComponentGroup = 2;
const findEmojiGroup = (number: number) =>
  emojiGroupNames[number > emojiComponentGroup ? number - 1 : number];

/**
 * Removes the variation selector (U+FE0F) from an emoji that does not need it. The emoji data adds one to every emoji,
 * but Unicode recommends it only where it makes a difference.
 */
function removeNeedlessVariationSelector(character: string): string {
  const characterWithoutSelector = character.replaceAll("\uFE0F", "");
  return reactionTypeSchema.safeParse(characterWithoutSelector).success
    ? characterWithoutSelector
    : character;
}

/**
 * Returns the spellings of an emoji's Japanese name in Latin letters and in kana. People can then search with kana,
 * which an input method shows before it converts them to kanji. The spellings mark no long vowels, because the emoji
 * data does not.
 */
function japaneseSpellingsOf(code: string | string[] = []): string[] {
  return [code]
    .flat()
    .flatMap((latinSpelling) => [
      latinSpelling.replaceAll("_", " "),
      toHiragana(latinSpelling.replaceAll("_", "")),
    ]);
}

function loadEmojis(): StandardEmoji[] {
  const data = Object.fromEntries(
    languages.map((language) => {
      const entries: EmojiEntry[] = loadModule(`emojibase-data/${language}/data.json`);
      return [language, new Map(entries.map((entry) => [entry.hexcode, entry]))];
    }),
  ) as Record<Language, Map<string, EmojiEntry>>;
  const githubShortcodes: Record<string, string | string[]> = loadModule(
    "emojibase-data/en/shortcodes/github.json",
  );
  const englishShortcodes: Record<string, string | string[]> = loadModule(
    "emojibase-data/en/shortcodes/emojibase.json",
  );
  const japaneseShortcodes: Record<string, string | string[]> = loadModule(
    "emojibase-data/ja/shortcodes/cldr.json",
  );
  return [...data.en.values()]
    .filter(({ group, order }) => group !== undefined && group !== emojiComponentGroup && order !== undefined)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .flatMap((entry): StandardEmoji[] => {
      const group = findEmojiGroup(entry.group ?? 0);
      if (!group) return [];
      const emojiEntryInLanguage = (language: Language) => data[language].get(entry.hexcode) ?? entry;
      const readTextsInLanguages = (readText: (entry: EmojiEntry) => string) => ({
        en: readText(emojiEntryInLanguage("en")),
        vi: readText(emojiEntryInLanguage("vi")),
        ja: readText(emojiEntryInLanguage("ja")),
      });
      const tags = readTextsInLanguages(({ tags = [] }) => tags.join(" ").toLowerCase());
      const shortcodes = [
        githubShortcodes[entry.hexcode] ?? [],
        englishShortcodes[entry.hexcode] ?? [],
      ].flat();
      return [
        {
          type: removeNeedlessVariationSelector(entry.emoji),
          group,
          names: readTextsInLanguages(({ label }) => label),
          tags: {
            ...tags,
            ja: [tags.ja, ...japaneseSpellingsOf(japaneseShortcodes[entry.hexcode])].join(" "),
          },
          codes: [...new Set(shortcodes)],
          skins: (entry.skins ?? []).map(({ emoji }) => removeNeedlessVariationSelector(emoji)),
        },
      ];
    });
}

let emojisPromise: StandardEmoji[] | undefined;

/** Loads the emoji data on the first call, and caches it. */
export function loadEmojiList(): readonly StandardEmoji[] {
  emojisPromise ??= loadEmojis();
  return emojisPromise;
}
