import { z } from "zod";
import { type Language, languages } from "../languages.ts";
import { checkBlock } from "./block-problems.ts";
import { type FlowBlock, fallbackExitId } from "./blocks.ts";
import type { Flow } from "./flow.ts";
import { listItemsWithExit } from "./flow.ts";
import {
  type FlowGraph,
  findNextBlocks,
  getFlowGraph,
  listExitIds,
  type PlacedBlock,
  waitsForSomebody,
} from "./graph.ts";
import { maximumStepsPerTurn } from "./limits.ts";
import type { AddProblem, FlowValidationOptions } from "./problems.ts";
import { type FlowProblemCode, flowProblemTexts } from "./problems.ts";
import { findBlocksBeyondTurnLimit } from "./turn-length.ts";

const problemCodes = Object.keys(flowProblemTexts) as [FlowProblemCode, ...FlowProblemCode[]];

/**
 * One reason why a flow cannot be published.
 *
 * - `block_id`: the block with the problem. Null if the problem concerns the whole group.
 * - `field`: a path inside the block (`text.ja`, `items.2.label.vi`), or `else` for the exit for failures. Null for the
 *   whole block.
 * - `detail`: a language, a variable's name, a host or a platform.
 * - `limit`: a number of characters or items.
 */
export const flowProblemSchema = z
  .object({
    code: z.enum(problemCodes),
    group_id: z.string().max(40),
    block_id: z.string().max(40).nullable(),
    field: z.string().max(100).nullable(),
    detail: z.string().max(200).nullable(),
    limit: z.number().int().nullable(),
  })
  .meta({ id: "BotProblem" });
export type FlowProblem = z.infer<typeof flowProblemSchema>;

/** Maximum problems in the list of a flow's problems. After some of them are solved, the list shows further ones. */
export const maximumListedFlowProblems = 500;

/**
 * Finds the problems that prevent publishing a flow, at most `maximumListedFlowProblems`, in the order of its groups and blocks.
 * The story editor and the server both use this pure function.
 */
export function findPublishingProblems(flow: Flow, options: FlowValidationOptions): FlowProblem[] {
  const graph = getFlowGraph(flow);
  const problems: FlowProblem[] = [];
  const createAddProblem =
    (groupId: string, blockId: string | null): AddProblem =>
    (code, field = null, detail = null, limit = null) => {
      if (problems.length < maximumListedFlowProblems)
        problems.push({ code, group_id: groupId, block_id: blockId, field, detail, limit });
    };
  const start = graph.firstBlockOf(flow.start);
  if (!start) createAddProblem(flow.start, null)("no_start");
  const reachableIds = findReachableBlocks(start, graph);
  const loopBlockIds = findLoops(graph, start, options);
  const blockIdsBeyondTurn = findBlocksBeyondTurnLimit(graph, loopBlockIds);
  const writtenVariableIds = findWrittenVariableIds(flow);
  const brokenEdges = findBrokenEdges(flow, graph);
  for (const group of flow.groups) {
    if (group.blocks.length === 0 && group.id !== flow.start) createAddProblem(group.id, null)("empty_group");
    for (const [index, block] of group.blocks.entries()) {
      const addProblem = createAddProblem(group.id, block.id);
      if (!reachableIds.has(block.id)) addProblem("unreachable");
      if (loopBlockIds.has(block.id)) addProblem("loop");
      if (blockIdsBeyondTurn.has(block.id)) addProblem("long_turn", null, null, maximumStepsPerTurn);
      for (const [code, item] of brokenEdges.get(block.id) ?? []) addProblem(code, item);
      checkExits({ block, group, index }, graph, addProblem);
      checkBlock(block, { options, graph, writtenVariableIds }, addProblem);
    }
  }
  return problems;
}

function findReachableBlocks(start: PlacedBlock | undefined, graph: FlowGraph): Set<string> {
  const reachedIds = new Set<string>();
  const blocksToVisit = start ? [start] : [];
  for (let placedBlock = blocksToVisit.pop(); placedBlock; placedBlock = blocksToVisit.pop()) {
    if (reachedIds.has(placedBlock.block.id)) continue;
    reachedIds.add(placedBlock.block.id);
    blocksToVisit.push(...findNextBlocks(placedBlock, graph));
  }
  return reachedIds;
}

/**
 * Finds the blocks of loops in which the visitor is never asked. A loop that only waits for timers is found, too,
 * because waiting for a timer is not asking.
 */
function findLoops(
  graph: FlowGraph,
  start: PlacedBlock | undefined,
  { flowId }: FlowValidationOptions,
): Set<string> {
  const blocksWithoutWaiting = [...graph.blocks.values()].filter(({ block }) => !waitsForSomebody(block));
  const findNextBlocksOf = (placedBlock: PlacedBlock): PlacedBlock[] => {
    const { block } = placedBlock;
    const isJumpToOwnFlow = block.type === "jump" && block.flow_id !== null && block.flow_id === flowId;
    return [...findNextBlocks(placedBlock, graph), ...(isJumpToOwnFlow && start ? [start] : [])].filter(
      ({ block: next }) => !waitsForSomebody(next),
    );
  };
  // Keeps only blocks from which an endless path without a question starts, and to which such a path leads. These are
  // the blocks of loops, and the blocks between two loops.
  const endlessIds = findEndlessBlocks(blocksWithoutWaiting, findNextBlocksOf);
  const previousBlocks = new Map<string, PlacedBlock[]>();
  for (const placedBlock of blocksWithoutWaiting)
    for (const followingBlock of findNextBlocksOf(placedBlock))
      previousBlocks.set(followingBlock.block.id, [
        ...(previousBlocks.get(followingBlock.block.id) ?? []),
        placedBlock,
      ]);
  const loopBlockIds = findEndlessBlocks(
    blocksWithoutWaiting.filter(({ block }) => endlessIds.has(block.id)),
    (placedBlock) =>
      (previousBlocks.get(placedBlock.block.id) ?? []).filter(({ block }) => endlessIds.has(block.id)),
  );
  return loopBlockIds;
}

