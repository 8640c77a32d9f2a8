import type { CodeLanguage } from "@kakehashi/contract/code-languages";
import { useEffect, useState } from "react";
import type { ColouredPiece, HighlightAnswer, HighlightRequest } from "../../kit/code/code.ts";

type Pieces = readonly ColouredPiece[] | null;

/** A text that takes longer stays plain: it was written to be hard to read. */
const longestMs = 4_000;

/**
 * Has the chat's highlighter colour one text, in a worker of its own: it can be ended, and nobody's messages wait behind
 * it. Answers what ends it.
 */
function colour(question: HighlightRequest, onAnswer: (pieces: Pieces) => void): () => void {
  const worker = new Worker(new URL("../../../worker/highlighter.ts", import.meta.url), { type: "module" });
  const timer = setTimeout(end, longestMs);
  function end(): void {
    clearTimeout(timer);
    worker.terminate();
  }
  worker.addEventListener("message", ({ data: { pieces } }: MessageEvent<HighlightAnswer>) => {
    end();
    onAnswer(pieces);
  });
  worker.addEventListener("error", end);
  worker.postMessage(question);
  return end;
}

/** The colours of a text, once they are known. Null: it is plain. */
export function useColours(text: string, language: CodeLanguage): Pieces {
  const [found, setFound] = useState<{ text: string; language: CodeLanguage; pieces: Pieces }>();
  useEffect(() => {
    if (language === "plaintext") return;
    return colour({ id: 0, text, language }, (pieces) => setFound({ text, language, pieces }));
  }, [text, language]);
  return found?.text === text && found.language === language ? found.pieces : null;
}
