import type { CodeLanguage } from "@kakehashi/contract/code-languages";
import { type MouseEvent, memo, useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { ColouredPiece } from "../../kit/code/code.ts";
import colours from "../../kit/code/colours.module.css";
import styles from "./code-view.module.css";
import {
  type CodeChunk,
  lineRangeHash,
  parseLineRange,
  replaceHiddenCharacters,
  splitIntoChunks,
  splitPiecesByChunk,
} from "./lines.ts";
import { useCodeColours } from "./use-colours.ts";

/**
 * Shows code with numbered lines. Only lines near the visible part have colours and links. All other lines are plain
 * text. So even a page with 100,000 lines scrolls well, and the browser's own search still finds every line.
 */
export function CodeView({
  label,
  content,
  language,
}: {
  /** The name of the code for screen readers. */
  label: string;
  content: string;
  language: CodeLanguage;
}) {
  const chunks = useMemo(() => splitIntoChunks(content), [content]);
  const colouredPieces = useCodeColours(content, language);
  const piecesByChunk = useMemo(
    () => colouredPieces && splitPiecesByChunk(chunks, colouredPieces),
    [chunks, colouredPieces],
  );
  const lastChunk = chunks.at(-1);
  const lineCount = lastChunk ? lastChunk.firstLineNumber + lastChunk.lineCount - 1 : 0;
  const { hash } = useLocation();
  const range = parseLineRange(hash, lineCount);
  const markedLinesRef = useRef<HTMLSpanElement>(null);
  const fromLine = range?.from;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fromLine` says which lines the band marks now.
  useEffect(() => {
    // The braces keep the effect from returning a value. In some browsers `scrollIntoView` returns a promise, and a
    // promise is no valid return value of an effect.
    markedLinesRef.current?.scrollIntoView({ block: "center" });
  }, [fromLine]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <section className={styles.frame} aria-label={label} tabIndex={0} translate="no" dir="ltr">
      <div
        className={styles.code}
        style={{ "--digits": String(lineCount).length } as Record<`--${string}`, number>}
      >
        {range && (
          <span
            ref={markedLinesRef}
            className={styles.band}
            data-lines={lineRangeHash(range)}
            style={{
              top: `calc(var(--line-height) * ${range.from - 1})`,
              height: `calc(var(--line-height) * ${range.to - range.from + 1})`,
            }}
          />
        )}
        {chunks.map((chunk, index) => (
          <CodeLines key={chunk.firstLineNumber} chunk={chunk} pieces={piecesByChunk?.[index] ?? null} />
        ))}
      </div>
    </section>
  );
}

/** Lines within this distance from the visible part of the page have colours and links. */
const nearScreenMargin = "800px";

function useIsNearScreen() {
  const ref = useRef<HTMLDivElement>(null);
  const [isNearScreen, setNearScreen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setNearScreen(entry?.isIntersecting ?? false), {
      rootMargin: nearScreenMargin,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isNearScreen };
}

const CodeLines = memo(function CodeLines({
  chunk,
  pieces,
}: {
  chunk: CodeChunk;
  pieces: ColouredPiece[] | null;
}) {
  const { ref, isNearScreen } = useIsNearScreen();
  const { firstLineNumber: first, lineCount, text } = chunk;
  return (
    <div
      className={styles.chunk}
      ref={ref}
      style={{ height: `calc(var(--line-height) * ${lineCount})` }}
      data-first={first}
    >
      <div className={styles.numbers} aria-hidden="true">
        {isNearScreen ? (
          <LineNumberLinks first={first} count={lineCount} />
        ) : (
          Array.from({ length: lineCount }, (_, index) => first + index).join("\n")
        )}
      </div>
      <code className={styles.text}>
        {isNearScreen && pieces
          ? pieces.map(([words, kind], index) => {
              const key = `${index} ${kind}`;
              const className = kind === null ? undefined : colours[kind];
              const visibleWords = replaceHiddenCharacters(words);
              return className ? (
                <span key={key} className={className}>
                  {visibleWords}
                </span>
              ) : (
                visibleWords
              );
            })
          : replaceHiddenCharacters(text)}
      </code>
    </div>
  );
});

/**
 * The numbers of the code lines. A click on a number marks its line. A click with Shift extends the marked range to
 * that line.
 */
function LineNumberLinks({ first: firstLineNumber, count }: { first: number; count: number }) {
  const { t } = useTranslation("codes");
  const { hash } = useLocation();
  const navigate = useNavigate();
  function extendLineSelection(event: MouseEvent, line: number): void {
    const range = event.shiftKey ? parseLineRange(hash, Number.MAX_SAFE_INTEGER) : null;
    if (!range) return;
    event.preventDefault();
    const [from, to] = [Math.min(range.from, line), Math.max(line, line < range.from ? range.to : line)];
    void navigate({ hash: lineRangeHash({ from, to }) }, { replace: true, preventScrollReset: true });
  }
  return Array.from({ length: count }, (_, index) => {
    const line = firstLineNumber + index;
    return (
      <Link
        key={line}
        to={{ hash: `#L${line}` }}
        replace
        preventScrollReset
        tabIndex={-1}
        title={t("lineHint")}
        onClick={(event) => extendLineSelection(event, line)}
      >
        {line}
      </Link>
    );
  });
}