/**
 * Returns the ids of the blocks from which some path never ends. To find them, removes blocks without a next block
 * until none is left.
 */
function findEndlessBlocks(
  blocks: readonly PlacedBlock[],
  findNextBlocksOf: (placedBlock: PlacedBlock) => readonly PlacedBlock[],
): Set<string> {
  const nextBlockCounts = new Map<string, number>();
  const previousBlockIds = new Map<string, string[]>();
  for (const placedBlock of blocks) {
    const blocksAfter = findNextBlocksOf(placedBlock);
    nextBlockCounts.set(placedBlock.block.id, blocksAfter.length);
    for (const { block } of blocksAfter) {
      const knownIds = previousBlockIds.get(block.id);
      if (knownIds) knownIds.push(placedBlock.block.id);
      else previousBlockIds.set(block.id, [placedBlock.block.id]);
    }
  }
  const deadEndIds = [...nextBlockCounts].filter(([, count]) => count === 0).map(([id]) => id);
  for (let id = deadEndIds.pop(); id !== undefined; id = deadEndIds.pop()) {
    nextBlockCounts.delete(id);
    for (const previousId of previousBlockIds.get(id) ?? []) {
      const count = nextBlockCounts.get(previousId);
      if (count === undefined) continue;
      nextBlockCounts.set(previousId, count - 1);
      if (count === 1) deadEndIds.push(previousId);
    }
  }
  return new Set(nextBlockCounts.keys());
}

/** Returns the ids of all variables of a flow that have an initial value or are set by a block. */
function findWrittenVariableIds(flow: Flow): Set<string> {
  const writtenVariableIds = new Set(
    flow.variables.filter(({ initial }) => initial !== null).map(({ id }) => id),
  );
  for (const { blocks } of flow.groups)
    for (const block of blocks)
      for (const id of listVariablesSetBy(block)) if (id !== null) writtenVariableIds.add(id);
  return writtenVariableIds;
}

function listVariablesSetBy(block: FlowBlock): (string | null)[] {
  if (block.type === "ask" || block.type === "set") return [block.variable_id];
  return block.type === "request" ? block.saves.map(({ variable_id }) => variable_id) : [];
}

type BrokenEdges = Map<string, ["missing_target" | "many_edges", string | null][]>;

/**
 * Finds broken edges: edges to a missing group, and second edges of the same exit. Returns a map from each block's id
 * to its broken edges.
 */
function findBrokenEdges(flow: Flow, graph: FlowGraph): BrokenEdges {
  const brokenEdges: BrokenEdges = new Map();
  const seen = new Set<string>();
  for (const { from, to } of flow.edges) {
    const item = from.item_id ?? null;
    const key = `${from.block_id} ${item ?? ""}`;
    const edgeProblems = brokenEdges.get(from.block_id) ?? [];
    if (!graph.groups.has(to.group_id)) edgeProblems.push(["missing_target", item]);
    if (seen.has(key)) edgeProblems.push(["many_edges", item]);
    seen.add(key);
    if (edgeProblems.length > 0) brokenEdges.set(from.block_id, edgeProblems);
  }
  return brokenEdges;
}

function checkExits(placedBlock: PlacedBlock, graph: FlowGraph, addProblem: AddProblem): void {
  const { block } = placedBlock;
  // A block that hands the visitor over to people needs no next block, because a person can close the conversation.
  if (block.type === "handoff") return;
  const items = listItemsWithExit(block).map(({ id }) => id);
  for (const exitId of listExitIds(block, graph))
    if (!graph.nextBlock(placedBlock, exitId)) {
      const itemIndex = exitId === undefined ? -1 : items.indexOf(exitId);
      const item = itemIndex < 0 ? null : `${block.type === "card" ? "buttons" : "items"}.${itemIndex}`;
      addProblem("dead_end", exitId === fallbackExitId ? fallbackExitId : item);
    }
}

/** Returns the text of a flow's problem in the reader's language. */
export function formatProblemText(
  { code, detail, limit }: Pick<FlowProblem, "code" | "detail" | "limit">,
  language: Language,
): string {
  const namedLanguage = languages.find((language) => language === detail);
  const readableDetail = namedLanguage
    ? (new Intl.DisplayNames(language, { type: "language" }).of(namedLanguage) ?? namedLanguage)
    : (detail ?? "");
  return flowProblemTexts[code][language]
    .replace("{detail}", () => readableDetail)
    .replace("{limit}", () => new Intl.NumberFormat(language).format(limit ?? 0));
}
