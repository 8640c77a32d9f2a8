/**
 * A name in a sentence or above a message has at most this many characters. A longer one would leave no room for the
 * text beside it.
 */
const maxNameLength = 40;

/** A person's name, cut if it is unusually long. */
export function shortenName(name: string): string {
  const letters = [...name];
  return letters.length > maxNameLength ? `${letters.slice(0, maxNameLength - 1).join("")}…` : name;
}
