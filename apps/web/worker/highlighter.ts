/// <reference lib="webworker" />
import { common, createLowlight } from "lowlight";
import type { ColouredPiece, HighlightAnswer, HighlightRequest } from "../app/kit/code/code.ts";

declare const self: DedicatedWorkerGlobalScope;

const lowlight = createLowlight(common);

type HighlightNodes = ReturnType<typeof lowlight.highlight>["children"];

/**
 * Returns the kind of a highlighted token, such as `title`, from the CSS classes of the highlighter library, such as
 * `hljs-title function_`.
 */
function tokenKindOf(names: unknown): string | null {
  const className = Array.isArray(names) ? names[0] : undefined;
  return typeof className === "string" ? className.replace(/^hljs-/, "") : null;
}

function* colouredPiecesOf(nodes: HighlightNodes, kind: string | null): Generator<ColouredPiece> {
  for (const node of nodes) {
    if (node.type === "text") yield [node.value, kind];
    else if (node.type === "element")
      yield* colouredPiecesOf(
        node.children as HighlightNodes,
        tokenKindOf(node.properties.className) ?? kind,
      );
  }
}

self.addEventListener("message", ({ data: { id, text, language } }: MessageEvent<HighlightRequest>) => {
  const colouredPieces = lowlight.registered(language)
    ? [...colouredPiecesOf(lowlight.highlight(language, text).children, null)]
    : null;
  self.postMessage({ id, pieces: colouredPieces } satisfies HighlightAnswer);
});
