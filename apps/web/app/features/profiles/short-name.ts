/** Characters of a name that is said within a sentence or above a message: more would push away the rest. */
const most = 40;

/** A person's name, cut where it is far longer than names are. */
export function shortName(name: string): string {
  const letters = [...name];
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : name;
}
