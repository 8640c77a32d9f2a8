import type { Flow, FlowGroup } from "@kakehashi/contract/flows/flow";
import { handleIdOf } from "./exits.ts";
import { type GroupShape, sameShape, shapeOf } from "./geometry.ts";

// What the canvas draws of a story. After a change, each part that looks as before is the same object as before, so
// only what has changed is drawn again: a word that is typed draws one block.

/** What a group is called; without a title, by its number in the order in which groups were drawn. */
export interface GroupTitle {
  readonly id: string;
  readonly text: string;
  /** From 1. */
  readonly number: number;
  readonly isStart: boolean;
}

/** Where a group stands, and where lines begin and end at it. Texts are no part of it. */
export type GroupPlace = {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly shape: GroupShape;
};

export interface GroupView {
  readonly group: FlowGroup;
  readonly title: GroupTitle;
  readonly place: GroupPlace;
  /** The ids of its blocks at whose own exit a line begins, in one text. */
  readonly own: string;
}

/** A line between two groups. */
export interface Line {
  readonly id: string;
  readonly source: string;
  readonly sourceHandle: string;
  readonly target: string;
}

export interface Drawing {
  /** By the groups' ids. */
  readonly views: ReadonlyMap<string, GroupView>;
  readonly places: readonly GroupPlace[];
  readonly titles: readonly GroupTitle[];
  readonly lines: readonly Line[];
}

/** The object or list from before if it has the same parts. */
function keep<T extends object>(now: T, before: T | undefined): T {
  if (!before) return now;
  const keys = Object.keys(now) as (keyof T)[];
  const isSame = keys.length === Object.keys(before).length && keys.every((key) => now[key] === before[key]);
  return isSame ? before : now;
}

/** A line from or to something that is gone is left out; the validator names it. */
function linesOf(flow: Flow, before: readonly Line[]): Line[] {
  const groupOf = new Map(flow.groups.flatMap(({ id, blocks }) => blocks.map((block) => [block.id, id])));
  const ids = new Set(flow.groups.map(({ id }) => id));
  const known = new Map(before.map((line) => [line.id, line]));
  return flow.edges.flatMap(({ id, from, to }) => {
    const source = groupOf.get(from.block_id);
    if (source === undefined || !ids.has(to.group_id)) return [];
    const sourceHandle = handleIdOf(from.block_id, from.item_id);
    return [keep({ id, source, sourceHandle, target: to.group_id }, known.get(id))];
  });
}

export function drawingOf(flow: Flow, before?: Drawing): Drawing {
  const ownEdges = new Set(
    flow.edges.flatMap(({ from }) => (from.item_id === undefined ? [from.block_id] : [])),
  );
  const views = flow.groups.map((group, index): GroupView => {
    const { id, x, y } = group;
    const old = before?.views.get(id);
    const isStart = id === flow.start;
    const title = keep({ id, text: group.title.trim(), number: index + 1, isStart }, old?.title);
    const own = group.blocks.flatMap((block) => (ownEdges.has(block.id) ? [block.id] : [])).join(" ");
    const oldShape = old?.place.shape;
    const isAsBefore = old?.group === group && old.own === own;
    const fresh = isAsBefore && oldShape ? oldShape : shapeOf(group, ownEdges);
    const shape = oldShape && sameShape(fresh, oldShape) ? oldShape : fresh;
    const place = keep({ id, x, y, shape }, old?.place);
    return keep({ group, title, place, own }, old);
  });
  const places = views.map(({ place }) => place);
  const titles = views.map(({ title }) => title);
  return {
    views: new Map(views.map((view) => [view.group.id, view])),
    places: keep(places, before?.places as GroupPlace[] | undefined),
    titles: keep(titles, before?.titles as GroupTitle[] | undefined),
    lines: keep(linesOf(flow, before?.lines ?? []), before?.lines as Line[] | undefined),
  };
}

/** Answers the drawing of a flow, and remembers it for the next one. */
export function createDrawing(): (flow: Flow) => Drawing {
  let last: { readonly flow: Flow; readonly drawing: Drawing } | undefined;
  return (flow) => {
    if (last?.flow !== flow) last = { flow, drawing: drawingOf(flow, last?.drawing) };
    return last.drawing;
  };
}
