import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PdfLibrary } from "./pdf-document.ts";
import { type PdfPageSize, scalePageSize } from "./pdf-layout.ts";
import styles from "./pdf-viewer.module.css";

interface PdfPageProps {
  document: PDFDocumentProxy;
  library: PdfLibrary;
  number: number;
  /** The assumed size of the PDF page until its real size is known. */
  assumedSize: PdfPageSize;
  zoom: number;
  /** Called with the width of the PDF page once it is known. */
  onWidthKnown: (width: number) => void;
}

/**
 * A PDF page near the visible part of the viewer: the drawn page, with invisible text above it that can be selected and
 * read aloud.
 */
export function PdfPage({ document: pdf, library, number, assumedSize, zoom, onWidthKnown }: PdfPageProps) {
  const { t } = useTranslation("pdf");
  const picture = useRef<HTMLDivElement>(null);
  const textLayer = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(assumedSize);
  const [hasFailed, setHasFailed] = useState(false);
  const { width, height, scale } = scalePageSize(size, zoom, 1);

  useEffect(() => {
    let isCancelled = false;
    const cleanups: (() => void)[] = [];

    async function drawPage(): Promise<void> {
      const page = await pdf.getPage(number);
      if (isCancelled) return;
      cleanups.push(() => page.cleanup());
      const unscaledViewport = page.getViewport({ scale: 1 });
      const pageSize = {
        width: Math.max(1, unscaledViewport.width),
        height: Math.max(1, unscaledViewport.height),
      };
      setSize((previous) =>
        previous.width === pageSize.width && previous.height === pageSize.height ? previous : pageSize,
      );
      onWidthKnown(pageSize.width);
      const drawnSize = scalePageSize(pageSize, zoom, devicePixelRatio);
      const canvas = window.document.createElement("canvas");
      const viewport = page.getViewport({ scale: drawnSize.scale * drawnSize.pixelRatio });
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.floor(viewport.height));
      const renderTask = page.render({ canvas, viewport });
      cleanups.unshift(() => renderTask.cancel());
      await renderTask.promise;
      if (isCancelled) return;
      // Show the old drawing of the page until the new one is complete.
      picture.current?.replaceChildren(canvas);
      setHasFailed(false);
      if (!textLayer.current) return;
      textLayer.current.replaceChildren();
      const textLayerRenderer = new library.TextLayer({
        textContentSource: page.streamTextContent(),
        container: textLayer.current,
        viewport: page.getViewport({ scale: drawnSize.scale }),
      });
      cleanups.unshift(() => textLayerRenderer.cancel());
      await textLayerRenderer.render();
    }

    drawPage().catch(() => {
      // Ignore an error of the text layer, because the drawn page can still be read.
      if (!isCancelled && !picture.current?.hasChildNodes()) setHasFailed(true);
    });
    return () => {
      isCancelled = true;
      for (const cleanup of cleanups) cleanup();
    };
  }, [pdf, library, number, zoom, onWidthKnown]);

  // The PDF library reads the scale of the text layer from this CSS variable.
  const pageStyle = { width, height, "--total-scale-factor": scale };
  return (
    <section className={styles.place} aria-label={t("page", { number })}>
      <div className={styles.page} style={pageStyle}>
        <div ref={picture} className={styles.picture} aria-hidden="true" />
        <div ref={textLayer} className={styles.textLayer} />
        {hasFailed && <p className={styles.pageError}>{t("pageLost", { number })}</p>}
      </div>
    </section>
  );
}
