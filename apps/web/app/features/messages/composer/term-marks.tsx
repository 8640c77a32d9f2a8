import type { Language } from "@kakehashi/contract/languages";
import { parseMentions } from "@kakehashi/contract/mentions";
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { LanguageTag } from "../../../kit/ui/language-tag.tsx";
import type { TermRange } from "./line-terms.ts";
import styles from "./term-marks.module.css";
import { useTermFinder } from "./use-writing-terms.ts";

interface TermMarksProps {
  area: HTMLTextAreaElement;
  content: string;
  textLanguage: Language;
  conversationId: string;
  readerLanguages: readonly Language[];
}

/**
 * Underlines glossary terms in the text area. A tooltip shows the translations of the term at the pointer or at the
 * caret.
 */
export function TermMarks({ area, content, textLanguage, conversationId, readerLanguages }: TermMarksProps) {
  const findTerms = useTermFinder(textLanguage, readerLanguages, conversationId);
  // Search for terms in a deferred render, so that a typed letter appears first.
  const deferredContent = useDeferredValue(content);
  const { text } = useMemo(() => parseMentions(deferredContent), [deferredContent]);
  const ranges = useMemo(() => findTerms?.(text) ?? [], [findTerms, text]);
  const container = area.parentElement;
  if (ranges.length === 0 || !container) return null;
  return createPortal(<TermUnderlines area={area} text={text} ranges={ranges} />, container);
}

interface TermUnderlinesProps {
  area: HTMLTextAreaElement;
  text: string;
  ranges: readonly TermRange[];
}

/**
 * A copy of the text area's text, behind the text area. Only the underlines of glossary terms are visible in it. Its
 * lines break at the same places as in the text area.
 */
function TermUnderlines({ area, text, ranges }: TermUnderlinesProps) {
  const textCopy = useRef<HTMLDivElement>(null);
  const [shownTerm, setShownTerm] = useState<{ range: TermRange; box: DOMRect } | null>(null);
  const [width, setCopyWidth] = useState(area.clientWidth);

  function showTooltip(range: TermRange | undefined): void {
    const termMark = range && textCopy.current?.querySelector(`[data-start="${range.start}"]`);
    const termRect = termMark?.getClientRects()[0];
    setShownTerm(range && termRect ? { range, box: termRect } : null);
  }
  const showTermUnderMouse = useEffectEvent(({ type, clientX, clientY }: MouseEvent) => {
    if (type === "mouseleave") return setShownTerm(null);
    const termMarks = [...(textCopy.current?.querySelectorAll<HTMLElement>("[data-start]") ?? [])];
    const termMarkUnderMouse = termMarks.find((termMark) =>
      [...termMark.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
      ),
    );
    const termStart = Number(termMarkUnderMouse?.dataset.start);
    if (termMarkUnderMouse ? shownTerm?.range.start !== termStart : shownTerm)
      showTooltip(ranges.find((range) => range.start === termStart));
  });
  /**
   * When a key, a press or a tap moves the caret into a glossary term, shows the term's translations. Typing hides the
   * tooltip, because it would jump along with the caret.
   */
  const showTermAtCaret = useEffectEvent((event: Event) => {
    if (event instanceof KeyboardEvent && !/^(Arrow|Home|End|Page)/.test(event.key)) return;
    const { selectionStart: caretIndex, selectionEnd } = area;
    showTooltip(
      caretIndex === selectionEnd
        ? ranges.find(({ start, end }) => start <= caretIndex && caretIndex <= end)
        : undefined,
    );
  });
  const hideTooltip = useEffectEvent(() => setShownTerm(null));
  const syncScrollPosition = useEffectEvent(() => {
    setShownTerm(null);
    if (textCopy.current) textCopy.current.scrollTop = area.scrollTop;
  });

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    area.addEventListener("mousemove", showTermUnderMouse, { signal });
    area.addEventListener("mouseleave", showTermUnderMouse, { signal });
    for (const type of ["keyup", "click"]) area.addEventListener(type, showTermAtCaret, { signal });
    for (const type of ["input", "blur"]) area.addEventListener(type, hideTooltip, { signal });
    area.addEventListener("scroll", syncScrollPosition, { signal, passive: true });
    // When the text area gets a scroll bar, its text becomes narrower. Make the copy behind it equally narrow.
    const resizeObserver = new ResizeObserver(() => setCopyWidth(area.clientWidth));
    resizeObserver.observe(area);
    return () => {
      listeners.abort();
      resizeObserver.disconnect();
    };
  }, [area]);
  useEffect(() => {
    if (text && textCopy.current) textCopy.current.scrollTop = area.scrollTop;
  }, [area, text]);

  return (
    <>
      <div className={styles.copy} ref={textCopy} aria-hidden="true" style={{ width }}>
        {renderTextPieces(text, ranges)}
      </div>
      <TermTooltip shownTerm={shownTerm} />
    </>
  );
}

function renderTextPieces(text: string, ranges: readonly TermRange[]) {
  const renderedPieces = [];
  let pieceStart = 0;
  for (const { start, end } of ranges) {
    renderedPieces.push(
      text.slice(pieceStart, start),
      <span key={start} className={styles.term} data-start={start}>
        {text.slice(start, end)}
      </span>,
    );
    pieceStart = end;
  }
  renderedPieces.push(`${text.slice(pieceStart)} `);
  return renderedPieces;
}

/** The greatest width of the tooltip in pixels, and its distance from the edge of the window. */
const [maxTipWidthPx, windowMarginPx] = [320, 8];

function TermTooltip({ shownTerm }: { shownTerm: { range: TermRange; box: DOMRect } | null }) {
  const { t } = useTranslation("writing");
  const tooltipLeft =
    shownTerm &&
    Math.max(windowMarginPx, Math.min(shownTerm.box.left, innerWidth - maxTipWidthPx - windowMarginPx));
  return (
    <div role="status">
      {shownTerm && (
        <dl
          className={styles.words}
          style={{ left: tooltipLeft ?? 0, top: shownTerm.box.top - 4, maxWidth: maxTipWidthPx }}
        >
          {shownTerm.range.terms.map(({ translationLanguage, translation, note, do_not_translate }) => (
            <div key={`${translationLanguage} ${translation}`}>
              <dt>
                <LanguageTag language={translationLanguage} />
              </dt>
              <dd>
                {do_not_translate ? t("termStays") : <span lang={translationLanguage}>{translation}</span>}
                {note !== "" && <span className={styles.note}>{note}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
