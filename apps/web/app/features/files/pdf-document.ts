import { createFilePath, type StoredFile } from "@kakehashi/contract/files";
import type { PDFDocumentProxy } from "pdfjs-dist";
import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { useEffect, useState } from "react";
import { getTokenYoungerThan } from "../../kit/api.ts";
import { maxCanvasPixels } from "./pdf-layout.ts";

/** Before a PDF file is requested, the session is renewed if its access token is older than this many milliseconds. */
const maxTokenAgeMs = 60_000;
/** PDF files smaller than this many bytes are loaded as a whole. Of larger files, only the visible pages are loaded. */
const maxWholeFileBytes = 20 * 1024 * 1024;
/** A picture inside a PDF page is not drawn if it has more pixels than this. */
const maxImagePixels = 64_000_000;

export type PdfFailure = "password" | "broken" | "unreached";
type PdfLoading =
  | {
      readonly state: "loading" /** The loaded part of the PDF, from 0 to 1. Null while its size is unknown. */;
      readonly fraction: number | null;
    }
  | { readonly state: "ready"; readonly document: PDFDocumentProxy; readonly library: PdfLibrary }
  | { readonly state: "failed"; readonly reason: PdfFailure };
export type PdfLibrary = typeof import("pdfjs-dist");

/** Opens a PDF in a worker. The file may come from a stranger, so scripts, forms and links in it are disabled. */
async function openDocument(file: StoredFile, onProgress: (fraction: number) => void) {
  const library = await import("pdfjs-dist");
  library.GlobalWorkerOptions.workerSrc = workerAddress;
  await getTokenYoungerThan(maxTokenAgeMs).catch(() => undefined);
  const isLarge = file.size > maxWholeFileBytes;
  const pdfAssetsUrl = new URL(`/assets/pdf-${library.version}/`, location.origin).href;
  const loadingTask = library.getDocument({
    url: new URL(createFilePath(file.id), location.origin).href,
    disableAutoFetch: isLarge,
    disableStream: isLarge,
    cMapUrl: `${pdfAssetsUrl}cmaps/`,
    standardFontDataUrl: `${pdfAssetsUrl}standard_fonts/`,
    wasmUrl: `${pdfAssetsUrl}wasm/`,
    // The site's Content-Security-Policy forbids WebAssembly, so use the PDF library's JavaScript decoders.
    useWasm: false,
    enableXfa: false,
    maxImageSize: maxImagePixels,
    canvasMaxAreaInBytes: 4 * maxCanvasPixels,
    verbosity: library.VerbosityLevel.ERRORS,
  });
  loadingTask.onProgress = ({ loaded: loadedBytes, total }: { loaded: number; total: number }) => {
    if (total > 0) onProgress(Math.min(1, loadedBytes / total));
  };
  return { library, task: loadingTask };
}

/** Returns why a PDF cannot be opened, from the name of the PDF library's error. */
function classifyFailure(error: unknown): PdfFailure {
  const name = error instanceof Error ? error.name : "";
  if (name === "PasswordException") return "password";
  return name === "ResponseException" || name === "TypeError" ? "unreached" : "broken";
}

/** Loads a PDF document. `attemptNumber` is the number of retries; a new value loads the file again. */
export function usePdfDocument(file: StoredFile, attemptNumber: number): PdfLoading {
  const [loading, setLoading] = useState<PdfLoading>({ state: "loading", fraction: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads the file anew
  useEffect(() => {
    let isCancelled = false;
    let closeDocument: (() => void) | undefined;
    const setLoadingUnlessCancelled = (state: PdfLoading) => {
      if (!isCancelled) setLoading(state);
    };
    setLoadingUnlessCancelled({ state: "loading", fraction: null });
    // Progress is also reported after the PDF has opened, because the rest loads while the first pages are shown.
    // Ignore that progress.
    const reportProgress = (fraction: number) => {
      if (!isCancelled) setLoading((now) => (now.state === "loading" ? { state: "loading", fraction } : now));
    };
    openDocument(file, reportProgress).then(
      ({ library, task }) => {
        closeDocument = () => void task.destroy();
        if (isCancelled) return closeDocument();
        return task.promise.then(
          (document) => setLoadingUnlessCancelled({ state: "ready", document, library }),
          (error: unknown) => setLoadingUnlessCancelled({ state: "failed", reason: classifyFailure(error) }),
        );
      },
      () => setLoadingUnlessCancelled({ state: "failed", reason: "unreached" }),
    );
    return () => {
      isCancelled = true;
      closeDocument?.();
    };
  }, [file.id, attemptNumber]);
  return loading;
}
