import type { AnswerChecks } from "./answer-checks.ts";
import type { FlowBlock } from "./blocks.ts";
import { type Flow, flowSchema } from "./flow.ts";

// Short helper functions that build flows for tests.

/** Builds a flow from groups by id, with one variable `n`. Throws if the schema refuses the flow. */
export const buildTestFlow = (groups: Record<string, FlowBlock[]>, edges: Flow["edges"]): Flow =>
  flowSchema.parse({
    start: "start",
    groups: Object.entries(groups).map(([id, blocks]) => ({ id, title: id, x: 0, y: 0, blocks })),
    edges,
    variables: [{ id: "n", name: "n" }],
  });

export const createTestEdge = (
  block_id: string,
  group_id: string,
  item_id?: string,
): Flow["edges"][number] => ({
  id: `${block_id}-${item_id ?? ""}-${group_id}`.slice(0, 40),
  from: { block_id, ...(item_id !== undefined && { item_id }) },
  to: { group_id },
});

export const createTestSayBlock = (
  id: string,
  text: { en?: string; vi?: string; ja?: string } = { en: id },
): FlowBlock => ({
  id: id.replace(/[^\w-]/g, "") || "a",
  type: "text",
  text,
});

export const createTestEndBlock = (id = "end"): FlowBlock => ({ id, type: "end" });

export const createTestAskBlock = (
  id: string,
  variable_id: string,
  answerChecks: AnswerChecks = { kind: "text", minimum: 1, maximum: 1_000 },
): FlowBlock => ({
  id,
  type: "ask",
  answer: answerChecks,
  text: { en: `${id}?` },
  variable_id,
  retry: {},
  tries: 3,
});

export const createTestChoicesBlock = (id: string, labels: string[], retryText = ""): FlowBlock => ({
  id,
  type: "choices",
  text: { en: `${id}?` },
  items: labels.map((label) => ({ id: label.replace(/\W/g, "-").slice(0, 40), label: { en: label } })),
  retry: { en: retryText },
  tries: 3,
});
