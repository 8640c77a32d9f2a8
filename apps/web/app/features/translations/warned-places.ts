import { parseMentions } from "@kakehashi/contract/mentions";
import type { CheckKind, CheckWarning } from "@kakehashi/contract/translation-checks/check";

/** A place in a text, from index `start` to before index `end`. */
export interface PlaceInText {
  readonly start: number;
  readonly end: number;
}

/** The extra length of a mention in stored text: the brackets `[](…)` and the id of 36 characters. */
const mentionMarkupLength = 4 + 36;

/**
 * Converts places in a text with mentions to places in the text that people read. A place inside a mention is extended
 * to the whole mention.
 */
export function toPlainPlaces(content: string, places: readonly PlaceInText[]): PlaceInText[] {
  const { ranges } = parseMentions(content);
  const plainOffsetOf = (offset: number, boundary: keyof PlaceInText): number => {
    let removedLength = 0;
    for (const { start, end } of ranges) {
      if (offset <= start + removedLength) break;
      if (offset < end + removedLength + mentionMarkupLength) return boundary === "start" ? start : end;
      removedLength += mentionMarkupLength;
    }
    return offset - removedLength;
  };
  return places.map(({ start, end }) => ({
    start: plainOffsetOf(start, "start"),
    end: plainOffsetOf(end, "end"),
  }));
}

/** The checks that warn about a text as a whole. All other checks mark a place in the text. */
const checksOfWholeText: ReadonlySet<CheckKind> = new Set(["unchanged", "language", "newlines", "length"]);

/** Returns the places to mark in the original or in the translation, as indexes in the text that people read. */
export function warnedPlacesOf(
  warnings: readonly CheckWarning[],
  side: CheckWarning["side"],
  content: string,
): PlaceInText[] {
  const placedWarnings = warnings.filter(
    (warning) => warning.side === side && !checksOfWholeText.has(warning.kind),
  );
  return toPlainPlaces(content, placedWarnings);
}

/** Splits a text at the beginnings and ends of the places. Says for each piece whether a place covers it. */
export function splitAtPlaces<P extends { readonly start: number; readonly text: string }>(
  pieces: readonly P[],
  places: readonly PlaceInText[],
): (P & { isWarned: boolean })[] {
  const edges = [...new Set(places.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  return pieces.flatMap((piece) => {
    const end = piece.start + piece.text.length;
    const starts = [piece.start, ...edges.filter((edge) => edge > piece.start && edge < end)];
    return starts.map((start, index) => ({
      ...piece,
      start,
      text: piece.text.slice(start - piece.start, (starts[index + 1] ?? end) - piece.start),
      isWarned: places.some((range) => range.start <= start && start < range.end),
    }));
  });
}
