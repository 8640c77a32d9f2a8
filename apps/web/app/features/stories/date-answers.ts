import type { Flow } from "@kakehashi/contract/flows/flow";
import type { SavedFlowReference } from "@kakehashi/contract/flows/session";
import { findBlock } from "./edits.ts";

/** Returns the names of the variables in which the given stories store the answers to questions for a date. */
export function dateVariableNamesOf(flows: Iterable<Flow>): string[] {
  const names = new Set<string>();
  for (const { groups, variables } of flows) {
    const askedVariableIds = new Set(
      groups.flatMap(({ blocks }) =>
        blocks.flatMap((block) =>
          block.type === "ask" && block.answer.kind === "date" ? [block.variable_id] : [],
        ),
      ),
    );
    for (const { id, name } of variables) if (askedVariableIds.has(id)) names.add(name);
  }
  return [...names];
}

/**
 * Whether a replayed step begins at a block that asks for a date. The visitor's message in this step is then the date.
 */
export function doesAskForDate(
  step: { readonly savedFlow: SavedFlowReference | null; readonly block_id: string | null } | undefined,
  flowOf: (savedFlow: SavedFlowReference) => Flow | undefined,
): boolean {
  if (!step?.savedFlow || step.block_id === null) return false;
  const flow = flowOf(step.savedFlow);
  return flow !== undefined && isDateQuestion(flow, step.block_id);
}

/** Whether the block with this id asks the visitor for a date. */
export function isDateQuestion(flow: Flow, blockId: string): boolean {
  const block = findBlock(flow, blockId)?.block;
  return block?.type === "ask" && block.answer.kind === "date";
}
