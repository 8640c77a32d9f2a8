import { z } from "zod";
import { type Language, languages } from "../languages.ts";
import { checkBlock } from "./block-problems.ts";
import type { FlowBlock } from "./blocks.ts";
import type { Flow } from "./flow.ts";
import { itemsOf } from "./flow.ts";
import { asksSomebody, exitsOf, type FlowGraph, followers, graphOf, type Placed } from "./graph.ts";
import type { Platform } from "./limits.ts";
import { type ProblemCode, problemTexts } from "./problems.ts";

const problemCodes = Object.keys(problemTexts) as [ProblemCode, ...ProblemCode[]];

/**
 * One reason why a flow cannot be published. `field` is a path inside the block (`text.ja`, `items.2.label.vi`), null
 * for the block as a whole; `block_id` is null for the group as a whole. `detail` is a language, a variable's name or a
 * platform; `limit` a number of characters or pieces.
 */
export const flowProblem = z
  .object({
    code: z.enum(problemCodes),
    group_id: z.string().max(40),
    block_id: z.string().max(40).nullable(),
    field: z.string().max(100).nullable(),
    detail: z.string().max(200).nullable(),
    limit: z.number().int().nullable(),
  })
  .meta({ id: "BotProblem" });
export type FlowProblem = z.infer<typeof flowProblem>;

/** The most problems that are listed; whoever has more begins with these. */
export const maximumProblems = 500;

export interface ValidatorOptions {
  /** In which a bot speaks. At least one. */
  readonly languages: readonly Language[];
  readonly platforms: readonly Platform[];
  /** The id of the flow itself, which a jump block may name. */
  readonly flowId?: string;
  /** The ids of the bot's flows. Without it, the targets of jumps are not looked at. */
  readonly flowIds?: ReadonlySet<string>;
}

/** Adds a problem of the block that is looked at. */
export type Note = (
  code: ProblemCode,
  field?: string | null,
  detail?: string | null,
  limit?: number | null,
) => void;

/**
 * What keeps a flow from being published, in the order of its groups and blocks, at most `maximumProblems`. Pure: the
 * builder and the server ask the same function.
 */
export function findProblems(flow: Flow, options: ValidatorOptions): FlowProblem[] {
  const graph = graphOf(flow);
  const problems: FlowProblem[] = [];
  const noteAt =
    (groupId: string, blockId: string | null): Note =>
    (code, field = null, detail = null, limit = null) => {
      if (problems.length < maximumProblems)
        problems.push({ code, group_id: groupId, block_id: blockId, field, detail, limit });
    };
  const start = graph.first(flow.start);
  if (!start) noteAt(flow.start, null)("no_start");
  const reached = reachable(start, graph);
  const looping = loops(graph, start, options);
  const written = writtenVariables(flow);
  const brokenEdges = edgesByBlock(flow, graph);
  for (const group of flow.groups) {
    if (group.blocks.length === 0 && group.id !== flow.start) noteAt(group.id, null)("empty_group");
    for (const [index, block] of group.blocks.entries()) {
      const note = noteAt(group.id, block.id);
      if (!reached.has(block.id)) note("unreachable");
      if (looping.has(block.id)) note("loop");
      for (const [code, item] of brokenEdges.get(block.id) ?? []) note(code, item);
      checkExits({ block, group, index }, graph, note);
      checkBlock(block, { options, graph, written }, note);
    }
  }
  return problems;
}

function reachable(start: Placed | undefined, graph: FlowGraph): Set<string> {
  const reached = new Set<string>();
  const open = start ? [start] : [];
  for (let placed = open.pop(); placed; placed = open.pop()) {
    if (reached.has(placed.block.id)) continue;
    reached.add(placed.block.id);
    open.push(...followers(placed, graph));
  }
  return reached;
}

