import { use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { splitFoldedText, takeFirstTokens } from "./fold.ts";
import { maxFoldedElements } from "./foldable.ts";
import styles from "./folded.module.css";
import { KeepPositionContext } from "./keep-position.ts";
import { parseMarkdownCached } from "./markdown.ts";
import { MessageText } from "./message-text.tsx";

/** The ids of unfolded messages. A message stays unfolded when its row is removed and rendered again. */
const unfoldedMessageIds = new Set<string>();

/**
 * How many elements are drawn in each frame after a message was unfolded. More elements would make a frame last longer
 * than 50 ms.
 */
const elementsPerStep = 150;

export interface FoldableProps {
  id: string;
  content: string;
  /** Whether a link points to this message. The message is then initially unfolded. */
  isLinked?: boolean;
}

/**
 * The beginning of a long message, with a button that shows or hides the rest. The hidden rest stays in the document,
 * so that the browser's search can find it. The rest becomes visible when the browser finds something in it or scrolls
 * to it, or when a link in it gets the focus.
 */
export function FoldedText({ id, content, isLinked = false }: FoldableProps) {
  const { t } = useTranslation("messages");
  const foldedText = splitFoldedText(content);
  const keepPosition = use(KeepPositionContext);
  const containerRef = useRef<HTMLDivElement>(null);
  const [isUnfolded, setIsUnfolded] = useState(() => isLinked || unfoldedMessageIds.has(id));
  // If the message was unfolded earlier, draw all of it in one step. It must not grow while the reader scrolls.
  const [drawnStepCount, setDrawnStepCount] = useState(() =>
    unfoldedMessageIds.has(id) ? Number.POSITIVE_INFINITY : 0,
  );
  const [wasLinked, setWasLinked] = useState(isLinked);
  if (wasLinked !== isLinked) {
    setWasLinked(isLinked);
    if (isLinked) setIsUnfolded(true);
  }
  const findMessageRow = () => containerRef.current?.closest("article");

  const hiddenRestElement = useRef<HTMLDivElement>(null);
  const unfoldOnBrowserMatch = useEffectEvent(() => toggle(true));
  // React does not support `hidden="until-found"` and its event `beforematch`. The browser removes the attribute when
  // its search finds a word in the hidden element.
  useLayoutEffect(() => hiddenRestElement.current?.setAttribute("hidden", "until-found"));
  useEffect(() => {
    const element = hiddenRestElement.current;
    const handleBeforeMatch = () => unfoldOnBrowserMatch();
    element?.addEventListener("beforematch", handleBeforeMatch);
    return () => element?.removeEventListener("beforematch", handleBeforeMatch);
  }, []);

  const isFolding = useRef(false);
  useLayoutEffect(() => {
    if (!isUnfolded && isFolding.current) findMessageRow()?.scrollIntoView({ block: "start" });
    isFolding.current = false;
  });

  const shownTokens = isUnfolded ? parseMarkdownCached(content) : foldedText.tokens;
  const tokens = isUnfolded
    ? takeFirstTokens(shownTokens, maxFoldedElements + drawnStepCount * elementsPerStep)
    : shownTokens;
  const isFullyDrawn = tokens === shownTokens;
  const drawMoreTokens = useEffectEvent(() => {
    const row = findMessageRow();
    if (row) keepPosition(row);
    flushSync(() => setDrawnStepCount(drawnStepCount + 1));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each rendered step schedules the next
  useEffect(() => {
    if (isFullyDrawn) return;
    const frameId = requestAnimationFrame(drawMoreTokens);
    return () => cancelAnimationFrame(frameId);
  }, [isFullyDrawn, drawnStepCount]);

  function toggle(isOpen: boolean): void {
    const row = findMessageRow();
    if (isOpen && row) keepPosition(row);
    isFolding.current = !isOpen;
    if (isOpen) unfoldedMessageIds.add(id);
    else unfoldedMessageIds.delete(id);
    setDrawnStepCount(0);
    setIsUnfolded(isOpen);
  }
  return (
    <>
      <div
        ref={containerRef}
        className={isUnfolded ? undefined : styles.foldedText}
        onScroll={() => {
          if (!isUnfolded) toggle(true);
        }}
      >
        <MessageText content={content} tokens={tokens} />
      </div>
      <div ref={hiddenRestElement}>{!isUnfolded && foldedText.restSource}</div>
      <button
        type="button"
        className={styles.moreButton}
        aria-expanded={isUnfolded}
        onClick={() => {
          // Focus the message, because the pressed button moves away when the message is folded or unfolded.
          containerRef.current?.closest<HTMLElement>("[data-message]")?.focus({ preventScroll: true });
          toggle(!isUnfolded);
        }}
      >
        {t(isUnfolded ? "showLess" : "showAll")}
      </button>
    </>
  );
}
