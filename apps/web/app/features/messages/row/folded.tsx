import { createContext, type ReactNode, use, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./folded.module.css";

/** Has the list keep a row where it stands while it changes its height. */
export const KeepPlaceContext = createContext<(row: Element) => void>(() => undefined);

/** Messages that were unfolded: a row that is scrolled out of sight and back stays as it was. */
const unfolded = new Set<string>();

interface Props {
  /** Of the message. */
  id: string;
  /** A link led here: all of it shows. */
  found: boolean;
  children: ReactNode;
}

/**
 * The beginning of a long message and a button that shows the rest, or less again. All of it is in the document.
 * What is scrolled to inside the fold unfolds it, as does the focus on a link.
 */
export function Folded({ id, found, children }: Props) {
  const { t } = useTranslation("messages");
  const keepPlace = use(KeepPlaceContext);
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(() => found || unfolded.has(id));
  const [wasFound, setWasFound] = useState(found);
  if (wasFound !== found) {
    setWasFound(found);
    if (found) setOpen(true);
  }
  const rowOf = () => box.current?.closest("article");

  const isFolding = useRef(false);
  useLayoutEffect(() => {
    if (!open && isFolding.current) rowOf()?.scrollIntoView({ block: "start" });
    isFolding.current = false;
  });

  function turn(isOpen: boolean): void {
    const row = rowOf();
    if (isOpen && row) keepPlace(row);
    isFolding.current = !isOpen;
    if (isOpen) unfolded.add(id);
    else unfolded.delete(id);
    setOpen(isOpen);
  }
  return (
    <>
      <div
        ref={box}
        className={open ? undefined : styles.folded}
        onScroll={() => {
          if (!open) turn(true);
        }}
      >
        {children}
      </div>
      <button
        type="button"
        className={styles.more}
        aria-expanded={open}
        onClick={() => {
          // The button moves away: what it belongs to has the focus then.
          box.current?.closest<HTMLElement>("[data-message]")?.focus({ preventScroll: true });
          turn(!open);
        }}
      >
        {t(open ? "showLess" : "showAll")}
      </button>
    </>
  );
}