/** The blocks that lie on a way round on which nobody is asked. Waiting some seconds is no question. */
function loops(graph: FlowGraph, start: Placed | undefined, { flowId }: ValidatorOptions): Set<string> {
  const silent = [...graph.blocks.values()].filter(({ block }) => !asksSomebody(block));
  const nextOf = (placed: Placed): Placed[] => {
    const { block } = placed;
    const isOwn = block.type === "jump" && block.flow_id !== null && block.flow_id === flowId;
    return [...followers(placed, graph), ...(isOwn && start ? [start] : [])].filter(
      ({ block: next }) => !asksSomebody(next),
    );
  };
  // What is left after taking away, again and again, what nothing silent leads on from, and what nothing silent leads
  // to, are the ways round and what lies between two of them.
  const onward = trimmed(silent, nextOf);
  const inverse = new Map<string, Placed[]>();
  for (const placed of silent)
    for (const next of nextOf(placed))
      inverse.set(next.block.id, [...(inverse.get(next.block.id) ?? []), placed]);
  const onLoops = trimmed(
    silent.filter(({ block }) => onward.has(block.id)),
    (placed) => (inverse.get(placed.block.id) ?? []).filter(({ block }) => onward.has(block.id)),
  );
  return onLoops;
}

/** The ids of those blocks from which one can go on without end. */
function trimmed(all: readonly Placed[], nextOf: (placed: Placed) => readonly Placed[]): Set<string> {
  const left = new Map<string, number>();
  const before = new Map<string, string[]>();
  for (const placed of all) {
    const nexts = nextOf(placed);
    left.set(placed.block.id, nexts.length);
    for (const { block } of nexts) {
      const known = before.get(block.id);
      if (known) known.push(placed.block.id);
      else before.set(block.id, [placed.block.id]);
    }
  }
  const ends = [...left].filter(([, count]) => count === 0).map(([id]) => id);
  for (let id = ends.pop(); id !== undefined; id = ends.pop()) {
    left.delete(id);
    for (const previous of before.get(id) ?? []) {
      const count = left.get(previous);
      if (count === undefined) continue;
      left.set(previous, count - 1);
      if (count === 1) ends.push(previous);
    }
  }
  return new Set(left.keys());
}

/** The ids of variables that some block writes, or that have a value from the beginning. */
function writtenVariables(flow: Flow): Set<string> {
  const written = new Set(flow.variables.filter(({ initial }) => initial !== null).map(({ id }) => id));
  for (const { blocks } of flow.groups)
    for (const block of blocks) for (const id of writtenBy(block)) if (id !== null) written.add(id);
  return written;
}

function writtenBy(block: FlowBlock): (string | null)[] {
  if (block.type === "ask" || block.type === "set") return [block.variable_id];
  return block.type === "request" ? block.saves.map(({ variable_id }) => variable_id) : [];
}

type BrokenEdges = Map<string, ["missing_target" | "many_edges", string | null][]>;

/** Edges that lead to no group, and second edges of one exit, by the block that they begin at. */
function edgesByBlock(flow: Flow, graph: FlowGraph): BrokenEdges {
  const broken: BrokenEdges = new Map();
  const seen = new Set<string>();
  for (const { from, to } of flow.edges) {
    const item = from.item_id ?? null;
    const key = `${from.block_id} ${item ?? ""}`;
    const found = broken.get(from.block_id) ?? [];
    if (!graph.groups.has(to.group_id)) found.push(["missing_target", item]);
    if (seen.has(key)) found.push(["many_edges", item]);
    seen.add(key);
    if (found.length > 0) broken.set(from.block_id, found);
  }
  return broken;
}

function checkExits(placed: Placed, graph: FlowGraph, note: Note): void {
  const { block } = placed;
  // After a hand-over a person closes the conversation, so nothing has to come next.
  if (block.type === "handoff") return;
  const items = itemsOf(block).map(({ id }) => id);
  for (const exit of exitsOf(block, graph))
    if (!graph.next(placed, exit)) {
      const at = exit === undefined ? -1 : items.indexOf(exit);
      note("dead_end", at < 0 ? null : `${block.type === "card" ? "buttons" : "items"}.${at}`, null);
    }
}

/** The problem in the reader's language. */
export function problemText({ code, detail, limit }: FlowProblem, language: Language): string {
  const named = languages.find((one) => one === detail);
  const shown = named
    ? (new Intl.DisplayNames(language, { type: "language" }).of(named) ?? named)
    : (detail ?? "");
  return problemTexts[code][language]
    .replace("{detail}", () => shown)
    .replace("{limit}", () => new Intl.NumberFormat(language).format(limit ?? 0));
}
