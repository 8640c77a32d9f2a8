import { use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { foldedTextOf, takeFirstTokens } from "./fold.ts";
import { maxFoldedElements } from "./foldable.ts";
import styles from "./folded.module.css";
import { KeepPositionContext } from "./keep-position.ts";
import { tokensOf } from "./markdown.ts";
import { MessageText } from "./message-text.tsx";

/** The messages that were unfolded. A row that is removed and rendered again stays unfolded. */
const unfoldedMessageIds = new Set<string>();

/** An unfolded message grows by this many elements a frame, so that no frame lasts longer than 50 ms. */
const elementsPerStep = 150;

export interface FoldableProps {
  /** The id of the folded message. */
  id: string;
  content: string;
  /** Whether a link points to this message. Then the message starts unfolded. */
  isLinked?: boolean;
}

/**
 * The beginning of a long message, and a button that shows or hides the rest. Only the beginning is drawn.
 * The rest is in the document only for the browser's search and has no layout. It unfolds when the search
 * finds something in it, when the browser scrolls to something in it, or when a link in it gets the focus.
 */
export function FoldedText({ id, content, isLinked = false }: FoldableProps) {
  const { t } = useTranslation("messages");
  const foldedText = foldedTextOf(content);
  const keepPosition = use(KeepPositionContext);
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(() => isLinked || unfoldedMessageIds.has(id));
  // A message that was unfolded before is rendered at once as a whole: it must not grow while the reader
  // scrolls back to it.
  const [steps, setSteps] = useState(() => (unfoldedMessageIds.has(id) ? Number.POSITIVE_INFINITY : 0));
  const [wasLinked, setWasLinked] = useState(isLinked);
  if (wasLinked !== isLinked) {
    setWasLinked(isLinked);
    if (isLinked) setOpen(true);
  }
  const rowOf = () => box.current?.closest("article");

  const hiddenRestElement = useRef<HTMLDivElement>(null);
  const unfoldOnBrowserMatch = useEffectEvent(() => toggle(true));
  // React knows neither `until-found` nor its event. The browser removes the attribute when its search finds
  // something inside.
  useLayoutEffect(() => hiddenRestElement.current?.setAttribute("hidden", "until-found"));
  useEffect(() => {
    const element = hiddenRestElement.current;
    const match = () => unfoldOnBrowserMatch();
    element?.addEventListener("beforematch", match);
    return () => element?.removeEventListener("beforematch", match);
  }, []);

  const isFolding = useRef(false);
  useLayoutEffect(() => {
    if (!open && isFolding.current) rowOf()?.scrollIntoView({ block: "start" });
    isFolding.current = false;
  });

  const shownTokens = open ? tokensOf(content) : foldedText.tokens;
  const tokens = open
    ? takeFirstTokens(shownTokens, maxFoldedElements + steps * elementsPerStep)
    : shownTokens;
  const isFullyDrawn = tokens === shownTokens;
  const drawMoreTokens = useEffectEvent(() => {
    const row = rowOf();
    if (row) keepPosition(row);
    flushSync(() => setSteps(steps + 1));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each rendered step schedules the next
  useEffect(() => {
    if (isFullyDrawn) return;
    const frameId = requestAnimationFrame(drawMoreTokens);
    return () => cancelAnimationFrame(frameId);
  }, [isFullyDrawn, steps]);

  function toggle(isOpen: boolean): void {
    const row = rowOf();
    if (isOpen && row) keepPosition(row);
    isFolding.current = !isOpen;
    if (isOpen) unfoldedMessageIds.add(id);
    else unfoldedMessageIds.delete(id);
    setSteps(0);
    setOpen(isOpen);
  }
  return (
    <>
      <div
        ref={box}
        className={open ? undefined : styles.foldedText}
        onScroll={() => {
          if (!open) toggle(true);
        }}
      >
        <MessageText content={content} tokens={tokens} />
      </div>
      <div ref={hiddenRestElement}>{!open && foldedText.restSource}</div>
      <button
        type="button"
        className={styles.moreButton}
        aria-expanded={open}
        onClick={() => {
          // The pressed button moves to another place, so its message gets the focus.
          box.current?.closest<HTMLElement>("[data-message]")?.focus({ preventScroll: true });
          toggle(!open);
        }}
      >
        {t(open ? "showLess" : "showAll")}
      </button>
    </>
  );
}
