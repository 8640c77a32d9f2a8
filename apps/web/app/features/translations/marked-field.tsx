import { useMergedRef } from "@mantine/hooks";
import { type ComponentPropsWithRef, useLayoutEffect, useRef } from "react";
import editor from "./editor.module.css";
import styles from "./marked-field.module.css";
import { cutAtPlaces, type Place } from "./warned-places.ts";

interface Props extends ComponentPropsWithRef<"textarea"> {
  /** What is marked, and in which text. While somebody types it may be the text of a moment ago. */
  marked: { readonly text: string; readonly places: readonly Place[] };
}

/** A textarea with marked places: the same text, invisible, lies behind it and carries the marks. */
export function MarkedField({ marked, className = "", ref, ...props }: Props) {
  const backdrop = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const mergedRef = useMergedRef(area, ref);
  function alignBackdrop(): void {
    if (backdrop.current && area.current) backdrop.current.scrollTop = area.current.scrollTop;
  }
  // While the marked text was the shorter one of a moment ago, the backdrop could not scroll as far as the field.
  useLayoutEffect(alignBackdrop);
  return (
    <div className={styles.markedField}>
      <div
        ref={backdrop}
        className={`${editor.field} ${styles.backdrop}`}
        lang={props.lang}
        aria-hidden="true"
      >
        {cutAtPlaces([{ start: 0, text: marked.text }], marked.places).map((piece) =>
          piece.isWarned ? <mark key={piece.start}>{piece.text}</mark> : piece.text,
        )}
        {/* A last line break alone makes no line. */}
        {"\u200b"}
      </div>
      <textarea
        {...props}
        ref={mergedRef}
        className={`${editor.field} ${styles.area} ${className}`}
        onScroll={alignBackdrop}
      />
    </div>
  );
}
