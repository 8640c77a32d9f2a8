import { emailSchema } from "../credentials.ts";
import { foldText } from "../fold.ts";
import type { Language } from "../languages.ts";
import { createMapUrl } from "../map-address.ts";
import { phoneSchema } from "../profiles.ts";
import type { AnswerChecks, AnswerOption } from "./answer-checks.ts";
import type { FlowEvent } from "./events.ts";
import { maximumVariableValueLength } from "./limits.ts";
import { keepStartOfText } from "./texts.ts";

type FlowMessageEvent = Extract<FlowEvent, { type: "message" }>;

/**
 * Checks a visitor's answer to a question, and returns the value to store. Null if the answer does not pass the checks.
 */
export function parseAnswer(
  checks: AnswerChecks,
  message: FlowMessageEvent,
  language: Language,
): string | null {
  const { location } = message.outside ?? {};
  // A visitor may answer with a location on a map instead of a text. The stored answer is then a link to a map.
  const text = message.text.trim() || (location ? createMapUrl(location) : "");
  switch (checks.kind) {
    case "text":
      return text.length >= checks.minimum && text.length <= checks.maximum ? text : null;
    case "number":
      return readNumber(text, language, checks);
    case "email":
      return text.length <= 300 ? (emailSchema.safeParse(text).data ?? null) : null;
    case "phone":
      return text.length <= 100 ? (phoneSchema.safeParse(text).data ?? null) : null;
    case "date": {
      const day = parseDay(text, language);
      const resolveDateLimit = (limit: string | null) => (limit === "today" ? message.today : limit);
      const [earliestDay, latestDay] = [resolveDateLimit(checks.earliest), resolveDateLimit(checks.latest)];
      const isAllowed =
        day && (earliestDay === null || day >= earliestDay) && (latestDay === null || day <= latestDay);
      return isAllowed ? day : null;
    }
    case "choice": {
      const item = findChosenOption(checks.items, message);
      return item ? getAnswerOptionLabel(item, language) : null;
    }
    case "file": {
      const { file } = message;
      if (!file || file.size > checks.maximum_bytes) return null;
      const isAllowedKind = checks.categories.length === 0 || checks.categories.includes(file.category);
      return isAllowedKind ? keepStartOfText(file.address, maximumVariableValueLength) : null;
    }
  }
}

export const getAnswerOptionLabel = ({ label }: AnswerOption, language: Language): string =>
  label[language] ?? label.en ?? label.vi ?? label.ja ?? "";

const foldAnswer = (text: string): string => foldText(text).replace(/\s+/g, " ").trim();

/**
 * Finds the option that a visitor chose. This is the option that they pressed. If they pressed none, it is the option
 * whose label in any language equals their text, or else the option whose number they wrote. Case, width and accents do
 * not matter (`fold`).
 */
export function findChosenOption(
  options: readonly AnswerOption[],
  { text, choice }: Pick<FlowMessageEvent, "text" | "choice">,
): AnswerOption | undefined {
  const pressedItem = choice === null ? undefined : options.find(({ id }) => id === choice);
  if (pressedItem) return pressedItem;
  const foldedAnswer = foldAnswer(text.slice(0, 1_000));
  if (foldedAnswer === "") return undefined;
  const labelledItem = options.find(({ label }) =>
    [label.en, label.vi, label.ja].some((text) => text !== undefined && foldAnswer(text) === foldedAnswer),
  );
  if (labelledItem) return labelledItem;
  return /^\d{1,2}$/.test(foldedAnswer) ? options[Number(foldedAnswer) - 1] : undefined;
}

/** Converts a text to half-width characters and removes spaces, so that `１ ２` becomes `12`. */
const toHalfWidth = (text: string) =>
  text.slice(0, 200).normalize("NFKC").replace(/[−‐–]/g, "-").replace(/\s/g, "");
const numberWithCommasPattern = /^[+-]?\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,6})?$/;
const numberWithDotsPattern = /^[+-]?\d{1,3}(?:\.\d{3}){1,4}(?:,\d{1,6})?$/;
const decimalPointPattern = /^[+-]?\d{1,15}(?:\.\d{1,6})?$/;
const decimalCommaPattern = /^[+-]?\d{1,15}(?:,\d{1,6})?$/;

/**
 * Parses a number as people write it in the given language, and returns it as JavaScript writes it. In Vietnamese
 * `1.000` is a thousand.
 */
function readNumber(
  text: string,
  language: Language,
  { minimum, maximum, whole }: Extract<AnswerChecks, { kind: "number" }>,
): string | null {
  const halfWidthText = toHalfWidth(text);
  let number: number;
  if (language === "vi" && numberWithDotsPattern.test(halfWidthText))
    number = Number(halfWidthText.replaceAll(".", "").replace(",", "."));
  else if (language === "vi" && decimalCommaPattern.test(halfWidthText))
    number = Number(halfWidthText.replace(",", "."));
  else if (numberWithCommasPattern.test(halfWidthText)) number = Number(halfWidthText.replaceAll(",", ""));
  else if (decimalPointPattern.test(halfWidthText)) number = Number(halfWidthText);
  else return null;
  if (minimum !== null && number < minimum) return null;
  if (maximum !== null && number > maximum) return null;
  if (whole && !Number.isInteger(number)) return null;
  // `Number` may return -0. Adding 0 turns it into 0.
  return String(number + 0);
}

const yearFirstDatePattern = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;
const yearLastDatePattern = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;

/**
 * Parses a date and returns it as `2026-11-25`. Accepts `2026-11-25` and `25/11/2026`; in English the month may come
 * first. Returns null for dates that do not exist or are ambiguous, so that the bot asks again.
 */
function parseDay(text: string, language: Language): string | null {
  const halfWidthText = toHalfWidth(text);
  const yearFirstMatch = yearFirstDatePattern.exec(halfWidthText);
  if (yearFirstMatch) return toExistingDay(yearFirstMatch[1], yearFirstMatch[2], yearFirstMatch[3]);
  const yearLastMatch = yearLastDatePattern.exec(halfWidthText);
  if (!yearLastMatch) return null;
  const [, firstNumber = "", secondNumber = "", year] = yearLastMatch;
  const dateIfDayFirst = toExistingDay(year, secondNumber, firstNumber);
  if (language !== "en") return dateIfDayFirst;
  const dateIfMonthFirst = toExistingDay(year, firstNumber, secondNumber);
  return dateIfDayFirst && dateIfMonthFirst && dateIfDayFirst !== dateIfMonthFirst
    ? null
    : (dateIfDayFirst ?? dateIfMonthFirst);
}

function toExistingDay(year = "", month = "", day = ""): string | null {
  if (Number(year) < 1) return null;
  const isoDay = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(`${isoDay}T00:00:00Z`);
  // `Date.parse` turns 30 February into a day of March. The result then differs from the input, so the date is refused.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(isoDay) ? isoDay : null;
}
