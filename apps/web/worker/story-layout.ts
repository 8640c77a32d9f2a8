/// <reference lib="webworker" />
import { Graph, layout } from "@dagrejs/dagre";
import type { LayoutAnswer, LayoutRequest } from "../app/features/stories/layout.ts";

/**
 * Computes positions for the groups of a story, so that lines lead from left to right and rarely cross. Runs in a
 * worker, because 500 groups would block the page.
 */
self.addEventListener("message", ({ data: { groups, lines } }: MessageEvent<LayoutRequest>) => {
  const layoutGraph = new Graph();
  layoutGraph.setGraph({ rankdir: "LR", nodesep: 40, ranksep: 96 });
  layoutGraph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of groups) layoutGraph.setNode(id, { width, height });
  for (const { from, to } of lines) layoutGraph.setEdge(from, to);
  layout(layoutGraph);
  const answer: LayoutAnswer = groups.map(({ id, width, height }) => {
    const { x = 0, y = 0 } = layoutGraph.node(id);
    // The layout library returns the middle of each node. The canvas needs the node's top left corner.
    return { id, x: x - width / 2, y: y - height / 2 };
  });
  self.postMessage(answer);
});
