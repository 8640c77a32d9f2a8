import { isLanguage } from "@kakehashi/contract/languages";
import { useTranslation } from "react-i18next";
import { durationText } from "../../kit/duration.ts";
import { useFormat } from "../../kit/use-format.ts";

/** Numbers and spans of time as texts in the reader's language. */
export function useFigureWords() {
  const { i18n } = useTranslation();
  const { number } = useFormat();
  const language = isLanguage(i18n.language) ? i18n.language : "en";
  return {
    language,
    number,
    duration: (seconds: number | null) => durationText(seconds, language),
    /** The mean rating and how many gave one: 4.5 (2). */
    ratingText: ({ rated, average_rating }: { rated: number; average_rating: number | null }) =>
      average_rating === null ? "–" : `${number(Math.round(average_rating * 10) / 10)} (${number(rated)})`,
  };
}
