import type { Mark } from "@kakehashi/contract/search";
import styles from "./marked.module.css";

/** A text with the search words highlighted. */
export function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  let at = 0;
  return (
    <>
      {marks.map(({ start, end }) => {
        const before = text.slice(at, start);
        at = end;
        return (
          <span key={start}>
            {before}
            <mark className={styles.mark}>{text.slice(start, end)}</mark>
          </span>
        );
      })}
      {text.slice(at)}
    </>
  );
}
