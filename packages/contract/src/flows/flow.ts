import { z } from "zod";
import { type FlowBlock, fallbackExitId, flowBlockSchema, flowVariableSchema } from "./blocks.ts";
import { flowLimits, flowTextLimits } from "./limits.ts";
import { flowPartIdSchema } from "./part-id.ts";
import { createPlainTextSchema } from "./texts.ts";

const countJsonBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
/** The maximum bytes of each list in a flow: none can be larger than the whole flow. */
const flowBytesLimit = { "x-maximum-bytes": flowLimits.bytes };

const coordinateSchema = z.number().min(-1e6).max(1e6);

/** A group of blocks that run one after the other. `x` and `y` are its position on the canvas, in pixels. */
export const flowGroupSchema = z
  .strictObject({
    id: flowPartIdSchema,
    title: createPlainTextSchema(flowTextLimits.title),
    x: coordinateSchema,
    y: coordinateSchema,
    blocks: z.array(flowBlockSchema).max(flowLimits.blocksOfGroup).meta(flowBytesLimit),
  })
  .meta({ id: "BotGroup" });

/**
 * A connection from a block, or from one of its items, to the first block of a group. The item `else` is the exit for
 * failures. A block without an edge continues with the next block of its group.
 */
export const flowEdgeSchema = z
  .strictObject({
    id: flowPartIdSchema,
    from: z.strictObject({ block_id: flowPartIdSchema, item_id: flowPartIdSchema.optional() }),
    to: z.strictObject({ group_id: flowPartIdSchema }),
  })
  .meta({ id: "BotEdge" });

/** Returns the items of a block that have an exit of their own. */
export function listItemsWithExit(block: FlowBlock): readonly { readonly id: string }[] {
  if (block.type === "choices" || block.type === "condition") return block.items;
  return block.type === "card" ? block.buttons.filter(({ address }) => address === null) : [];
}

/** Returns a block's list of items with ids, and the path of this list inside the block. */
function listItemsWithIds(block: FlowBlock): { path: string[]; parts: readonly { readonly id: string }[] } {
  if (block.type === "ask")
    return { path: ["answer", "items"], parts: block.answer.kind === "choice" ? block.answer.items : [] };
  if (block.type === "card") return { path: ["buttons"], parts: block.buttons };
  return { path: ["items"], parts: listItemsWithExit(block) };
}

type AddSchemaError = (path: (string | number)[], error: string) => void;

function refuseDuplicates(
  itemsToCheck: readonly { readonly id: string }[],
  path: (string | number)[],
  addSchemaError: AddSchemaError,
): void {
  const seenIds = new Set<string>();
  for (const [index, { id }] of itemsToCheck.entries()) {
    if (seenIds.has(id)) addSchemaError([...path, index, "id"], "repeated");
    seenIds.add(id);
  }
}

/**
 * A flow as people draw it. A draft may be unfinished, with empty texts and edges to missing groups.
 * `findPublishingProblems` finds what prevents publishing. The schema refuses only what the canvas cannot draw:
 * duplicate ids, and more than `flowLimits` allow.
 */
export const flowSchema = z
  .strictObject({
    /** The id of the group where the story begins. */
    start: flowPartIdSchema,
    groups: z.array(flowGroupSchema).max(flowLimits.groups).meta(flowBytesLimit),
    edges: z.array(flowEdgeSchema).max(flowLimits.edges).meta(flowBytesLimit),
    variables: z.array(flowVariableSchema).max(flowLimits.variables).meta(flowBytesLimit),
  })
  .superRefine((flow, context) => {
    let issueCount = 0;
    const addSchemaError: AddSchemaError = (path, error) => {
      // Reports at most 50 errors, so that a flow full of mistakes does not make the response very long.
      if (issueCount++ < 50) context.addIssue({ code: "custom", message: error, path });
    };
    const { groups, edges, variables } = flow;
    refuseDuplicates(groups, ["groups"], addSchemaError);
    refuseDuplicates(edges, ["edges"], addSchemaError);
    refuseDuplicates(variables, ["variables"], addSchemaError);
    const names = variables.map(({ name }) => ({ id: name }));
    refuseDuplicates(names, ["variables"], (path, error) =>
      addSchemaError([...path.slice(0, -1), "name"], error),
    );
    const blockIds = new Set<string>();
    for (const [groupIndex, group] of groups.entries())
      for (const [index, block] of group.blocks.entries()) {
        const path = ["groups", groupIndex, "blocks", index];
        if (blockIds.has(block.id)) addSchemaError([...path, "id"], "repeated");
        blockIds.add(block.id);
        const itemList = listItemsWithIds(block);
        const listPath = [...path, ...itemList.path];
        refuseDuplicates(itemList.parts, listPath, addSchemaError);
        for (const [itemIndex, { id }] of itemList.parts.entries())
          if (id === fallbackExitId) addSchemaError([...listPath, itemIndex, "id"], "choice");
      }
    if (blockIds.size > flowLimits.blocks)
      context.addIssue({
        code: "custom",
        message: "flow_blocks",
        path: ["groups"],
        params: { limit: flowLimits.blocks },
      });
    const bytes = countJsonBytes(flow);
    if (bytes > flowLimits.bytes)
      context.addIssue({
        code: "custom",
        message: "flow_bytes",
        path: [],
        params: { limit: flowLimits.bytes / 1000 },
      });
  })
  .meta({ id: "BotFlow" });
export type Flow = z.infer<typeof flowSchema>;
export type FlowGroup = z.infer<typeof flowGroupSchema>;

/**
 * The schema of a flow in an API response. The flow was parsed before it was stored, so all its default values are
 * present.
 */
export const flowResponseSchema = flowSchema as z.ZodType<Flow, Flow>;

/** Returns a flow with one empty group, for a new story. */
export const createEmptyFlow = (): Flow => ({
  start: "start",
  groups: [{ id: "start", title: "", x: 0, y: 0, blocks: [] }],
  edges: [],
  variables: [],
});
