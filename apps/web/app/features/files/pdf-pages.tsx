import type { PDFDocumentProxy } from "pdfjs-dist";
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PdfLibrary } from "./pdf-document.ts";
import { type PdfPageSize, scalePageSize, zoomToFit } from "./pdf-layout.ts";
import { PdfPage } from "./pdf-page.tsx";
import styles from "./pdf-viewer.module.css";

/**
 * The gap between two PDF pages, and how far outside the visible part pages are already drawn. Both are in CSS pixels.
 */
const gapPx = 12;
const drawPagesAheadPx = 600;
/** The greatest width in CSS pixels of a page that is fitted to the window. */
const maxWidthPx = 1_000;

interface PdfPagesProps {
  document: PDFDocumentProxy;
  library: PdfLibrary;
  count: number;
  /** The zoom that the reader has chosen. Null if each page is as wide as the window. */
  zoom: number | null;
  onZoomChange: (zoom: number) => void;
  onPageChange: (number: number) => void;
}

/** All pages of a PDF in a column. Only pages near the visible part are drawn. */
export function PdfPages(props: PdfPagesProps) {
  const { document: pdf } = props;
  const [firstPageSize, setFirstPageSize] = useState<PdfPageSize | null>(null);
  useEffect(() => {
    let isCancelled = false;
    pdf.getPage(1).then(
      (page) => {
        const { width, height } = page.getViewport({ scale: 1 });
        if (!isCancelled) setFirstPageSize({ width: Math.max(1, width), height: Math.max(1, height) });
      },
      // If the first page fails to load, assume that it has the size A4. The page itself then shows the error.
      () => !isCancelled && setFirstPageSize({ width: 595, height: 842 }),
    );
    return () => {
      isCancelled = true;
    };
  }, [pdf]);
  return firstPageSize && <PageList {...props} firstPageSize={firstPageSize} />;
}

function PageList({
  document: pdf,
  library,
  count,
  zoom: chosenZoom,
  firstPageSize,
  onZoomChange,
  onPageChange,
}: PdfPagesProps & { firstPageSize: PdfPageSize }) {
  const { t } = useTranslation("pdf");
  const listBox = useRef<HTMLDivElement>(null);
  const scrollerRef = useRef<HTMLDivElement>(null);
  const [widestPageWidth, setWidestPageWidth] = useState(firstPageSize.width);
  const widenColumn = useCallback(
    (width: number) => setWidestPageWidth((previous) => Math.max(previous, width)),
    [],
  );
  const listHandle = useRef<VirtualizerHandle>(null);
  const [availableWidthPx, setAvailableWidthPx] = useState(0);
  const zoom =
    chosenZoom ??
    (availableWidthPx > 0 ? zoomToFit(firstPageSize, Math.min(maxWidthPx, availableWidthPx)) : null);

  useLayoutEffect(() => {
    if (!listBox.current) return;
    const observer = new ResizeObserver(([entry]) =>
      setAvailableWidthPx(Math.max(1, (entry?.contentRect.width ?? 0) - 2 * gapPx)),
    );
    observer.observe(listBox.current);
    return () => observer.disconnect();
  }, []);

  // Keeps the same part of the PDF visible when the zoom changes.
  const topPosition = useRef({ index: 0, fraction: 0 });
  const keepTopPosition = useEffectEvent((newZoom: number) => {
    onZoomChange(newZoom);
    const { index, fraction } = topPosition.current;
    if (index === 0 && fraction === 0) return;
    listHandle.current?.scrollToIndex(index, {
      offset: fraction * (scalePageSize(firstPageSize, newZoom, 1).height + gapPx),
    });
  });
  useLayoutEffect(() => {
    if (zoom !== null) keepTopPosition(zoom);
  }, [zoom]);
  const hasChosenZoom = zoom !== null;
  useEffect(() => {
    // Focus the pages of the PDF, so that arrow keys scroll them.
    if (hasChosenZoom) scrollerRef.current?.focus();
  }, [hasChosenZoom]);

  function onScroll(offset: number): void {
    const virtualList = listHandle.current;
    if (!virtualList) return;
    const index = virtualList.findItemIndex(offset);
    topPosition.current = {
      index,
      fraction: Math.max(0, (offset - virtualList.getItemOffset(index)) / virtualList.getItemSize(index)),
    };
    onPageChange(virtualList.findItemIndex(offset + virtualList.viewportSize / 2) + 1);
  }

  return (
    <div ref={listBox} className={styles.scrollBox}>
      {zoom !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
        <div ref={scrollerRef} className={styles.pages} tabIndex={0} role="document" aria-label={t("pages")}>
          {/* The column is as wide as its widest page, so that the viewer can scroll horizontally, too. */}
          <div
            style={{
              minWidth: scalePageSize({ width: widestPageWidth, height: 1 }, zoom, 1).width + 2 * gapPx,
            }}
          >
            <Virtualizer
              ref={listHandle}
              scrollRef={scrollerRef}
              bufferSize={drawPagesAheadPx}
              itemSize={scalePageSize(firstPageSize, zoom, 1).height + gapPx}
              onScroll={onScroll}
            >
              {Array.from({ length: count }, (_, index) => (
                <PdfPage
                  // biome-ignore lint/suspicious/noArrayIndexKey: pages are told apart by their numbers alone
                  key={index}
                  document={pdf}
                  library={library}
                  number={index + 1}
                  assumedSize={firstPageSize}
                  zoom={zoom}
                  onWidthKnown={widenColumn}
                />
              ))}
            </Virtualizer>
          </div>
        </div>
      )}
    </div>
  );
}
