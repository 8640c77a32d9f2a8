import { type FlowGraph, findNextBlocks, type PlacedBlock, waitsForSomebody } from "./graph.ts";
import { maximumStepsPerTurn } from "./limits.ts";

/**
 * Whether a turn of a session ends at this block. The next block runs in a later turn. That turn begins with a message,
 * a timer, another server's response, or when people give the visitor back.
 */
const endsTurn = ({ block }: PlacedBlock): boolean =>
  waitsForSomebody(block) || block.type === "wait" || (block.type === "request" && block.address !== "");

/**
 * Finds the blocks that a turn may not reach, because `maximumStepsPerTurn` blocks can run before them in the same
 * turn. Returns only the first such block on each path. Ignores blocks in loops. Does not count blocks of another flow
 * that ran before a jump to this flow.
 */
export function findBlocksBeyondTurnLimit(
  graph: FlowGraph,
  ignoredLoopBlockIds: ReadonlySet<string>,
): Set<string> {
  const placedBlocks = [...graph.blocks.values()].filter(({ block }) => !ignoredLoopBlockIds.has(block.id));
  const findNextBlocksInTurn = (placedBlock: PlacedBlock) =>
    endsTurn(placedBlock)
      ? []
      : findNextBlocks(placedBlock, graph).filter(({ block }) => !ignoredLoopBlockIds.has(block.id));
  /** For each block of a flow: how many blocks directly before it in the same turn have not been counted yet. */
  const uncountedPredecessorCounts = new Map(placedBlocks.map(({ block }) => [block.id, 0]));
  for (const placedBlock of placedBlocks)
    for (const { block } of findNextBlocksInTurn(placedBlock))
      uncountedPredecessorCounts.set(block.id, (uncountedPredecessorCounts.get(block.id) ?? 0) + 1);
  const stepCountsBefore = new Map<string, number>();
  const blocksBeyondTurn = new Set<string>();
  const readyBlocks = placedBlocks.filter(({ block }) => uncountedPredecessorCounts.get(block.id) === 0);
  for (let placedBlock = readyBlocks.pop(); placedBlock; placedBlock = readyBlocks.pop()) {
    const stepNumber = (stepCountsBefore.get(placedBlock.block.id) ?? 0) + 1;
    if (stepNumber === maximumStepsPerTurn + 1) blocksBeyondTurn.add(placedBlock.block.id);
    for (const nextBlock of findNextBlocksInTurn(placedBlock)) {
      const { id } = nextBlock.block;
      stepCountsBefore.set(id, Math.max(stepNumber, stepCountsBefore.get(id) ?? 0));
      const remainingCount = (uncountedPredecessorCounts.get(id) ?? 0) - 1;
      uncountedPredecessorCounts.set(id, remainingCount);
      if (remainingCount === 0) readyBlocks.push(nextBlock);
    }
  }
  return blocksBeyondTurn;
}
