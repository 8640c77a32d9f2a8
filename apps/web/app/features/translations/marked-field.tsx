import { useMergedRef } from "@mantine/hooks";
import { type ComponentPropsWithRef, useLayoutEffect, useRef } from "react";
import editor from "./editor.module.css";
import styles from "./marked-field.module.css";
import { type PlaceInText, splitAtPlaces } from "./warned-places.ts";

interface Props extends ComponentPropsWithRef<"textarea"> {
  /**
   * The places to mark, and the text to which they belong. While somebody types, the field may already contain a newer
   * text.
   */
  marked: { readonly text: string; readonly ranges: readonly PlaceInText[] };
}

/**
 * A textarea with marked places. A textarea itself cannot mark a place, so an invisible copy of the text with the
 * marks lies behind it.
 */
export function MarkedField({ marked, className = "", ref, ...props }: Props) {
  const backdrop = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const mergedRef = useMergedRef(area, ref);
  function syncBackdropScroll(): void {
    if (backdrop.current && area.current) backdrop.current.scrollTop = area.current.scrollTop;
  }
  // The invisible copy may have been shorter than the field's text, and so not scrolled far enough. Scroll it to the
  // same position after each render.
  useLayoutEffect(syncBackdropScroll);
  return (
    <div className={styles.markedField}>
      <div
        ref={backdrop}
        className={`${editor.field} ${styles.backdrop}`}
        lang={props.lang}
        aria-hidden="true"
      >
        {splitAtPlaces([{ start: 0, text: marked.text }], marked.ranges).map((piece) =>
          piece.isWarned ? <mark key={piece.start}>{piece.text}</mark> : piece.text,
        )}
        {/* Without this extra character, a line break at the end of the text would add no line to the invisible
            copy. */}
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
