import { type DayFilterKind, parseDay } from "./days.ts";

/** A filter in the search field: `from:aiko`, `in:"road works"`. The colon may be full-width. */
export interface TypedFilter {
  readonly kind: "from" | "in" | "has" | DayFilterKind;
  /** The value as typed, without quotation marks. */
  readonly value: string;
  /** The index of the filter's first character in the text. `end` is the index after its last character. */
  readonly start: number;
  readonly end: number;
  /** Whether the filter's value is complete: its quotation mark is closed, or more text follows the filter. */
  readonly isFinished: boolean;
}

// The words that begin a filter. They work in all languages at once, because people send each other searches that they
// have typed.
const kindByWord: Readonly<Record<string, TypedFilter["kind"]>> = {
  from: "from",
  từ: "from",
  送信者: "from",
  in: "in",
  trong: "in",
  会話: "in",
  has: "has",
  có: "has",
  含む: "has",
  before: "before",
  trước: "before",
  より前: "before",
  after: "after",
  sau: "after",
  より後: "after",
  since: "since",
  以降: "since",
  開始日: "since",
  until: "until",
  đến: "until",
  以前: "until",
  終了日: "until",
  on: "on",
  ngày: "on",
  日付: "on",
};
const filterPattern =
  /(^|\s)(from|từ|送信者|in|trong|会話|has|có|含む|before|trước|より前|after|sau|より後|since|以降|開始日|until|đến|以前|終了日|on|ngày|日付)[:：]("[^"]*"?|[^\s"]\S*|$)/giu;

export const isDayFilterKind = (kind: TypedFilter["kind"]): kind is DayFilterKind =>
  kind !== "from" && kind !== "in" && kind !== "has";

/**
 * Returns the filters in a text, in order. A filter without a value counts only at the end of the text, because its
 * value may still be typed.
 */
export function listTypedFilters(text: string): TypedFilter[] {
  const filters: TypedFilter[] = [];
  for (const { index, 0: wholeMatch, 1: leadingSpace = "", 2: word = "", 3: value = "" } of text.matchAll(
    filterPattern,
  )) {
    const name = value.replaceAll('"', "").trim();
    const kind = kindByWord[word.toLowerCase()];
    if (!kind) continue;
    const endIndex = index + wholeMatch.length;
    const isQuoteClosed = value.length > 1 && value.startsWith('"') && value.endsWith('"');
    filters.push({
      // In Vietnamese, the same word means "from" a person and "from" a day on. So the filter is by day if a day
      // follows the word.
      kind: kind === "from" && parseDay(name) !== null ? "since" : kind,
      value: name,
      start: index + leadingSpace.length,
      end: endIndex,
      isFinished: isQuoteClosed || endIndex < text.length,
    });
  }
  return filters;
}

/** Returns the text without these filters, which is the words to search for. */
export function withoutFilters(text: string, filters: readonly TypedFilter[]): string {
  let remainingText = "";
  let position = 0;
  for (const { start, end } of filters) {
    remainingText += text.slice(position, start);
    position = end;
  }
  return (remainingText + text.slice(position)).replace(/\s+/g, " ").trim();
}
