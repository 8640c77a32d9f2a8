import type { Flow } from "@kakehashi/contract/flows/flow";
import type { CanvasPoint } from "./edits.ts";
import { groupShapeOf, groupWidthPx } from "./geometry.ts";

export interface LayoutRequest {
  readonly groups: readonly { readonly id: string; readonly width: number; readonly height: number }[];
  readonly lines: readonly { readonly from: string; readonly to: string }[];
}
export type LayoutResponse = readonly (CanvasPoint & { readonly id: string })[];

/** Computes positions for all groups, so that the story reads from left to right. */
export function computeLayout(flow: Flow): Promise<Map<string, CanvasPoint>> {
  const groupIdByBlockId = new Map(
    flow.groups.flatMap(({ id, blocks }) => blocks.map((block) => [block.id, id])),
  );
  const ids = new Set(flow.groups.map(({ id }) => id));
  const ownEdges = new Set(
    flow.edges.flatMap(({ from }) => (from.item_id === undefined ? [from.block_id] : [])),
  );
  // The layout library begins with the first group in the list, so move the start group there.
  const groups = flow.groups.toSorted((a, b) => Number(b.id === flow.start) - Number(a.id === flow.start));
  const question: LayoutRequest = {
    groups: groups.map((group) => ({
      id: group.id,
      width: groupWidthPx,
      height: groupShapeOf(group, ownEdges).height,
    })),
    lines: flow.edges.flatMap(({ from, to }) => {
      const source = groupIdByBlockId.get(from.block_id);
      return source !== undefined && ids.has(to.group_id) ? [{ from: source, to: to.group_id }] : [];
    }),
  };
  const worker = new Worker(new URL("../../../worker/story-layout.ts", import.meta.url), {
    type: "module",
  });
  return new Promise<Map<string, CanvasPoint>>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<LayoutResponse>) =>
      resolve(new Map(data.map(({ id, x, y }) => [id, { x, y }]))),
    );
    worker.addEventListener("error", (event) => reject(event.error ?? new Error(event.message)));
    worker.postMessage(question);
  }).finally(() => worker.terminate());
}
