import { lengthOf, shorten } from "./text-parts.ts";

/** Something to press. `address`: it opens a page. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly address: string | null;
}

export interface Labelled {
  /** What stands on the button. */
  readonly title: string;
  readonly choice: Choice;
}

export const isLink = (address: string): boolean =>
  /^https?:\/\//i.test(address) && URL.canParse(address) && address.length <= 2_000;

/**
 * Gives each choice a title of at most `maximum` characters. If a label does not fit, or there are more than `count`,
 * all are numbered, and `list` says them in full. The runner of stories takes a number as an answer too.
 */
export function labelChoices(
  choices: readonly Choice[],
  { maximum, count }: { maximum: number; count: number },
): { labelled: Labelled[]; list: string } {
  const labels = choices.map(({ label }, index) => label.replace(/\s+/g, " ").trim() || `${index + 1}`);
  const fits = choices.length <= count && labels.every((label) => lengthOf(label) <= maximum);
  return {
    labelled: choices.map((choice, index) => ({
      choice,
      title: fits ? (labels[index] ?? "") : shorten(`${index + 1}. ${labels[index]}`, maximum),
    })),
    list: fits ? "" : labels.map((label, index) => `${index + 1}. ${label}`).join("\n"),
  };
}

/** Cuts a list into pieces of at most `size`. */
export function piecesOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

/** Paragraphs below one another. Blank ones are left out. */
export const paragraphs = (...texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter(Boolean)
    .join("\n\n");
