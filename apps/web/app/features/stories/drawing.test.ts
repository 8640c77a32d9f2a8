import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { createEmptyFlow, type Flow } from "@kakehashi/contract/flows/flow";
import { expect, test } from "vitest";
import { toCanvasNodes } from "./canvas-parts.ts";
import { drawingOf } from "./drawing.ts";
import {
  addGroup,
  connectExitToGroup,
  insertBlock,
  moveBlock,
  moveGroups,
  replaceBlock,
  updateGroup,
} from "./edits.ts";

const textBlock = (id: string, en = id): FlowBlock => ({ id, type: "text", text: { en } });

/** A story with two groups and a line between them. */
function createGreetingFlow(): Flow {
  const flow = insertBlock(insertBlock(createEmptyFlow(), "start", textBlock("a")), "start", textBlock("b"));
  return connectExitToGroup(
    addGroup(flow, { x: 400, y: 0 }, [textBlock("c")], "next"),
    { block_id: "b" },
    "next",
  );
}

test("a text that is typed draws its own group again, and nothing of where things stand", () => {
  const flow = createGreetingFlow();
  const drawingBefore = drawingOf(flow);
  const drawingAfter = drawingOf(replaceBlock(flow, textBlock("a", "Hello")), drawingBefore);
  expect(drawingAfter.geometries).toBe(drawingBefore.geometries);
  expect(drawingAfter.connections).toBe(drawingBefore.connections);
  expect(drawingAfter.titles).toBe(drawingBefore.titles);
  expect(drawingAfter.renderDataByGroupId.get("next")).toBe(drawingBefore.renderDataByGroupId.get("next"));
  expect(drawingAfter.renderDataByGroupId.get("start")?.group.blocks[0]).toEqual(textBlock("a", "Hello"));
});

test("a group that is moved takes its place alone, and keeps what the library noted of it", () => {
  const flow = createGreetingFlow();
  const drawingBefore = drawingOf(flow);
  const nodes = toCanvasNodes(drawingBefore.geometries, []).map((node) => ({ ...node, selected: true }));
  const drawingAfter = drawingOf(moveGroups(flow, new Map([["next", { x: 500.4, y: 20 }]])), drawingBefore);
  expect(drawingAfter.geometries[0]).toBe(drawingBefore.geometries[0]);
  const movedNodes = toCanvasNodes(drawingAfter.geometries, nodes);
  expect(movedNodes[0]).toBe(nodes[0]);
  expect(movedNodes[1]).toMatchObject({ position: { x: 500, y: 20 }, selected: true });
  expect(moveGroups(flow, new Map([["next", { x: 400.2, y: 0 }]]))).toBe(flow);
});

test("the size of each group is known before it is in sight", () => {
  const flow = createGreetingFlow();
  const [start] = toCanvasNodes(drawingOf(flow).geometries, []);
  expect(start?.measured).toEqual({ width: start?.width, height: start?.height });
  const longerFlow = insertBlock(flow, "start", textBlock("d"));
  const [grownNode] = toCanvasNodes(drawingOf(longerFlow).geometries, start ? [start] : []);
  expect(grownNode?.measured?.height).toBeGreaterThan(start?.height ?? 0);
});

test("blocks that change places, a line and a title change what depends on them", () => {
  const flow = createGreetingFlow();
  const drawingBefore = drawingOf(flow);
  const drawingAfterMove = drawingOf(moveBlock(flow, "a", "start", 2), drawingBefore);
  expect(drawingAfterMove.geometries[0]?.shape.blocksWithExits.map(({ id }) => id)).toEqual(["b", "a"]);
  const [firstLine, ...otherLines] = drawingOf({ ...flow, edges: [] }, drawingBefore).connections;
  expect([firstLine, otherLines]).toEqual([undefined, []]);
  const drawingAfterNaming = drawingOf(
    updateGroup(flow, "next", (group) => ({ ...group, title: "Bye " })),
    drawingBefore,
  );
  expect(drawingAfterNaming.titles).toEqual([
    drawingBefore.titles[0],
    { id: "next", text: "Bye", number: 2, isStart: false },
  ]);
  expect(drawingAfterNaming.geometries).toBe(drawingBefore.geometries);
});
