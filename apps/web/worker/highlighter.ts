/// <reference lib="webworker" />
import { common, createLowlight } from "lowlight";
import type { Answer, Piece, Question } from "../app/features/messages/row/code.ts";

declare const self: DedicatedWorkerGlobalScope;

const lowlight = createLowlight(common);

type Nodes = ReturnType<typeof lowlight.highlight>["children"];

/** `hljs-title function_` becomes `title`: the library's token name without its class syntax. */
function kindOf(names: unknown): string | null {
  const first = Array.isArray(names) ? names[0] : undefined;
  return typeof first === "string" ? first.replace(/^hljs-/, "") : null;
}

function* piecesIn(nodes: Nodes, kind: string | null): Generator<Piece> {
  for (const node of nodes) {
    if (node.type === "text") yield [node.value, kind];
    else if (node.type === "element")
      yield* piecesIn(node.children as Nodes, kindOf(node.properties.className) ?? kind);
  }
}

self.addEventListener("message", ({ data: { id, text, language } }: MessageEvent<Question>) => {
  const pieces = lowlight.registered(language)
    ? [...piecesIn(lowlight.highlight(language, text).children, null)]
    : null;
  self.postMessage({ id, pieces } satisfies Answer);
});
