import type { LivechatDetail } from "@kakehashi/contract/bot-livechat";
import { createDayFormat } from "../../kit/day-format.ts";

/**
 * Returns a function that shows a variable in the reader's language: the answer to a question for a date as a date,
 * everything else as it is.
 */
export function createVariableText(
  { date_variables }: Pick<LivechatDetail, "date_variables">,
  language: string,
): (variable: LivechatDetail["variables"][number]) => string {
  const day = createDayFormat(language, "medium");
  return ({ name, value }) => (date_variables.includes(name) ? day(value) : value);
}
