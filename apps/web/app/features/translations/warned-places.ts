import { parseMentions } from "@kakehashi/contract/mentions";
import type { CheckKind, CheckWarning } from "@kakehashi/contract/translation-checks/check";

/** A range of a text, from index `start` to before index `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The number of characters that a mention has only in the stored text: the brackets `[](…)`, and an id of 36
 * characters.
 */
const mentionMarkupLength = 4 + 36;

/**
 * Converts ranges of the stored text, which contains mentions, to ranges of the visible text. A range inside a mention
 * is extended to the whole mention.
 */
export function toPlainTextRanges(content: string, contentRanges: readonly TextRange[]): TextRange[] {
  const { ranges } = parseMentions(content);
  const plainOffsetOf = (offset: number, boundary: keyof TextRange): number => {
    let removedLength = 0;
    for (const { start, end } of ranges) {
      if (offset <= start + removedLength) break;
      if (offset < end + removedLength + mentionMarkupLength) return boundary === "start" ? start : end;
      removedLength += mentionMarkupLength;
    }
    return offset - removedLength;
  };
  return contentRanges.map(({ start, end }) => ({
    start: plainOffsetOf(start, "start"),
    end: plainOffsetOf(end, "end"),
  }));
}

/** The checks that warn about the whole text. All other checks mark a range. */
const checksOfWholeText: ReadonlySet<CheckKind> = new Set(["unchanged", "language", "newlines", "length"]);

/** Returns the ranges to mark in the original or in the translation, as indexes in the visible text. */
export function warnedRangesOf(
  warnings: readonly CheckWarning[],
  side: CheckWarning["side"],
  content: string,
): TextRange[] {
  const placedWarnings = warnings.filter(
    (warning) => warning.side === side && !checksOfWholeText.has(warning.kind),
  );
  return toPlainTextRanges(content, placedWarnings);
}

/** Splits pieces of a text where a range begins or ends. Each new piece says whether a range covers it. */
export function splitAtRanges<P extends { readonly start: number; readonly text: string }>(
  textPieces: readonly P[],
  ranges: readonly TextRange[],
): (P & { isWarned: boolean })[] {
  const boundaries = [...new Set(ranges.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  return textPieces.flatMap((textPiece) => {
    const pieceEnd = textPiece.start + textPiece.text.length;
    const pieceStarts = [
      textPiece.start,
      ...boundaries.filter((boundaryOffset) => boundaryOffset > textPiece.start && boundaryOffset < pieceEnd),
    ];
    return pieceStarts.map((start, index) => ({
      ...textPiece,
      start,
      text: textPiece.text.slice(
        start - textPiece.start,
        (pieceStarts[index + 1] ?? pieceEnd) - textPiece.start,
      ),
      isWarned: ranges.some((range) => range.start <= start && start < range.end),
    }));
  });
}
