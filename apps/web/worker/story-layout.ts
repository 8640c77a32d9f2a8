/// <reference lib="webworker" />
import { Graph, layout } from "@dagrejs/dagre";
import type { LayoutRequest, LayoutResponse } from "../app/features/stories/layout.ts";

/**
 * Computes positions for a story's groups, so that lines lead from left to right and rarely cross. It runs in a worker,
 * because 500 groups would block the page.
 */
self.addEventListener("message", ({ data: { groups, lines } }: MessageEvent<LayoutRequest>) => {
  const layoutGraph = new Graph();
  layoutGraph.setGraph({ rankdir: "LR", nodesep: 40, ranksep: 96 });
  layoutGraph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of groups) layoutGraph.setNode(id, { width, height });
  for (const { from, to } of lines) layoutGraph.setEdge(from, to);
  layout(layoutGraph);
  const layoutResponse: LayoutResponse = groups.map(({ id, width, height }) => {
    const { x = 0, y = 0 } = layoutGraph.node(id);
    // Convert positions: the layout library returns the centre of each node, and the canvas needs its top left corner.
    return { id, x: x - width / 2, y: y - height / 2 };
  });
  self.postMessage(layoutResponse);
});
