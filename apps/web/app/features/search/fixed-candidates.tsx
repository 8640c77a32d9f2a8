import type { SearchHas } from "@kakehashi/contract/search";
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
import { useTranslation } from "react-i18next";
import { fold } from "../../kit/fold.ts";
import { useFormat } from "../../kit/use-format.ts";
import { readDay } from "./days.ts";
import { meantKinds } from "./has-words.ts";
import type { Candidate, Candidates } from "./lookup.tsx";

const dayLength = 24 * 60 * 60 * 1000;

const icons: Readonly<Record<SearchHas, ComponentType<IconProps>>> = {
  file: IconFile,
  image: IconPhoto,
  video: IconVideo,
  audio: IconMusic,
  link: IconLink,
};
const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

export const hasKeys = {
  file: "hasFile",
  image: "hasImage",
  video: "hasVideo",
  audio: "hasAudio",
  link: "hasLink",
} as const satisfies Record<SearchHas, string>;

/** Wraps values that need no request as a loaded result. */
const known = (list: Candidate[]): Candidates => ({
  list,
  isPrevious: false,
  error: null,
  isFetching: false,
  hasMore: false,
  retry() {},
  fetchMore() {},
});

export function useHasCandidates(text: string): Candidates {
  const { t } = useTranslation("search");
  return known(
    meantKinds(text).map((has) => {
      const Icon = icons[has];
      return { id: has, name: t(hasKeys[has]), label: t(hasKeys[has]), picture: <Icon {...icon} /> };
    }),
  );
}

/** The typed day. Today and yesterday are offered by name. */
export function useDayCandidates(text: string): Candidates {
  const format = useFormat();
  const written = readDay(text);
  const now = Date.now();
  const near = [now, now - dayLength].map((moment) => ({
    id: format.calendarDay(moment),
    name: format.day(new Date(moment)),
  }));
  const start = written === null ? null : format.dayStart(written);
  const days = start
    ? [{ id: written ?? "", name: format.date(start) }]
    : near.filter(({ name }) => fold(name).startsWith(fold(text)));
  return known(days.map(({ id, name }) => ({ id, name, label: name, picture: <IconCalendar {...icon} /> })));
}
