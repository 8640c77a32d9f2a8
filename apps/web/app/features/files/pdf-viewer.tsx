import { createFilePath, type StoredFile } from "@kakehashi/contract/files";
import {
  IconArrowAutofitWidth,
  IconDownload,
  IconFileTypePdf,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useLayer } from "../../kit/layers.ts";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { type PdfFailure, usePdfDocument } from "./pdf-document.ts";
import { maxPdfPages, stepZoom } from "./pdf-layout.ts";
import { PdfPages } from "./pdf-pages.tsx";
import styles from "./pdf-viewer.module.css";

const iconProps = { size: 20, stroke: 1.6 } as const;

/** The PDF viewer, a dialog that covers the whole window. */
export function PdfViewer({ file, onClose }: { file: StoredFile; onClose: () => void }) {
  const { t } = useTranslation(["pdf", "files", "common"]);
  const dialog = useRef<HTMLDialogElement>(null);
  const [attemptNumber, setAttempt] = useState(0);
  const loading = usePdfDocument(file, attemptNumber);
  const [pageNumber, setPageNumber] = useState(1);
  /** The zoom that the reader has chosen. Null if each page is as wide as the window. */
  const [zoom, setZoom] = useState<number | null>(null);
  const [shownZoom, setShownZoom] = useState(1);
  useLayer(true, onClose);
  useEffect(() => dialog.current?.showModal(), []);

  const isReady = loading.state === "ready";
  const pageCount = isReady ? loading.document.numPages : 0;
  const count = Math.min(pageCount, maxPdfPages);
  const changeZoomBy = (direction: 1 | -1) => setZoom(stepZoom(shownZoom, direction));

  function handleKey(event: KeyboardEvent): void {
    if (!isReady || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") changeZoomBy(1);
    else if (event.key === "-") changeZoomBy(-1);
    else if (event.key === "0") setZoom(null);
    else return;
    event.preventDefault();
  }

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      tabIndex={-1}
      aria-label={file.name}
      onClose={onClose}
      onKeyDown={handleKey}
    >
      <header className={styles.bar}>
        <span className={styles.title}>
          <span className={styles.name}>{file.name}</span>
          {isReady && (
            <span className={styles.count}>{t("position", { index: pageNumber, count: pageCount })}</span>
          )}
        </span>
        {isReady && (
          <>
            <IconButton label={t("zoomOut")} tooltipSide="bottom" onClick={() => changeZoomBy(-1)}>
              <IconZoomOut {...iconProps} />
            </IconButton>
            <span className={styles.zoom} role="status">
              {t("zoom", { percent: Math.round(shownZoom * 100) })}
            </span>
            <IconButton label={t("zoomIn")} tooltipSide="bottom" onClick={() => changeZoomBy(1)}>
              <IconZoomIn {...iconProps} />
            </IconButton>
            <IconButton
              label={t("fitWidth")}
              tooltipSide="bottom"
              aria-pressed={zoom === null}
              onClick={() => setZoom(null)}
            >
              <IconArrowAutofitWidth {...iconProps} />
            </IconButton>
          </>
        )}
        <a
          className={styles.iconButton}
          href={createFilePath(file.id, "download")}
          download={file.name}
          aria-label={t("files:downloadName", { name: file.name })}
        >
          <IconDownload {...iconProps} aria-hidden="true" />
        </a>
        <IconButton label={t("common:close")} tooltipSide="bottom" onClick={() => dialog.current?.close()}>
          <IconX {...iconProps} />
        </IconButton>
      </header>
      {loading.state === "loading" && <LoadingProgress fraction={loading.fraction} />}
      {loading.state === "failed" && (
        <PdfLoadError file={file} reason={loading.reason} retry={() => setAttempt(attemptNumber + 1)} />
      )}
      {isReady && (
        <PdfPages
          document={loading.document}
          library={loading.library}
          count={count}
          zoom={zoom}
          onZoomChange={setShownZoom}
          onPageChange={setPageNumber}
        />
      )}
      {count < pageCount && <p className={styles.limitNote}>{t("onlyFirst", { count })}</p>}
    </dialog>
  );
}

function LoadingProgress({ fraction }: { fraction: number | null }) {
  const { t } = useTranslation("pdf");
  return (
    <div className={styles.middle} role="status">
      <p>{t("loading")}</p>
      <progress className={styles.progress} value={fraction ?? undefined} max={1} aria-label={t("loading")} />
    </div>
  );
}

const pdfFailureTextKeys = {
  password: "password",
  broken: "broken",
  unreached: "unreached",
} as const satisfies Record<PdfFailure, string>;

function PdfLoadError({ file, reason, retry }: { file: StoredFile; reason: PdfFailure; retry: () => void }) {
  const { t } = useTranslation(["pdf", "files", "common"]);
  return (
    <div className={styles.middle} role="alert">
      <IconFileTypePdf size={40} stroke={1.4} aria-hidden="true" />
      <p>{t(pdfFailureTextKeys[reason])}</p>
      <div className={styles.actions}>
        {reason === "unreached" && <Button onClick={retry}>{t("common:retry")}</Button>}
        <a className={styles.actionLink} href={createFilePath(file.id, "download")} download={file.name}>
          <IconDownload size={18} stroke={1.6} aria-hidden="true" />
          {t("files:download")}
        </a>
      </div>
    </div>
  );
}
