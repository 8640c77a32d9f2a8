import { readMentions } from "@kakehashi/contract/mentions";
import type { CheckKind, CheckWarning } from "@kakehashi/contract/translation-checks/check";

/** A piece of a text, from `start` to before `end`. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** How much longer a mention is than its `@name`: by the brackets and the id, `[](…)`. */
const mentionMarkup = 4 + 36;

/** Finds places of a text with mentions in the text that people read. A place within a mention becomes all of it. */
export function plainPlaces(content: string, places: readonly Place[]): Place[] {
  const { ranges } = readMentions(content);
  const plain = (offset: number, side: keyof Place): number => {
    let removed = 0;
    for (const { start, end } of ranges) {
      if (offset <= start + removed) break;
      if (offset < end + removed + mentionMarkup) return side === "start" ? start : end;
      removed += mentionMarkup;
    }
    return offset - removed;
  };
  return places.map(({ start, end }) => ({ start: plain(start, "start"), end: plain(end, "end") }));
}

/** What is found about a text as a whole. Other findings have a place in it. */
const wholeKinds: ReadonlySet<CheckKind> = new Set(["unchanged", "language", "newlines", "length"]);

/** Where to look again in the original or the translation, as people read it. */
export function placesOf(
  warnings: readonly CheckWarning[],
  side: CheckWarning["side"],
  content: string,
): Place[] {
  const placed = warnings.filter((warning) => warning.side === side && !wholeKinds.has(warning.kind));
  return plainPlaces(content, placed);
}

/** Cuts pieces of a text at places, and says which pieces lie in one. */
export function cutAtPlaces<P extends { readonly start: number; readonly text: string }>(
  pieces: readonly P[],
  places: readonly Place[],
): (P & { isWarned: boolean })[] {
  const edges = [...new Set(places.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  return pieces.flatMap((piece) => {
    const end = piece.start + piece.text.length;
    const starts = [piece.start, ...edges.filter((edge) => edge > piece.start && edge < end)];
    return starts.map((start, index) => ({
      ...piece,
      start,
      text: piece.text.slice(start - piece.start, (starts[index + 1] ?? end) - piece.start),
      isWarned: places.some((place) => place.start <= start && start < place.end),
    }));
  });
}
