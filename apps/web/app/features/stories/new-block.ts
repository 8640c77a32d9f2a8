import type { AnswerOption } from "@kakehashi/contract/flows/answer-checks";
import type { BlockOf, BlockType, FlowBlock } from "@kakehashi/contract/flows/blocks";
import { createPartId } from "./ids.ts";

/** The categories of block types, in the order in which the "add" pane shows them. */
export const blockTypeCategories = [
  { group: "say", types: ["text", "image", "file", "card"] },
  { group: "ask", types: ["choices", "ask"] },
  { group: "decide", types: ["condition", "set", "tag", "wait"] },
  { group: "lead", types: ["jump", "request", "handoff", "end"] },
] as const satisfies readonly { group: string; types: readonly BlockType[] }[];

export const createAnswerOption = (): AnswerOption => ({ id: createPartId(), label: {} });
export const createConditionBranch = (): BlockOf<"condition">["items"][number] => ({
  id: createPartId(),
  match: "all",
  tests: [{ variable_id: null, operator: "equals", value: "" }],
});

/** Returns a new block of this kind, with only the required fields. */
export function createBlock(type: BlockType): FlowBlock {
  const id = createPartId();
  switch (type) {
    case "text":
    case "handoff":
      return { id, type, text: {} };
    case "image":
      return { id, type, address: "", description: {} };
    case "file":
      return { id, type, address: "", name: "" };
    case "card":
      return { id, type, title: {}, text: {}, image: null, buttons: [], retry: {}, tries: 3 };
    case "choices":
      return { id, type, text: {}, items: [createAnswerOption(), createAnswerOption()], retry: {}, tries: 3 };
    case "ask":
      return {
        id,
        type,
        answer: { kind: "text", minimum: 1, maximum: 1_000 },
        text: {},
        variable_id: null,
        retry: {},
        tries: 3,
      };
    case "condition":
      return { id, type, items: [createConditionBranch()] };
    case "set":
      return { id, type, variable_id: null, operation: "text", value: "" };
    case "wait":
      return { id, type, seconds: 60 };
    case "jump":
      return { id, type, flow_id: null };
    case "request":
      return { id, type, method: "GET", address: "", headers: [], body: "", timeout_seconds: 5, saves: [] };
    case "tag":
      return { id, type, tag: "", remove: false };
    case "end":
      return { id, type };
  }
}
