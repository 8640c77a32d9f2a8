import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Library } from "./pdf-document.ts";
import { layOut, type Size } from "./pdf-layout.ts";
import styles from "./pdf-viewer.module.css";

interface Props {
  document: PDFDocumentProxy;
  library: Library;
  number: number;
  /** The assumed size until the real one is known. */
  usual: Size;
  zoom: number;
  /** Called with the page's width once it is known. */
  onWidth: (width: number) => void;
}

/** A page near the visible part: its picture, and invisible text above it to select and to read aloud. */
export function PdfPage({ document: pdf, library, number, usual, zoom, onWidth }: Props) {
  const { t } = useTranslation("pdf");
  const picture = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(usual);
  const [isLost, setLost] = useState(false);
  const { width, height, scale } = layOut(size, zoom, 1);

  useEffect(() => {
    let isOver = false;
    const ends: (() => void)[] = [];

    async function draw(): Promise<void> {
      const page = await pdf.getPage(number);
      if (isOver) return;
      ends.push(() => page.cleanup());
      const natural = page.getViewport({ scale: 1 });
      const known = { width: Math.max(1, natural.width), height: Math.max(1, natural.height) };
      setSize((before) => (before.width === known.width && before.height === known.height ? before : known));
      onWidth(known.width);
      const drawn = layOut(known, zoom, devicePixelRatio);
      const canvas = window.document.createElement("canvas");
      const viewport = page.getViewport({ scale: drawn.scale * drawn.ratio });
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.floor(viewport.height));
      const drawing = page.render({ canvas, viewport });
      ends.unshift(() => drawing.cancel());
      await drawing.promise;
      if (isOver) return;
      // The old picture stays until the new one is complete.
      picture.current?.replaceChildren(canvas);
      setLost(false);
      if (!words.current) return;
      words.current.replaceChildren();
      const layer = new library.TextLayer({
        textContentSource: page.streamTextContent(),
        container: words.current,
        viewport: page.getViewport({ scale: drawn.scale }),
      });
      ends.unshift(() => layer.cancel());
      await layer.render();
    }

    draw().catch(() => {
      // If the text fails, the picture is still shown.
      if (!isOver && !picture.current?.hasChildNodes()) setLost(true);
    });
    return () => {
      isOver = true;
      for (const end of ends) end();
    };
  }, [pdf, library, number, zoom, onWidth]);

  // The library reads the scale of the text from this variable.
  const shown = { width, height, "--total-scale-factor": scale };
  return (
    <section className={styles.place} aria-label={t("page", { number })}>
      <div className={styles.page} style={shown}>
        <div ref={picture} className={styles.picture} aria-hidden="true" />
        <div ref={words} className={styles.textLayer} />
        {isLost && <p className={styles.pageError}>{t("pageLost", { number })}</p>}
      </div>
    </section>
  );
}
