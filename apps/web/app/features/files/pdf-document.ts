import { fileAddress, type StoredFile } from "@kakehashi/contract/files";
import type { PDFDocumentProxy } from "pdfjs-dist";
import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { useEffect, useState } from "react";
import { freshToken } from "../../kit/api.ts";
import { maximumPixels } from "./pdf-layout.ts";

/** The greatest age in milliseconds of the access token when a file is requested. */
const maxTokenAgeMs = 60_000;
/**
 * Files smaller than this many bytes are loaded completely. Of larger ones, only the visible parts are
 * loaded.
 */
const wholeBelowBytes = 20 * 1024 * 1024;
/** The most pixels of a picture inside a page. Larger ones are not drawn. */
const maxImagePixels = 64_000_000;

export type Failure = "password" | "broken" | "unreached";
type Loading =
  | {
      readonly state: "loading" /** From 0 to 1. Null while the size is unknown. */;
      readonly part: number | null;
    }
  | { readonly state: "ready"; readonly document: PDFDocumentProxy; readonly library: Library }
  | { readonly state: "failed"; readonly why: Failure };
export type Library = typeof import("pdfjs-dist");

/** Opens a PDF in a worker. It may come from a stranger: scripts, forms and links in it are disabled. */
async function open(file: StoredFile, onPart: (part: number) => void) {
  const library = await import("pdfjs-dist");
  library.GlobalWorkerOptions.workerSrc = workerAddress;
  await freshToken(maxTokenAgeMs).catch(() => undefined);
  const isLarge = file.size > wholeBelowBytes;
  const partUrl = new URL(`/assets/pdf-${library.version}/`, location.origin).href;
  const task = library.getDocument({
    url: new URL(fileAddress(file.id), location.origin).href,
    disableAutoFetch: isLarge,
    disableStream: isLarge,
    cMapUrl: `${partUrl}cmaps/`,
    standardFontDataUrl: `${partUrl}standard_fonts/`,
    wasmUrl: `${partUrl}wasm/`,
    // The site's security policy forbids WebAssembly, so the script version is used.
    useWasm: false,
    enableXfa: false,
    maxImageSize: maxImagePixels,
    canvasMaxAreaInBytes: 4 * maximumPixels,
    verbosity: library.VerbosityLevel.ERRORS,
  });
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
    if (total > 0) onPart(Math.min(1, loaded / total));
  };
  return { library, task };
}

/** The reason of a failure, by the error's name. */
function failureOf(error: unknown): Failure {
  const name = error instanceof Error ? error.name : "";
  if (name === "PasswordException") return "password";
  return name === "ResponseException" || name === "TypeError" ? "unreached" : "broken";
}

/** Loads the document of a file. `attempt` counts the retries. */
export function useDocument(file: StoredFile, attempt: number): Loading {
  const [loading, setLoading] = useState<Loading>({ state: "loading", part: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads the file anew
  useEffect(() => {
    let isOver = false;
    let end: (() => void) | undefined;
    const tell = (next: Loading) => {
      if (!isOver) setLoading(next);
    };
    tell({ state: "loading", part: null });
    // When the pages are already shown, the rest of the file still loads. Do not report that.
    const tellPart = (part: number) => {
      if (!isOver) setLoading((now) => (now.state === "loading" ? { state: "loading", part } : now));
    };
    open(file, tellPart).then(
      ({ library, task }) => {
        end = () => void task.destroy();
        if (isOver) return end();
        return task.promise.then(
          (document) => tell({ state: "ready", document, library }),
          (error: unknown) => tell({ state: "failed", why: failureOf(error) }),
        );
      },
      () => tell({ state: "failed", why: "unreached" }),
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [file.id, attempt]);
  return loading;
}
