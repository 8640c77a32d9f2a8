import type { DiffSegment } from "@kakehashi/contract/differences";
import styles from "./differences.module.css";

/** A text in which the differences from its earlier version are marked. */
export function DifferenceText({ differences }: { differences: readonly DiffSegment[] }) {
  return differences.map(({ kind, text }, index) => {
    const key = `${index} ${kind}`;
    if (kind === "same") return <span key={key}>{text}</span>;
    return kind === "removed" ? (
      <del key={key} className={styles.removed}>
        {text}
      </del>
    ) : (
      <ins key={key} className={styles.added}>
        {text}
      </ins>
    );
  });
}
