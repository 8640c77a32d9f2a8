import type { TextSpan } from "./protected.ts";

/** A number in a text, with all its possible values. Two numbers match if they have a possible value in common. */
export interface NumberSpan extends TextSpan {
  readonly possibleValues: readonly string[];
  /**
   * Whether the number is written in digits. Only a number in digits must have a match in the other text. A number in
   * words need not have a match, but it can be the match of a number in digits.
   */
  readonly isInDigits: boolean;
}

const valuesOfScaleWords: Readonly<Record<string, number>> = {
  千: 1e3,
  万: 1e4,
  億: 1e8,
  k: 1e3,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  nghìn: 1e3,
  ngàn: 1e3,
  triệu: 1e6,
  tỷ: 1e9,
  tỉ: 1e9,
};
const numberWords: Readonly<Record<string, number>> = Object.fromEntries(
  [
    "one first once january|two second twice february|three third march|four fourth april|five fifth may|six sixth june|seven seventh july|eight eighth august|nine ninth september|ten tenth october|eleven november|twelve december",
    "một|hai|ba|bốn tư|năm|sáu|bảy|tám|chín|mười",
    "一|二|三|四|五|六|七|八|九|十",
    "jan|feb|mar|apr||jun|jul|aug|sep sept|oct|nov|dec",
  ].flatMap((line) =>
    line.split("|").flatMap((names, index) =>
      names
        .split(" ")
        .filter((name) => name !== "")
        .map((name) => [name, index + 1] as const),
    ),
  ),
);

/**
 * Matches a number in digits with separators. It may be followed by the minutes of a clock time such as "9:30", by a
 * scale such as "million", or by am or pm.
 */
const digitsPattern =
  /(?<half>午前|午後)?(?<![\d.,])(?<number>\d{1,40}(?:[.,]\d{1,40}){0,12})(?:(?<clock>:|時|h(?![a-z])|\s?giờ)(?<minutes>[0-5]\d(?!\d))?)?(?<scale>\s?(?:千|万|億|k(?![\p{L}])|thousand|million|billion|nghìn|ngàn|triệu|tỷ|tỉ))?(?<meridiem>\s?(?:am|pm|a\.m\.|p\.m\.)(?![\p{L}]))?/gu;
const numberWordPattern = /[\p{Script=Latin}\p{M}]{1,20}|[一二三四五六七八九十]/gu;

function formatPlainNumber(value: number): string {
  return String(Number(value.toPrecision(15)));
}

/**
 * Returns the possible values of a number such as `1.234`, because `.` or `,` may be the decimal point. If the text is
 * not a number, the text itself is the only value.
 */
function listPossibleValues(number: string): string[] {
  const readings = new Set<string>();
  for (const [group, decimalSign] of [
    [",", "."],
    [".", ","],
  ] as const) {
    const [wholePart = "", fractionPart, ...furtherDecimalSigns] = number.split(decimalSign);
    const groups = wholePart.split(group);
    const hasValidDigitGroups = groups.length === 1 || groups.slice(1).every(({ length }) => length === 3);
    if (furtherDecimalSigns.length > 0 || !hasValidDigitGroups || fractionPart?.includes(group)) continue;
    readings.add(formatPlainNumber(Number(`${groups.join("")}.${fractionPart ?? "0"}`)));
  }
  if (readings.size === 0) readings.add(number);
  return [...readings];
}

function listPossibleClockTimes(hour: string, minutes: string, amOrPm: string): string[] {
  const value = Number(hour);
  if (!(value <= 24)) return [];
  const hours = new Set([value]);
  // "3 pm" is 15:00. Even "3" without "pm" may mean 15:00, because another part of the sentence may say "afternoon".
  if (value < 12 && amOrPm !== "am") hours.add(value + 12);
  if (value > 12 && amOrPm === "") hours.add(value - 12);
  return [...hours].map((possibleHour) => `${possibleHour}:${minutes}`);
}

/** Returns the numbers in a folded text (`foldWithPositions`), with their positions in it. */
export function findNumbers(folded: string): NumberSpan[] {
  const numberSpans: NumberSpan[] = [];
  for (const { 0: text, index, groups = {} } of folded.matchAll(digitsPattern)) {
    const { number = "", clock, minutes, scale, half: japaneseMeridiem, meridiem } = groups;
    const values = listPossibleValues(number);
    const readings = new Set<string>(minutes === undefined ? values : []);
    const scaleFactor = valuesOfScaleWords[scale?.trim() ?? ""];
    if (scaleFactor) for (const value of values) readings.add(formatPlainNumber(Number(value) * scaleFactor));
    const amOrPm =
      japaneseMeridiem === "午前" || meridiem?.includes("a")
        ? "am"
        : japaneseMeridiem || meridiem?.includes("p")
          ? "pm"
          : "";
    if (clock || amOrPm)
      for (const reading of listPossibleClockTimes(number, minutes ?? "00", amOrPm)) readings.add(reading);
    numberSpans.push({
      start: index,
      end: index + text.length,
      text,
      possibleValues: [...readings],
      isInDigits: true,
    });
  }
  for (const { 0: text, index } of folded.matchAll(numberWordPattern)) {
    const value = numberWords[text];
    if (value === undefined) continue;
    const readings = [String(value), ...listPossibleClockTimes(String(value), "00", "")];
    numberSpans.push({
      start: index,
      end: index + text.length,
      text,
      possibleValues: readings,
      isInDigits: false,
    });
  }
  return numberSpans;
}

/**
 * Returns the numbers in digits that have no match in the other text: those that the translation lacks, and those that
 * only the translation has.
 */
export function findUnmatchedNumbers(
  original: readonly NumberSpan[],
  translation: readonly NumberSpan[],
): { missing: NumberSpan[]; extra: NumberSpan[] } {
  const spansByReading = new Map<string, number[]>();
  // The lists are filled in reverse order, because `pop` takes from the end. So the first number in the text is taken
  // first.
  for (let index = translation.length - 1; index >= 0; index--) {
    for (const reading of translation[index]?.possibleValues ?? []) {
      const list = spansByReading.get(reading);
      if (list) list.push(index);
      else spansByReading.set(reading, [index]);
    }
  }
  const matchedIndexes = new Set<number>();
  const takeMatchingNumber = ({ possibleValues }: NumberSpan): boolean => {
    for (const reading of possibleValues) {
      const list = spansByReading.get(reading) ?? [];
      for (let index = list.pop(); index !== undefined; index = list.pop()) {
        if (matchedIndexes.has(index)) continue;
        matchedIndexes.add(index);
        return true;
      }
    }
    return false;
  };
  const missingSpans = original.filter((span) => span.isInDigits && !takeMatchingNumber(span));
  for (const span of original) if (!span.isInDigits) takeMatchingNumber(span);
  return {
    missing: missingSpans,
    extra: translation.filter((span, index) => span.isInDigits && !matchedIndexes.has(index)),
  };
}
