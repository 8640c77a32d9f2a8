import { storedDayPattern } from "@kakehashi/contract/flows/shown-value";
import { createDayFormat } from "../../kit/day-format.ts";

/** Whether a text is a date in the format in which stories store dates, such as 2026-11-20. */
export const isDateText = (text: string): boolean =>
  storedDayPattern.test(text) && !Number.isNaN(Date.parse(text));

/**
 * Returns a function that formats the value of a bot's variable. An answer to a question for a date is formatted as a
 * date. Every other value stays as it is.
 */
export function createVariableFormatter(
  { date_variables }: { readonly date_variables: readonly string[] },
  language: string,
  dateStyle: "long" | "medium" = "medium",
): (variable: { readonly name: string; readonly value: string }) => string {
  const day = createDayFormat(language, dateStyle);
  return ({ name, value }) => (date_variables.includes(name) && isDateText(value) ? day(value) : value);
}
