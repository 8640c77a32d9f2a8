import { isLanguage } from "@kakehashi/contract/languages";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { formatDuration } from "../../kit/duration.ts";
import { useFormat } from "../../kit/use-format.ts";

/** Returns functions that format numbers and durations in the reader's language. */
export function useReportFormats() {
  const { i18n } = useTranslation();
  const { number } = useFormat();
  const language = isLanguage(i18n.language) ? i18n.language : "en";
  return {
    language,
    number,
    duration: (seconds: number | null) => formatDuration(seconds, language),
    /** Formats a mean rating, with the number of ratings in brackets: 4.5 (2). */
    ratingText: ({ rated, average_rating }: { rated: number; average_rating: number | null }) =>
      average_rating === null ? "–" : `${number(Math.round(average_rating * 10) / 10)} (${number(rated)})`,
  };
}
