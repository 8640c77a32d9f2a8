import { lengthOf, shortenText } from "./text-parts.ts";

/**
 * A button or a quick reply that a person can press. `address`: the page that the button opens. Null: pressing it is an
 * answer.
 */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly address: string | null;
}

export interface LabelledChoice {
  /** The text on the button. */
  readonly title: string;
  readonly choice: Choice;
}

export const isLink = (address: string): boolean =>
  /^https?:\/\//i.test(address) && URL.canParse(address) && address.length <= 2_000;

/**
 * Gives each choice a title of at most `maximum` characters. If a label is too long, or there are more than
 * `count` choices, the titles are numbers and `list` gives all labels in full. The runner of stories also accepts
 * a number as an answer.
 */
export function labelChoices(
  choices: readonly Choice[],
  { maximum, count }: { maximum: number; count: number },
): { labelledChoices: LabelledChoice[]; list: string } {
  const labels = choices.map(({ label }, index) => label.replace(/\s+/g, " ").trim() || `${index + 1}`);
  const canShowLabels = choices.length <= count && labels.every((label) => lengthOf(label) <= maximum);
  return {
    labelledChoices: choices.map((choice, index) => ({
      choice,
      title: canShowLabels ? (labels[index] ?? "") : shortenText(`${index + 1}. ${labels[index]}`, maximum),
    })),
    list: canShowLabels ? "" : labels.map((label, index) => `${index + 1}. ${label}`).join("\n"),
  };
}

/** Cuts a list into shorter lists of at most `size` items. */
export function piecesOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

/** Joins texts as paragraphs, with an empty line between them. Leaves out blank texts. */
export const paragraphs = (...texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter(Boolean)
    .join("\n\n");
