import { type RefObject, useEffect, useRef, useState } from "react";
import styles from "./scrolling-row.module.css";

interface ScrollingRow<E extends HTMLElement> {
  readonly ref: RefObject<E | null>;
  readonly className: string;
  /** There is more of it than fits. */
  readonly long: boolean;
}

/**
 * A row of one line. Where it does not fit it scrolls, by a wheel that turns up and down too, and fades on the sides on
 * which more of it lies. What is `chosen` in it is in sight; what calls (`data-calls`) and is not marks the row.
 */
export function useScrollingRow<E extends HTMLElement>(chosen: string): ScrollingRow<E> {
  const ref = useRef<E>(null);
  const [long, setLong] = useState(false);
  useEffect(() => (ref.current ? followEdges(ref.current, setLong) : undefined), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for what was chosen
  useEffect(() => {
    if (ref.current) showChosen(ref.current);
  }, [chosen]);
  return { ref, className: styles.row ?? "", long };
}

function showChosen(row: HTMLElement): void {
  row
    .querySelector(`[aria-selected="true"], [aria-current]`)
    ?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Marks what does not fit, and has what is chosen in sight whenever the row gets another width, until the returned function is called. */
function followEdges(row: HTMLElement, tell: (long: boolean) => void): () => void {
  const look = () => {
    const { scrollLeft, scrollWidth, clientWidth } = row;
    row.toggleAttribute("data-more-before", scrollLeft > 1);
    row.toggleAttribute("data-more-after", scrollLeft < scrollWidth - clientWidth - 1);
    const calls = [...row.querySelectorAll<HTMLElement>("[data-calls]")];
    row.toggleAttribute("data-call-aside", calls.some(isAside));
    tell(scrollWidth > clientWidth + 1);
  };
  const isAside = ({ offsetLeft, offsetWidth }: HTMLElement) => {
    const start = offsetLeft - row.offsetLeft - row.scrollLeft;
    return start < 0 || start + offsetWidth > row.clientWidth;
  };
  const observer = new ResizeObserver((entries) => {
    // A row that was not shown has forgotten how far it was scrolled.
    if (entries.some(({ target }) => target === row)) showChosen(row);
    look();
  });
  const turn = (event: WheelEvent) => {
    if (event.deltaX !== 0 || event.ctrlKey) return;
    const before = row.scrollLeft;
    row.scrollLeft += event.deltaY;
    // At its end the page's turn comes.
    if (row.scrollLeft !== before) event.preventDefault();
  };
  observer.observe(row);
  for (const one of row.children) observer.observe(one);
  row.addEventListener("scroll", look, { passive: true });
  row.addEventListener("wheel", turn);
  return () => {
    observer.disconnect();
    row.removeEventListener("scroll", look);
    row.removeEventListener("wheel", turn);
  };
}
