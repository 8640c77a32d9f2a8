import type { SearchHitRange } from "@kakehashi/contract/search";
import styles from "./marked.module.css";

/** A text in which the searched words are highlighted. */
export function HighlightedText({ text, marks }: { text: string; marks: readonly SearchHitRange[] }) {
  let position = 0;
  return (
    <>
      {marks.map(({ start, end }) => {
        const textBefore = text.slice(position, start);
        position = end;
        return (
          <span key={start}>
            {textBefore}
            <mark className={styles.mark}>{text.slice(start, end)}</mark>
          </span>
        );
      })}
      {text.slice(position)}
    </>
  );
}
