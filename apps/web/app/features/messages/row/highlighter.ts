import type { Answer, Piece, Question } from "./code.ts";

type Pieces = readonly Piece[] | null;

interface Block {
  /** The coloured pieces. Null when the language is unknown, undefined until the answer arrives. */
  pieces: Pieces | undefined;
  readonly answered: Promise<Pieces>;
}

/** This many coloured blocks are cached, so that scrolling back requests none of them again. */
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
  // Without the highlighter, code stays plain. The next block tries again.
  begun.addEventListener("error", () => {
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
    known.clear();
    begun.terminate();
    worker = undefined;
  });
  return begun;
}

/** Starts the highlighter and runs it once in advance. There is no time for that while scrolling. */
export const prepareHighlighter = (): void => void blockOf("", "ts");

/**
 * Returns the colours of a block of code, or requests them. A worker computes them: on a slow phone, parsing
 * the grammars alone takes longer than a frame.
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
