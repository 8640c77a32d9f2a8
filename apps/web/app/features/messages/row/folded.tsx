import { createContext, type ReactNode, use, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./folded.module.css";

/** Tells the list to keep a row at its position while its height changes. */
export const KeepPlaceContext = createContext<(row: Element) => void>(() => undefined);

/** The messages that were unfolded. A row that is removed and rendered again stays unfolded. */
const unfolded = new Set<string>();

interface Props {
  /** The id of the message. */
  id: string;
  /** A link points to this message, so it starts unfolded. */
  found: boolean;
  children: ReactNode;
}

/**
 * The beginning of a long message, and a button that shows the rest or less. The whole text is in the document. It
 * unfolds when the browser scrolls to something inside it, or a link inside gets the focus.
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
          // The button moves away, so its message gets the focus.
          box.current?.closest<HTMLElement>("[data-message]")?.focus({ preventScroll: true });
          turn(!open);
        }}
      >
        {t(open ? "showLess" : "showAll")}
      </button>
    </>
  );
}
