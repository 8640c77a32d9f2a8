import { type FlowGraph, nextBlocks, type Placed, waitsForSomebody } from "./graph.ts";
import { maximumSteps } from "./limits.ts";

/**
 * Whether a turn ends at this block. The blocks after it run in a later turn, which a message, a timer or another
 * server's answer begins.
 */
const endsTurn = ({ block }: Placed): boolean =>
  waitsForSomebody(block) || block.type === "wait" || (block.type === "request" && block.address !== "");

/**
 * Finds blocks that a turn may not reach, because `maximumSteps` blocks can run before them. Returns the first such
 * block of each path. Leaves out blocks of cycles. Does not count blocks of another flow that ran before a jump.
 */
export function findBeyondTurn(graph: FlowGraph, looping: ReadonlySet<string>): Set<string> {
  const placedBlocks = [...graph.blocks.values()].filter(({ block }) => !looping.has(block.id));
  const nextInTurn = (placed: Placed) =>
    endsTurn(placed) ? [] : nextBlocks(placed, graph).filter(({ block }) => !looping.has(block.id));
  /** For each block: the number of earlier blocks of the same turn whose steps are not counted yet. */
  const waitsFor = new Map(placedBlocks.map(({ block }) => [block.id, 0]));
  for (const placed of placedBlocks)
    for (const { block } of nextInTurn(placed)) waitsFor.set(block.id, (waitsFor.get(block.id) ?? 0) + 1);
  const steps = new Map<string, number>();
  const beyond = new Set<string>();
  const open = placedBlocks.filter(({ block }) => waitsFor.get(block.id) === 0);
  for (let placed = open.pop(); placed; placed = open.pop()) {
    const step = (steps.get(placed.block.id) ?? 0) + 1;
    if (step === maximumSteps + 1) beyond.add(placed.block.id);
    for (const next of nextInTurn(placed)) {
      const { id } = next.block;
      steps.set(id, Math.max(step, steps.get(id) ?? 0));
      const remainingCount = (waitsFor.get(id) ?? 0) - 1;
      waitsFor.set(id, remainingCount);
      if (remainingCount === 0) open.push(next);
    }
  }
  return beyond;
}
