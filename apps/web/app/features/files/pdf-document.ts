import { fileAddress, type StoredFile } from "@kakehashi/contract/files";
import type { PDFDocumentProxy } from "pdfjs-dist";
import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { useEffect, useState } from "react";
import { freshToken } from "../../kit/api.ts";
import { maximumPixels } from "./pdf-layout.ts";

/** Milliseconds that the session's token may be old when a file is asked for. */
const maxTokenAgeMs = 60_000;
/** Bytes up to which a file is brought whole; of a larger one, what is looked at. */
const wholeBelowBytes = 20 * 1024 * 1024;
/** Pixels of a picture within a page; a larger one is left out. */
const maxImagePixels = 64_000_000;

export type Failure = "password" | "broken" | "unreached";
type Loading =
  | {
      readonly state: "loading" /** Of 1; null where the size is not known yet. */;
      readonly part: number | null;
    }
  | { readonly state: "ready"; readonly document: PDFDocumentProxy; readonly library: Library }
  | { readonly state: "failed"; readonly why: Failure };
export type Library = typeof import("pdfjs-dist");

/** The file, read by a worker. What it holds is a stranger's: nothing in it is run, no form is filled in, no link followed. */
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
    // The policy of this site's scripts knows no WebAssembly; the same is there as a script.
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

/** Why it cannot be shown, by the name of what was thrown. */
function failureOf(error: unknown): Failure {
  const name = error instanceof Error ? error.name : "";
  if (name === "PasswordException") return "password";
  return name === "ResponseException" || name === "TypeError" ? "unreached" : "broken";
}

/** The document in a file; `attempt` counts how often somebody asked for it. */
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
    // Of a file that is shown already the rest comes as well.
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
