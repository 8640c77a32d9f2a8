import { useMergedRef } from "@mantine/hooks";
import { type ComponentPropsWithRef, useLayoutEffect, useRef } from "react";
import editor from "./editor.module.css";
import styles from "./marked-field.module.css";
import { splitAtRanges, type TextRange } from "./warned-places.ts";

interface MarkedFieldProps extends ComponentPropsWithRef<"textarea"> {
  /** The positions to mark, with the text that contains them. The field may already contain a newer text. */
  markedText: { readonly text: string; readonly ranges: readonly TextRange[] };
}

/**
 * A text area with marked parts. Text areas cannot mark parts of their text. So an invisible copy of the text with the
 * marks lies behind it.
 */
export function MarkedField({ markedText, className = "", ref, ...props }: MarkedFieldProps) {
  const markedCopy = useRef<HTMLDivElement>(null);
  const textAreaRef = useRef<HTMLTextAreaElement>(null);
  const mergedRef = useMergedRef(textAreaRef, ref);
  function syncBackdropScroll(): void {
    if (markedCopy.current && textAreaRef.current)
      markedCopy.current.scrollTop = textAreaRef.current.scrollTop;
  }
  // Scroll the copy to the field's position after each render. Before the render, the text of the copy may have been
  // too short to scroll that far.
  useLayoutEffect(syncBackdropScroll);
  return (
    <div className={styles.markedField}>
      <div
        ref={markedCopy}
        className={`${editor.field} ${styles.backdrop}`}
        lang={props.lang}
        aria-hidden="true"
      >
        {splitAtRanges([{ start: 0, text: markedText.text }], markedText.ranges).map((textPiece) =>
          textPiece.isWarned ? <mark key={textPiece.start}>{textPiece.text}</mark> : textPiece.text,
        )}
        {/* Add a character, because a line break at the end of the text would otherwise add no line to the copy. */}
        {"\u200b"}
      </div>
      <textarea
        {...props}
        ref={mergedRef}
        className={`${editor.field} ${styles.area} ${className}`}
        onScroll={syncBackdropScroll}
      />
    </div>
  );
}
