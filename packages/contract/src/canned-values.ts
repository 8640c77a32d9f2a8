import { placeholderPattern } from "./flows/placeholder.ts";

/**
 * The placeholders in a canned answer, besides the bot's variables: the visitor's name, the agent's name, and
 * the bot's name.
 */
export const cannedPlaceholders = ["visitor", "agent", "bot"] as const;

export interface FilledCannedAnswer {
  readonly text: string;
  /** The first placeholder whose value is unknown, with its position in `text`. Null if all values are known. */
  readonly missingPlaceholder: { readonly name: string; readonly start: number; readonly end: number } | null;
}

/**
 * Replaces the placeholders of a canned answer by their values. A placeholder without a value stays visible to the
 * agent. Placeholders inside a value are not replaced.
 */
export function fillCannedAnswer(
  text: string,
  lookUpValue: (name: string) => string | undefined,
): FilledCannedAnswer {
  let firstMissingPlaceholder: FilledCannedAnswer["missingPlaceholder"] = null;
  let filledText = "";
  let end = 0;
  for (const match of text.matchAll(placeholderPattern)) {
    const [wholePlaceholder, name = ""] = match;
    filledText += text.slice(end, match.index);
    const value = lookUpValue(name)?.trim();
    if (!value)
      firstMissingPlaceholder ??= {
        name,
        start: filledText.length,
        end: filledText.length + wholePlaceholder.length,
      };
    filledText += value || wholePlaceholder;
    end = match.index + wholePlaceholder.length;
  }
  return { text: filledText + text.slice(end), missingPlaceholder: firstMissingPlaceholder };
}
