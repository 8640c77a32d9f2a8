import { emojiGroupNames, type StandardEmoji } from "@kakehashi/contract/emojis";
import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { findEmojis, readRecentAndPopularEmojis } from "./emojis.ts";

/** The number of emojis in one line of the picker. */
export const emojisPerPickerLine = 8;

/** A line of the picker: the title of a group, or some of its emojis. */
export type PickerLine =
  | { readonly kind: "title"; readonly key: string; readonly text: string }
  | { readonly kind: "emojis"; readonly key: string; readonly emojis: readonly StandardEmoji[] };

function createGroupLines(key: string, text: string, emojis: readonly StandardEmoji[]): PickerLine[] {
  if (emojis.length === 0) return [];
  const lines: PickerLine[] = [{ kind: "title", key, text }];
  for (let start = 0; start < emojis.length; start += emojisPerPickerLine)
    lines.push({
      kind: "emojis",
      key: `${key} ${start}`,
      emojis: emojis.slice(start, start + emojisPerPickerLine),
    });
  return lines;
}

/**
 * Returns the lines of the emoji picker. During a search, these are the found emojis. Otherwise they are first the
 * recently used emojis and then all groups.
 */
export function useEmojiLines(data: readonly StandardEmoji[] | undefined, search: string): PickerLine[] {
  const { t } = useTranslation("emojis");
  return useMemo(() => {
    if (!data) return [];
    if (search !== "") return createGroupLines("found", t("found"), findEmojis(data, search));
    const emojiByType = new Map(
      data.flatMap((emoji) => [emoji.type, ...emoji.skins].map((type) => [type, emoji])),
    );
    const mostUsedEmojis = readRecentAndPopularEmojis().flatMap((type) => emojiByType.get(type) ?? []);
    return [
      ...createGroupLines("used", t("used"), [...new Set(mostUsedEmojis)]),
      ...emojiGroupNames.flatMap((group) => {
        const groupEmojis = data.filter((emoji) => emoji.group === group);
        return createGroupLines(group, t(group), groupEmojis);
      }),
    ];
  }, [data, search, t]);
}
