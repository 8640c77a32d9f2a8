/** Consecutive lines of a text that have all been added, all been removed, or all stayed unchanged. */
export interface LineDiffSegment {
  readonly kind: "same" | "removed" | "added";
  readonly lines: readonly string[];
}

/**
 * A comparison stops after this many milliseconds. Only texts with almost nothing in common take so long, and comparing
 * them is useless.
 */
const comparisonTimeoutMs = 1_500;

const changeKindOf = ({ added, removed }: { added: boolean; removed: boolean }) =>
  added ? "added" : removed ? "removed" : "same";

/**
 * Compares two texts line by line. Returns the groups of added, removed and unchanged lines. Returns null if the
 * comparison takes too long.
 */
export async function compareLines(textBefore: string, textAfter: string): Promise<LineDiffSegment[] | null> {
  const { diffLines } = await import("diff");
  // With a callback, the diff library works in small steps, so that the page stays responsive.
  const changedParts = await new Promise<Awaited<ReturnType<typeof diffLines>> | undefined>((resolve) =>
    diffLines(textBefore, textAfter, {
      timeout: comparisonTimeoutMs,
      callback: (foundChanges) => resolve(foundChanges),
    }),
  );
  return (
    changedParts?.map((changedPart) => ({
      kind: changeKindOf(changedPart),
      lines: changedPart.value.replace(/\n$/, "").split("\n"),
    })) ?? null
  );
}

/**
 * One row of a comparison of two texts. It is either a line with its line numbers in both texts, or a gap that stands
 * for a number of hidden unchanged lines.
 */
export type DifferenceRow =
  | {
      readonly kind: LineDiffSegment["kind"];
      readonly lineNumberBefore?: number;
      readonly lineNumberAfter?: number;
      readonly text: string;
    }
  | { readonly kind: "gap"; readonly hiddenLineCount: number; readonly lineNumberBefore: number };

/** Before and after each change, a comparison shows this many unchanged lines. */
const contextLineCount = 3;
/** A comparison of two versions shows at most this many rows. */
export const maximumDifferenceRows = 3_000;

/** Returns the rows of a comparison: all changes, each with a few unchanged lines around it. */
export function differenceRowsOf(segments: readonly LineDiffSegment[]): DifferenceRow[] {
  const rows: DifferenceRow[] = [];
  let lineNumberBefore = 1;
  let lineNumberAfter = 1;
  for (const [index, { kind, lines }] of segments.entries()) {
    const headLineCount = index === 0 ? 0 : contextLineCount;
    const tailLineCount = index === segments.length - 1 ? 0 : contextLineCount;
    const hiddenLineCount = kind === "same" ? lines.length - headLineCount - tailLineCount : 0;
    for (const [lineIndex, text] of lines.entries()) {
      const isHiddenLine =
        hiddenLineCount > 1 && lineIndex >= headLineCount && lineIndex < headLineCount + hiddenLineCount;
      if (isHiddenLine && lineIndex === headLineCount)
        rows.push({ kind: "gap", hiddenLineCount, lineNumberBefore });
      if (!isHiddenLine)
        rows.push({
          kind,
          text,
          ...(kind !== "added" && { lineNumberBefore }),
          ...(kind !== "removed" && { lineNumberAfter }),
        });
      if (kind !== "added") lineNumberBefore++;
      if (kind !== "removed") lineNumberAfter++;
    }
  }
  return rows;
}
