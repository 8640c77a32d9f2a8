/** Characters of a name that is said within a sentence or above a message: more would push away the rest. */
const maxLetters = 40;

/** A person's name, cut where it is far longer than names are. */
export function shortName(name: string): string {
  const letters = [...name];
  return letters.length > maxLetters ? `${letters.slice(0, maxLetters - 1).join("")}…` : name;
}
