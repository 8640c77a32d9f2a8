import type { ColouredPiece, HighlightAnswer, HighlightRequest } from "../../../kit/code/code.ts";

type ColouredPieces = readonly ColouredPiece[] | null;

interface ColouredBlock {
  /**
   * The coloured pieces of the code. Null if the programming language is unknown, undefined until the highlighter has
   * answered.
   */
  pieces: ColouredPieces | undefined;
  readonly answered: Promise<ColouredPieces>;
}

/**
 * How many coloured blocks of code are cached. A cached block needs no request when the reader scrolls back to it.
 */
const maxCachedBlocks = 200;
const blocks = new Map<string, ColouredBlock>();

const pendingAnswers = new Map<number, (pieces: ColouredPieces) => void>();
let lastRequestId = 0;
let worker: Worker | undefined;

function startWorker(): Worker {
  const newWorker = new Worker(new URL("../../../../worker/highlighter.ts", import.meta.url), {
    type: "module",
  });
  newWorker.addEventListener("message", ({ data: { id, pieces } }: MessageEvent<HighlightAnswer>) => {
    pendingAnswers.get(id)?.(pieces);
    pendingAnswers.delete(id);
  });
  // If the highlighter fails, the blocks of code that wait for it stay without colours. The next block starts it again.
  newWorker.addEventListener("error", () => {
    for (const answer of pendingAnswers.values()) answer(null);
    pendingAnswers.clear();
    blocks.clear();
    newWorker.terminate();
    worker = undefined;
  });
  return newWorker;
}

/**
 * Starts the highlighter in its worker and colours a sample, because the first run would be too slow while the reader
 * scrolls.
 */
export const prepareHighlighter = (): void => void findColouredBlock("", "ts");

/**
 * Returns the colours of a block of code, or requests them from a worker. A worker is needed, because on a slow phone
 * the parsing of the grammars alone takes longer than a frame.
 */
export function findColouredBlock(text: string, language: string): ColouredBlock {
  const key = `${language} ${text}`;
  const cachedBlock = blocks.get(key);
  if (cachedBlock) return cachedBlock;
  worker ??= startWorker();
  const id = lastRequestId++;
  const answered = new Promise<ColouredPieces>((answer) => pendingAnswers.set(id, answer));
  worker.postMessage({ id, text, language } satisfies HighlightRequest);
  const block: ColouredBlock = { pieces: undefined, answered };
  void answered.then((pieces) => {
    block.pieces = pieces;
  });
  if (blocks.size >= maxCachedBlocks) blocks.delete(blocks.keys().next().value ?? "");
  blocks.set(key, block);
  return block;
}
