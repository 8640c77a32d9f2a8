import type { ColouredPiece, HighlightRequest, HighlightResponse } from "../../../kit/code/code.ts";

type ColouredPieces = readonly ColouredPiece[] | null;

interface ColouredBlock {
  /**
   * The coloured pieces of the code. Null for an unknown programming language, undefined until the highlighter
   * responds.
   */
  pieces: ColouredPieces | undefined;
  readonly responsePromise: Promise<ColouredPieces>;
}

/**
 * The number of coloured code blocks in the cache. A cached block needs no new request when the reader scrolls back to
 * it.
 */
const maxCachedBlocks = 200;
const colouredBlocks = new Map<string, ColouredBlock>();

const pendingAnswers = new Map<number, (pieces: ColouredPieces) => void>();
let lastRequestId = 0;
let highlightWorker: Worker | undefined;

function startWorker(): Worker {
  const newWorker = new Worker(new URL("../../../../worker/highlighter.ts", import.meta.url), {
    type: "module",
  });
  newWorker.addEventListener("message", ({ data: { id, pieces } }: MessageEvent<HighlightResponse>) => {
    pendingAnswers.get(id)?.(pieces);
    pendingAnswers.delete(id);
  });
  // If the worker fails, the code blocks that wait for their colours stay plain. The next block starts a new worker.
  newWorker.addEventListener("error", () => {
    for (const resolvePieces of pendingAnswers.values()) resolvePieces(null);
    pendingAnswers.clear();
    colouredBlocks.clear();
    newWorker.terminate();
    highlightWorker = undefined;
  });
  return newWorker;
}

/**
 * Starts the highlighter's worker and colours a sample. The first run is slow and must not happen while the reader
 * scrolls.
 */
export const prepareHighlighter = (): void => void highlightCodeBlock("", "ts");

/**
 * Returns a code block with its colours. If the colours are not cached, requests them from the worker. The worker
 * computes them, because on a slow phone even parsing the grammars takes longer than a frame.
 */
export function highlightCodeBlock(text: string, language: string): ColouredBlock {
  const key = `${language} ${text}`;
  const cachedBlock = colouredBlocks.get(key);
  if (cachedBlock) return cachedBlock;
  highlightWorker ??= startWorker();
  const id = lastRequestId++;
  const answerPromise = new Promise<ColouredPieces>((resolvePieces) => pendingAnswers.set(id, resolvePieces));
  highlightWorker.postMessage({ id, text, language } satisfies HighlightRequest);
  const block: ColouredBlock = { pieces: undefined, responsePromise: answerPromise };
  void answerPromise.then((pieces) => {
    block.pieces = pieces;
  });
  if (colouredBlocks.size >= maxCachedBlocks) colouredBlocks.delete(colouredBlocks.keys().next().value ?? "");
  colouredBlocks.set(key, block);
  return block;
}
