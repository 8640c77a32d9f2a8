import type { Answer, Piece, Question } from "./code.ts";

type Pieces = readonly Piece[] | null;

/** Blocks of code whose pieces are known: scrolled past and back, they are asked for once. */
const kept = 200;
const known = new Map<string, Promise<Pieces>>();

const waiting = new Map<number, (pieces: Pieces) => void>();
let asked = 0;
let worker: Worker | undefined;

function begin(): Worker {
  const begun = new Worker(new URL("../../../worker/highlighter.ts", import.meta.url), { type: "module" });
  begun.addEventListener("message", ({ data: { id, pieces } }: MessageEvent<Answer>) => {
    waiting.get(id)?.(pieces);
    waiting.delete(id);
  });
  // Without it code stays as plain as it was written; the next block tries again.
  begun.addEventListener("error", () => {
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
    known.clear();
    begun.terminate();
    worker = undefined;
  });
  return begun;
}

/**
 * What stands in a block of code, piece by piece; null where nobody can tell. Worked out beside the page: the grammars
 * alone take a slow telephone longer to read than a frame lasts. The same promise for the same block.
 */
export function piecesOf(text: string, language: string): Promise<Pieces> {
  const key = `${language} ${text}`;
  const before = known.get(key);
  if (before) return before;
  worker ??= begin();
  const id = asked++;
  const pieces = new Promise<Pieces>((answer) => waiting.set(id, answer));
  worker.postMessage({ id, text, language } satisfies Question);
  if (known.size >= kept) known.delete(known.keys().next().value ?? "");
  known.set(key, pieces);
  return pieces;
}
