import type { CSSProperties } from "react";
import styles from "./skeleton.module.css";

/** A grey placeholder while something loads. Sizes are CSS lengths. */
export function Skeleton({
  width = "100%",
  height = "0.75em",
  isRound = false,
}: {
  width?: string;
  height?: string;
  isRound?: boolean;
}) {
  const size: CSSProperties = { width, height };
  return (
    <span className={styles.placeholder} data-round={isRound || undefined} style={size} aria-hidden="true" />
  );
}

const rowWidths = ["62%", "48%", "71%", "55%", "66%", "43%", "58%", "69%"];

/** Placeholder rows for a list of people or rooms. Each has a round picture, a name and a line. */
export function SkeletonRows({ count, label }: { count: number; label: string }) {
  return (
    <div className={styles.rows} role="status" aria-label={label}>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={row} className={styles.row}>
          <Skeleton width="36px" height="36px" isRound />
          <div className={styles.lines}>
            <Skeleton width={rowWidths[row % rowWidths.length] ?? "60%"} />
            <Skeleton width={rowWidths[(row + 3) % rowWidths.length] ?? "50%"} height="0.65em" />
          </div>
        </div>
      ))}
    </div>
  );
}
