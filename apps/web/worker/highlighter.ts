/// <reference lib="webworker" />
import { common, createLowlight } from "lowlight";
import type { ColouredPiece, HighlightRequest, HighlightResponse } from "../app/kit/code/code.ts";

declare const self: DedicatedWorkerGlobalScope;

const lowlight = createLowlight(common);

type HighlightNodes = ReturnType<typeof lowlight.highlight>["children"];

/**
 * Returns the kind of a highlighted token, such as `title`, from the CSS classes of the highlighter library, such as
 * `hljs-title function_`.
 */
function readTokenKind(names: unknown): string | null {
  const className = Array.isArray(names) ? names[0] : undefined;
  return typeof className === "string" ? className.replace(/^hljs-/, "") : null;
}

function* generateColouredPieces(nodes: HighlightNodes, kind: string | null): Generator<ColouredPiece> {
  for (const node of nodes) {
    if (node.type === "text") yield [node.value, kind];
    else if (node.type === "element")
      yield* generateColouredPieces(
        node.children as HighlightNodes,
        readTokenKind(node.properties.className) ?? kind,
      );
  }
}

self.addEventListener("message", ({ data: { id, text, language } }: MessageEvent<HighlightRequest>) => {
  const colouredPieces = lowlight.registered(language)
    ? [...generateColouredPieces(lowlight.highlight(language, text).children, null)]
    : null;
  self.postMessage({ id, pieces: colouredPieces } satisfies HighlightResponse);
});
