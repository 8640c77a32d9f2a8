/** Lines that were added, removed or kept between two texts. */
export interface LineChange {
  readonly kind: "same" | "removed" | "added";
  readonly lines: readonly string[];
}

/**
 * How long a comparison may take. Texts with nothing in common take longest, and their comparison would be
 * useless.
 */
const comparisonTimeoutMs = 1_500;

const kindOf = ({ added, removed }: { added: boolean; removed: boolean }) =>
  added ? "added" : removed ? "removed" : "same";

/** The changed lines between two texts. Null if comparing them takes too long. */
export async function compareLines(before: string, after: string): Promise<LineChange[] | null> {
  const { diffLines } = await import("diff");
  // With a callback, the library compares in steps and does not block the page.
  const parts = await new Promise<Awaited<ReturnType<typeof diffLines>> | undefined>((resolve) =>
    diffLines(before, after, { timeout: comparisonTimeoutMs, callback: (found) => resolve(found) }),
  );
  return (
    parts?.map((part) => ({ kind: kindOf(part), lines: part.value.replace(/\n$/, "").split("\n") })) ?? null
  );
}

/**
 * One row of a comparison: a line with its numbers in both texts, or the number of equal lines that are left out here.
 */
export type DifferenceRow =
  | {
      readonly kind: LineChange["kind"];
      readonly before?: number;
      readonly after?: number;
      readonly text: string;
    }
  | { readonly kind: "gap"; readonly count: number; readonly before: number };

/** This many equal lines are shown before and after a change. */
const contextLineCount = 3;
/** The most rows of a comparison. */
export const maximumRows = 3_000;

/** The rows of a comparison: every change, and the equal lines around it. */
export function differenceRowsOf(changes: readonly LineChange[]): DifferenceRow[] {
  const rows: DifferenceRow[] = [];
  let before = 1;
  let after = 1;
  for (const [index, { kind, lines }] of changes.entries()) {
    const headLineCount = index === 0 ? 0 : contextLineCount;
    const tailLineCount = index === changes.length - 1 ? 0 : contextLineCount;
    const leftOutCount = kind === "same" ? lines.length - headLineCount - tailLineCount : 0;
    for (const [lineIndex, text] of lines.entries()) {
      const isLeftOut =
        leftOutCount > 1 && lineIndex >= headLineCount && lineIndex < headLineCount + leftOutCount;
      if (isLeftOut && lineIndex === headLineCount) rows.push({ kind: "gap", count: leftOutCount, before });
      if (!isLeftOut)
        rows.push({
          kind,
          text,
          ...(kind !== "added" && { before }),
          ...(kind !== "removed" && { after }),
        });
      if (kind !== "added") before++;
      if (kind !== "removed") after++;
    }
  }
  return rows;
}
