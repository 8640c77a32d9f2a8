/**
 * Business hours on one weekday. If `until` is not after `from`, they continue into the next day. 1 is Monday, as in
 * ISO 8601.
 */
export interface OpeningSpan {
  readonly day: number;
  readonly from: string;
  readonly until: string;
}

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

const parseMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Whether business hours continue past midnight: 18:00–02:00, and also 09:00–09:00, which is a whole day. */
export const endsNextDay = ({ from, until }: Pick<OpeningSpan, "from" | "until">): boolean => until <= from;

/**
 * The start and the end of a span of business hours, in minutes from 00:00 of its day. The end is not part of the span.
 */
export function convertSpanToMinutesOfDay(span: Pick<OpeningSpan, "from" | "until">): {
  begin: number;
  end: number;
} {
  return {
    begin: parseMinutes(span.from),
    end: parseMinutes(span.until) + (endsNextDay(span) ? dayMinutes : 0),
  };
}

/**
 * Finds the first span of business hours that overlaps a span before it in the list. Returns its index, and which of
 * its two times must change: `from` if it begins inside the other span, else `until`, because it continues into the
 * other span. A span that begins on Sunday may end on Monday.
 */
export function findFirstOverlappingSpan(
  spans: readonly OpeningSpan[],
): { index: number; field: "from" | "until" } | undefined {
  const spansInWeek = spans.map((span) => {
    const { begin, end } = convertSpanToMinutesOfDay(span);
    return { begin: (span.day - 1) * dayMinutes + begin, length: end - begin };
  });
  /** Returns the minutes from the start of one span of business hours to the next start of another span. */
  const countMinutesBetweenBegins = (firstSpan: { begin: number }, secondSpan: { begin: number }) =>
    (secondSpan.begin - firstSpan.begin + weekMinutes) % weekMinutes;
  for (const [index, span] of spansInWeek.entries())
    for (const earlierSpan of spansInWeek.slice(0, index)) {
      if (countMinutesBetweenBegins(earlierSpan, span) < earlierSpan.length) return { index, field: "from" };
      if (countMinutesBetweenBegins(span, earlierSpan) < span.length) return { index, field: "until" };
    }
  return undefined;
}
