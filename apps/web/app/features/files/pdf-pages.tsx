import type { PDFDocumentProxy } from "pdfjs-dist";
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import type { Library } from "./pdf-document.ts";
import { fitZoom, layOut, type Size } from "./pdf-layout.ts";
import { PdfPage } from "./pdf-page.tsx";
import styles from "./pdf-viewer.module.css";

/** CSS pixels between pages, and how far beyond the visible part pages are drawn. */
const gap = 12;
const ahead = 600;
/** The greatest width of a page that is fitted to the window. */
const widest = 1_000;

interface Props {
  document: PDFDocumentProxy;
  library: Library;
  count: number;
  /** Null fits the width of the window. */
  zoom: number | null;
  onZoom: (zoom: number) => void;
  onPage: (number: number) => void;
}

/** All pages in a column. Only those near the visible part are drawn. */
export function PdfPages(props: Props) {
  const { document: pdf } = props;
  const [first, setFirst] = useState<Size | null>(null);
  useEffect(() => {
    let isOver = false;
    pdf.getPage(1).then(
      (page) => {
        const { width, height } = page.getViewport({ scale: 1 });
        if (!isOver) setFirst({ width: Math.max(1, width), height: Math.max(1, height) });
      },
      // The page shows its own error.
      () => !isOver && setFirst({ width: 595, height: 842 }),
    );
    return () => {
      isOver = true;
    };
  }, [pdf]);
  return first && <List {...props} first={first} />;
}

function List({
  document: pdf,
  library,
  count,
  zoom: wanted,
  first,
  onZoom,
  onPage,
}: Props & { first: Size }) {
  const { t } = useTranslation("pdf");
  const box = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [widestPage, setWidestPage] = useState(first.width);
  const widen = useCallback((width: number) => setWidestPage((before) => Math.max(before, width)), []);
  const list = useRef<VirtualizerHandle>(null);
  const [available, setAvailable] = useState(0);
  const zoom = wanted ?? (available > 0 ? fitZoom(first, Math.min(widest, available)) : null);

  useLayoutEffect(() => {
    if (!box.current) return;
    const measured = new ResizeObserver(([entry]) =>
      setAvailable(Math.max(1, (entry?.contentRect.width ?? 0) - 2 * gap)),
    );
    measured.observe(box.current);
    return () => measured.disconnect();
  }, []);

  // Zooming keeps the same place visible.
  const place = useRef({ index: 0, part: 0 });
  const follow = useEffectEvent((zoomed: number) => {
    onZoom(zoomed);
    const { index, part } = place.current;
    if (index === 0 && part === 0) return;
    list.current?.scrollToIndex(index, { offset: part * (layOut(first, zoomed, 1).height + gap) });
  });
  useLayoutEffect(() => {
    if (zoom !== null) follow(zoom);
  }, [zoom]);
  const isThere = zoom !== null;
  useEffect(() => {
    // Arrow keys scroll the pages.
    if (isThere) scroller.current?.focus();
  }, [isThere]);

  function scrolled(offset: number): void {
    const handle = list.current;
    if (!handle) return;
    const index = handle.findItemIndex(offset);
    place.current = {
      index,
      part: Math.max(0, (offset - handle.getItemOffset(index)) / handle.getItemSize(index)),
    };
    onPage(handle.findItemIndex(offset + handle.viewportSize / 2) + 1);
  }

  return (
    <div ref={box} className={styles.scrollBox}>
      {zoom !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by the keys
        <div ref={scroller} className={styles.pages} tabIndex={0} role="document" aria-label={t("pages")}>
          {/* The column is as wide as the widest page so far, so that it scrolls in both directions. */}
          <div style={{ minWidth: layOut({ width: widestPage, height: 1 }, zoom, 1).width + 2 * gap }}>
            <Virtualizer
              ref={list}
              scrollRef={scroller}
              bufferSize={ahead}
              itemSize={layOut(first, zoom, 1).height + gap}
              onScroll={scrolled}
            >
              {Array.from({ length: count }, (_, index) => (
                <PdfPage
                  // biome-ignore lint/suspicious/noArrayIndexKey: pages are told apart by their numbers alone
                  key={index}
                  document={pdf}
                  library={library}
                  number={index + 1}
                  usual={first}
                  zoom={zoom}
                  onWidth={widen}
                />
              ))}
            </Virtualizer>
          </div>
        </div>
      )}
    </div>
  );
}
