import type { CodeLanguage } from "@kakehashi/contract/code-languages";
import { useEffect, useState } from "react";
import type { ColouredPiece, HighlightRequest, HighlightResponse } from "../../kit/code/code.ts";

type ColouredPieces = readonly ColouredPiece[] | null;

/**
 * If computing the colours of a text takes more than this many milliseconds, the text stays without colours. Only texts
 * that were written to block the highlighter take so long.
 */
const maxColouringMs = 4_000;

/**
 * Computes the colours of one text in a separate worker, with the same highlighter as for chat messages. The worker can
 * be stopped at any time, and chat messages need not wait for it. Returns a function that stops the worker.
 */
function colourInWorker(request: HighlightRequest, onAnswer: (pieces: ColouredPieces) => void): () => void {
  const worker = new Worker(new URL("../../../worker/highlighter.ts", import.meta.url), { type: "module" });
  const stopTimer = setTimeout(stopWorker, maxColouringMs);
  function stopWorker(): void {
    clearTimeout(stopTimer);
    worker.terminate();
  }
  worker.addEventListener("message", ({ data: { pieces } }: MessageEvent<HighlightResponse>) => {
    stopWorker();
    onAnswer(pieces);
  });
  worker.addEventListener("error", stopWorker);
  worker.postMessage(request);
  return stopWorker;
}

/**
 * Returns the coloured pieces of a text. Null until they are computed. Also null for a text that has no programming
 * language.
 */
export function useCodeColours(text: string, language: CodeLanguage): ColouredPieces {
  const [colouredText, setColouredText] = useState<{
    text: string;
    language: CodeLanguage;
    pieces: ColouredPieces;
  }>();
  useEffect(() => {
    if (language === "plaintext") return;
    return colourInWorker({ id: 0, text, language }, (pieces) => setColouredText({ text, language, pieces }));
  }, [text, language]);
  return colouredText?.text === text && colouredText.language === language ? colouredText.pieces : null;
}
