import type { MessageContentFilter } from "@kakehashi/contract/search";
import {
  IconCalendar,
  IconFile,
  IconLink,
  IconMusic,
  IconPhoto,
  type IconProps,
  IconVideo,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { normalizeForSearch } from "../../kit/normalize-for-search.ts";
import { useFormat } from "../../kit/use-format.ts";
import { parseDay } from "./days.ts";
import { findContentKindsByWord } from "./has-words.ts";
import type { FilterCandidate, FilterCandidates } from "./lookup.tsx";

const dayMs = 24 * 60 * 60 * 1000;

const iconByContentKind: Readonly<Record<MessageContentFilter, ComponentType<IconProps>>> = {
  file: IconFile,
  image: IconPhoto,
  video: IconVideo,
  audio: IconMusic,
  link: IconLink,
};
const iconProps = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

export const contentKindTextKeys = {
  file: "hasFile",
  image: "hasImage",
  video: "hasVideo",
  audio: "hasAudio",
  link: "hasLink",
} as const satisfies Record<MessageContentFilter, string>;

/** Returns values that need no request, in the same format as loaded results. */
const loadedCandidates = (list: FilterCandidate[]): FilterCandidates => ({
  list,
  isForEarlierText: false,
  error: null,
  isFetching: false,
  hasMore: false,
  retry() {},
  fetchMore() {},
});

export function useContentKindCandidates(text: string): FilterCandidates {
  const { t } = useTranslation("searchFilters");
  return loadedCandidates(
    findContentKindsByWord(text).map((kind) => {
      const Icon = iconByContentKind[kind];
      return {
        id: kind,
        name: t(contentKindTextKeys[kind]),
        label: t(contentKindTextKeys[kind]),
        picture: <Icon {...iconProps} />,
      };
    }),
  );
}

/**
 * Returns the days that a filter offers: the typed day, otherwise today and yesterday if the typed text is the
 * beginning of their names.
 */
export function useDayCandidates(text: string): FilterCandidates {
  const format = useFormat();
  const typedDay = parseDay(text);
  const now = Date.now();
  const todayAndYesterday = [now, now - dayMs].map((timeMs) => ({
    id: format.calendarDay(timeMs),
    name: format.day(new Date(timeMs)),
  }));
  const dayStart = typedDay === null ? null : format.dayStart(typedDay);
  const days = dayStart
    ? [{ id: typedDay ?? "", name: format.date(dayStart) }]
    : todayAndYesterday.filter(({ name }) => normalizeForSearch(name).startsWith(normalizeForSearch(text)));
  return loadedCandidates(
    days.map(({ id, name }) => ({ id, name, label: name, picture: <IconCalendar {...iconProps} /> })),
  );
}
