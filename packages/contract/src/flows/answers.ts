import { emailSchema } from "../credentials.ts";
import { fold } from "../fold.ts";
import type { Language } from "../languages.ts";
import { phoneSchema } from "../profiles.ts";
import type { AnswerChecks, FlowItem } from "./blocks.ts";
import { maximumValue } from "./limits.ts";
import type { FlowEvent } from "./session.ts";
import { cut } from "./texts.ts";

type Message = Extract<FlowEvent, { type: "message" }>;

/** The value that a variable gets, or null for an answer that the checks refuse. */
export function readAnswer(checks: AnswerChecks, message: Message, language: Language): string | null {
  const text = message.text.trim();
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
      const day = readDay(text, language);
      const bound = (limit: string | null) => (limit === "today" ? message.today : limit);
      const [earliest, latest] = [bound(checks.earliest), bound(checks.latest)];
      const isAllowed = day && (earliest === null || day >= earliest) && (latest === null || day <= latest);
      return isAllowed ? day : null;
    }
    case "choice": {
      const item = chosenItem(checks.items, message);
      return item ? labelOf(item, language) : null;
    }
    case "file": {
      const { file } = message;
      if (!file || file.size > checks.maximum_bytes) return null;
      const isKind = checks.categories.length === 0 || checks.categories.includes(file.category);
      return isKind ? cut(file.address, maximumValue) : null;
    }
  }
}

export const labelOf = ({ label }: FlowItem, language: Language): string =>
  label[language] ?? label.en ?? label.vi ?? label.ja ?? "";

const folded = (text: string): string => fold(text).replace(/\s+/g, " ").trim();

/**
 * The item that was pressed; else the one whose label in any language is the answer, compared as the search compares
 * (width, case, accents and kana make no difference); else the one of that number, as written beside a list.
 */
export function chosenItem(
  items: readonly FlowItem[],
  { text, choice }: Pick<Message, "text" | "choice">,
): FlowItem | undefined {
  const pressed = choice === null ? undefined : items.find(({ id }) => id === choice);
  if (pressed) return pressed;
  const answer = folded(text.slice(0, 1_000));
  if (answer === "") return undefined;
  const named = items.find(({ label }) =>
    [label.en, label.vi, label.ja].some((one) => one !== undefined && folded(one) === answer),
  );
  if (named) return named;
  return /^\d{1,2}$/.test(answer) ? items[Number(answer) - 1] : undefined;
}

/** Half width, without spaces between digits. */
const plain = (text: string) =>
  text.slice(0, 200).normalize("NFKC").replace(/[−‐–]/g, "-").replace(/\s/g, "");
const withCommas = /^[+-]?\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,6})?$/;
const withDots = /^[+-]?\d{1,3}(?:\.\d{3}){1,4}(?:,\d{1,6})?$/;
const withPoint = /^[+-]?\d{1,15}(?:\.\d{1,6})?$/;
const withComma = /^[+-]?\d{1,15}(?:,\d{1,6})?$/;

/** A number as people of that language write it, as JavaScript writes it. 1.000 is a thousand in Vietnamese. */
function readNumber(
  text: string,
  language: Language,
  { minimum, maximum, whole }: Extract<AnswerChecks, { kind: "number" }>,
): string | null {
  const written = plain(text);
  let number: number;
  if (language === "vi" && withDots.test(written))
    number = Number(written.replaceAll(".", "").replace(",", "."));
  else if (language === "vi" && withComma.test(written)) number = Number(written.replace(",", "."));
  else if (withCommas.test(written)) number = Number(written.replaceAll(",", ""));
  else if (withPoint.test(written)) number = Number(written);
  else return null;
  if (minimum !== null && number < minimum) return null;
  if (maximum !== null && number > maximum) return null;
  if (whole && !Number.isInteger(number)) return null;
  // -0 is 0.
  return String(number + 0);
}

const yearFirst = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;

/**
 * A day as `2026-11-25`, or null: written with the year first, or with the year last and the day first (25/11/2026). In
 * English the month may stand first; where both could be meant, it is asked again. There is no year 0, and no 30th of
 * February.
 */
function readDay(text: string, language: Language): string | null {
  const written = plain(text);
  const first = yearFirst.exec(written);
  if (first) return dayOf(first[1], first[2], first[3]);
  const last = yearLast.exec(written);
  if (!last) return null;
  const [, one = "", two = "", year] = last;
  const dayFirst = dayOf(year, two, one);
  if (language !== "en") return dayFirst;
  const monthFirst = dayOf(year, one, two);
  return dayFirst && monthFirst && dayFirst !== monthFirst ? null : (dayFirst ?? monthFirst);
}

function dayOf(year = "", month = "", day = ""): string | null {
  if (Number(year) < 1) return null;
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // Date.parse takes the 30th of February for a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : null;
}
