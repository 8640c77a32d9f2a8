import { useMergedRef } from "@mantine/hooks";
import { type ComponentPropsWithRef, useLayoutEffect, useRef } from "react";
import editor from "./editor.module.css";
import styles from "./marked-field.module.css";
import { cutAtPlaces, type PlaceInText } from "./warned-places.ts";

interface Props extends ComponentPropsWithRef<"textarea"> {
  /** The marked places, and the text in which they are. While somebody types, this may be a slightly older text. */
  marked: { readonly text: string; readonly ranges: readonly PlaceInText[] };
}

/**
 * A textarea with marks. A textarea cannot show marks, so an invisible copy of the text lies behind it and has them.
 */
export function MarkedField({ marked, className = "", ref, ...props }: Props) {
  const backdrop = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const mergedRef = useMergedRef(area, ref);
  function syncBackdropScroll(): void {
    if (backdrop.current && area.current) backdrop.current.scrollTop = area.current.scrollTop;
  }
  // The copy may have been shorter than the field's text and so not scrolled far enough. Align it after each render.
  useLayoutEffect(syncBackdropScroll);
  return (
    <div className={styles.markedField}>
      <div
        ref={backdrop}
        className={`${editor.field} ${styles.backdrop}`}
        lang={props.lang}
        aria-hidden="true"
      >
        {cutAtPlaces([{ start: 0, text: marked.text }], marked.ranges).map((piece) =>
          piece.isWarned ? <mark key={piece.start}>{piece.text}</mark> : piece.text,
        )}
        {/* Without this character a line break at the end would add no line to the copy. */}
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
