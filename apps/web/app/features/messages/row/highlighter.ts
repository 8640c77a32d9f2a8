import type { Answer, Piece, Question } from "./code.ts";

type Pieces = readonly Piece[] | null;

interface Block {
  /** What stands in it, piece by piece; null where nobody can tell, undefined until the answer has come. */
  pieces: Pieces | undefined;
  readonly answered: Promise<Pieces>;
}

/** Scrolled past and back, a block is asked for once. */
const kept = 200;
const known = new Map<string, Block>();

const waiting = new Map<number, (pieces: Pieces) => void>();
let asked = 0;
let worker: Worker | undefined;

function begin(): Worker {
  const begun = new Worker(new URL("../../../../worker/highlighter.ts", import.meta.url), { type: "module" });
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

/** Has the highlighter at hand and asks it once: a page that scrolls has no time to start one. */
export const prepareHighlighter = (): void => void blockOf("", "ts");

/**
 * What is known of a block of code. Its pieces are worked out beside the page: the grammars alone take a slow telephone
 * longer to read than a frame lasts.
 */
export function blockOf(text: string, language: string): Block {
  const key = `${language} ${text}`;
  const before = known.get(key);
  if (before) return before;
  worker ??= begin();
  const id = asked++;
  const answered = new Promise<Pieces>((answer) => waiting.set(id, answer));
  worker.postMessage({ id, text, language } satisfies Question);
  const block: Block = { pieces: undefined, answered };
  void answered.then((pieces) => {
    block.pieces = pieces;
  });
  if (known.size >= kept) known.delete(known.keys().next().value ?? "");
  known.set(key, block);
  return block;
}
