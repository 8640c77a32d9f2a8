import { countCodePoints, shortenText } from "./text-parts.ts";

/**
 * A button or a quick reply that a person can press. `address`: the URL that the button opens. Null: pressing it sends
 * an answer.
 */
export interface ShownChoice {
  readonly id: string;
  readonly label: string;
  readonly address: string | null;
}

export interface LabelledChoice {
  /** The text on the button: the label of the choice, or a number with a shortened label. */
  readonly title: string;
  readonly choice: ShownChoice;
}

export const isLink = (address: string): boolean =>
  /^https?:\/\//i.test(address) && URL.canParse(address) && address.length <= 2_000;

/**
 * Gives each choice a title of at most `maximum` characters. If a label is too long, or there are more than
 * `count` choices, each title becomes a number and a shortened label, and `list` shows each number with its full
 * label. A person may also type the number.
 */
export function labelChoices(
  choices: readonly ShownChoice[],
  { maximum, count }: { maximum: number; count: number },
): { labelledChoices: LabelledChoice[]; list: string } {
  const labels = choices.map(({ label }, index) => label.replace(/\s+/g, " ").trim() || `${index + 1}`);
  const canShowLabels = choices.length <= count && labels.every((label) => countCodePoints(label) <= maximum);
  return {
    labelledChoices: choices.map((choice, index) => ({
      choice,
      title: canShowLabels ? (labels[index] ?? "") : shortenText(`${index + 1}. ${labels[index]}`, maximum),
    })),
    list: canShowLabels ? "" : labels.map((label, index) => `${index + 1}. ${label}`).join("\n"),
  };
}

/** Splits a list into lists of at most `size` items. */
export function splitIntoChunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

/** Joins texts as paragraphs, with an empty line between them. Blank texts are left out. */
export const joinParagraphs = (...texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter(Boolean)
    .join("\n\n");
