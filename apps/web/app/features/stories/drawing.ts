import type { Flow, FlowGroup } from "@kakehashi/contract/flows/flow";
import { handleIdOf } from "./exits.ts";
import { areGroupShapesEqual, type GroupShape, groupShapeOf } from "./geometry.ts";

// The part of a story that the canvas draws. Unchanged parts stay the same object, so that React renders only changed
// ones: typing in a block renders only that block.

/**
 * The title of a group of blocks. A group without a title is named by its number in the story, the start group by its
 * role.
 */
export interface GroupTitle {
  readonly id: string;
  readonly text: string;
  /** The number of the group in the story. The first group is 1. */
  readonly number: number;
  readonly isStart: boolean;
}

/**
 * The position and size of a group, and the ends of its lines. It contains no texts, so that typing does not change it.
 */
export type GroupGeometry = {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly shape: GroupShape;
};

export interface GroupRenderData {
  readonly group: FlowGroup;
  readonly title: GroupTitle;
  readonly geometry: GroupGeometry;
  /** The ids of blocks with a line from their own exit, separated by spaces. One string is cheap to compare. */
  readonly joinedOwnExitBlockIds: string;
}

/** A line between two groups of a story. */
export interface GroupConnection {
  readonly id: string;
  readonly source: string;
  readonly sourceHandle: string;
  readonly target: string;
}

export interface StoryDrawing {
  /** The data that each group's component renders, by the group's id. */
  readonly renderDataByGroupId: ReadonlyMap<string, GroupRenderData>;
  readonly geometries: readonly GroupGeometry[];
  readonly titles: readonly GroupTitle[];
  readonly connections: readonly GroupConnection[];
}

/** Returns `before` if all its properties equal those of `now`, so that React does not re-render the component. */
function reuseIfEqual<T extends object>(now: T, before: T | undefined): T {
  if (!before) return now;
  const keys = Object.keys(now) as (keyof T)[];
  const isSame = keys.length === Object.keys(before).length && keys.every((key) => now[key] === before[key]);
  return isSame ? before : now;
}

/**
 * Returns the lines between the groups of a story. Leaves out a line whose block or target group is missing, because
 * the validator reports it.
 */
function groupLinesOf(flow: Flow, linesBefore: readonly GroupConnection[]): GroupConnection[] {
  const groupIdOfBlock = new Map(
    flow.groups.flatMap(({ id, blocks }) => blocks.map((block) => [block.id, id])),
  );
  const ids = new Set(flow.groups.map(({ id }) => id));
  const linesBeforeById = new Map(linesBefore.map((line) => [line.id, line]));
  return flow.edges.flatMap(({ id, from, to }) => {
    const source = groupIdOfBlock.get(from.block_id);
    if (source === undefined || !ids.has(to.group_id)) return [];
    const sourceHandle = handleIdOf(from.block_id, from.item_id);
    return [reuseIfEqual({ id, source, sourceHandle, target: to.group_id }, linesBeforeById.get(id))];
  });
}

export function drawingOf(flow: Flow, drawingBefore?: StoryDrawing): StoryDrawing {
  const ownEdges = new Set(
    flow.edges.flatMap(({ from }) => (from.item_id === undefined ? [from.block_id] : [])),
  );
  const views = flow.groups.map((group, index): GroupRenderData => {
    const { id, x, y } = group;
    const oldView = drawingBefore?.renderDataByGroupId.get(id);
    const isStart = id === flow.start;
    const title = reuseIfEqual({ id, text: group.title.trim(), number: index + 1, isStart }, oldView?.title);
    const ownExitBlockIds = group.blocks
      .flatMap((block) => (ownEdges.has(block.id) ? [block.id] : []))
      .join(" ");
    const oldShape = oldView?.geometry.shape;
    const isGroupUnchanged = oldView?.group === group && oldView.joinedOwnExitBlockIds === ownExitBlockIds;
    const newShape = isGroupUnchanged && oldShape ? oldShape : groupShapeOf(group, ownEdges);
    const groupShape = oldShape && areGroupShapesEqual(newShape, oldShape) ? oldShape : newShape;
    const position = reuseIfEqual({ id, x, y, shape: groupShape }, oldView?.geometry);
    return reuseIfEqual(
      { group, title, geometry: position, joinedOwnExitBlockIds: ownExitBlockIds },
      oldView,
    );
  });
  const positions = views.map(({ geometry: position }) => position);
  const titles = views.map(({ title }) => title);
  return {
    renderDataByGroupId: new Map(views.map((view) => [view.group.id, view])),
    geometries: reuseIfEqual(positions, drawingBefore?.geometries as GroupGeometry[] | undefined),
    titles: reuseIfEqual(titles, drawingBefore?.titles as GroupTitle[] | undefined),
    connections: reuseIfEqual(
      groupLinesOf(flow, drawingBefore?.connections ?? []),
      drawingBefore?.connections as GroupConnection[] | undefined,
    ),
  };
}

/**
 * Returns a function that computes what the canvas draws. Unchanged parts of the story give the same objects as in the
 * call before.
 */
export function memoizeStoryDrawing(): (flow: Flow) => StoryDrawing {
  let lastDrawing: { readonly flow: Flow; readonly drawing: StoryDrawing } | undefined;
  return (flow) => {
    if (lastDrawing?.flow !== flow) lastDrawing = { flow, drawing: drawingOf(flow, lastDrawing?.drawing) };
    return lastDrawing.drawing;
  };
}
