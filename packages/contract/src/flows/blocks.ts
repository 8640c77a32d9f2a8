import { z } from "zod";
import { idSchema } from "../kit/ids.ts";
import { answerChecksSchema, answerOptionsSchema, translatedLabelSchema } from "./answer-checks.ts";
import { flowLimits, flowTextLimits, maximumVariableValueLength, maximumWaitSeconds } from "./limits.ts";
import { flowPartIdSchema } from "./part-id.ts";
import {
  createNameTextSchema,
  createPartialTextsSchema,
  createPlainTextSchema,
  mediaAddressSchema,
  requestAddressSchema,
  variableNameSchema,
} from "./texts.ts";

const translatedTextSchema = createPartialTextsSchema(flowTextLimits.text).meta({ id: "BotText" });
const translatedTitleSchema = createPartialTextsSchema(flowTextLimits.title);

/**
 * The id of a block's exit for failures. A question takes this exit when all tries to answer have failed, a condition
 * when no branch is true, and a request when the request has failed.
 */
export const fallbackExitId = "else";

/** The id of the variable that a block reads or writes. Null in a draft until somebody chooses a variable. */
const chosenVariableSchema = flowPartIdSchema.nullable();

/**
 * The number of times that a visitor may try to answer a question. After the last failed try, the flow takes the
 * question's `else` exit. If this exit has no edge, the bot asks again.
 */
const maximumTriesSchema = z.number().int().min(1).max(10).default(3);

const textBlock = z.strictObject({
  id: flowPartIdSchema,
  type: z.literal("text"),
  text: translatedTextSchema,
});
const imageBlock = z.strictObject({
  id: flowPartIdSchema,
  type: z.literal("image"),
  address: mediaAddressSchema,
  /** An alternative text for the block's picture, for people who cannot see it. */
  description: translatedTitleSchema,
});
const fileBlock = z.strictObject({
  id: flowPartIdSchema,
  type: z.literal("file"),
  address: mediaAddressSchema,
  name: createNameTextSchema(flowTextLimits.title),
});

/**
 * A button of a card. A button with a URL opens that page. A button without a URL is a quick answer with its own edge.
 */
const cardButtonSchema = z.strictObject({
  id: flowPartIdSchema,
  label: translatedLabelSchema,
  address: mediaAddressSchema.nullable(),
});
const cardBlock = z.strictObject({
  id: flowPartIdSchema,
  type: z.literal("card"),
  title: translatedTitleSchema,
  text: translatedTextSchema,
  image: mediaAddressSchema.nullable(),
  buttons: z.array(cardButtonSchema).max(flowLimits.buttons),
  retry: translatedTextSchema,
  tries: maximumTriesSchema,
});

/** A question with quick replies. Each quick reply has its own edge. */
const choicesBlock = z.strictObject({
  id: flowPartIdSchema,
  type: z.literal("choices"),
  text: translatedTextSchema,
  items: answerOptionsSchema,
  retry: translatedTextSchema,
  tries: maximumTriesSchema,
});

const askBlock = z.strictObject({
  id: flowPartIdSchema,
  type: z.literal("ask"),
  answer: answerChecksSchema,
  text: translatedTextSchema,
  variable_id: chosenVariableSchema,
  retry: translatedTextSchema,
  tries: maximumTriesSchema,
});

export const conditionOperators = [
  "equals",
  "not_equals",
  "contains",
  "starts",
  "greater",
  "less",
  "is_set",
  "is_not_set",
] as const;
const conditionTestSchema = z.strictObject({
  variable_id: chosenVariableSchema,
  operator: z.enum(conditionOperators),
  value: createPlainTextSchema(maximumVariableValueLength).default(""),
});
export type ConditionTest = z.infer<typeof conditionTestSchema>;
const conditionBranchSchema = z.strictObject({
  id: flowPartIdSchema,
  match: z.enum(["all", "any"]).default("all"),
  tests: z.array(conditionTestSchema).max(flowLimits.conditions),
});
/**
 * A block that chooses between branches, each with its own edge. The flow takes the first branch whose condition is
 * true. If none is true, it takes the `else` edge.
 */
const conditionBlock = z.strictObject({
  id: flowPartIdSchema,
  type: z.literal("condition"),
  items: z.array(conditionBranchSchema).max(flowLimits.items),
});

const setBlock = z.strictObject({
  id: flowPartIdSchema,
  type: z.literal("set"),
  variable_id: chosenVariableSchema,
  operation: z.enum(["text", "add", "clear"]),
  value: createPlainTextSchema(maximumVariableValueLength).default(""),
});

const waitBlock = z.strictObject({
  id: flowPartIdSchema,
  type: z.literal("wait"),
  seconds: z.number().int().min(1).max(maximumWaitSeconds),
});

/**
 * A block that jumps to another flow of the bot. Variables with the same name keep their values. `flow_id` is null in a
 * draft until somebody chooses a flow.
 */
const jumpBlock = z.strictObject({
  id: flowPartIdSchema,
  type: z.literal("jump"),
  flow_id: idSchema.nullable(),
});

const requestHeaderSchema = z.strictObject({
  name: z
    .string()
    .max(100)
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/),
  value: createPlainTextSchema(maximumVariableValueLength),
});
/** Stores one value of another server's JSON response in a variable. `path` is for example `booking.slots.0.time`. */
const savedValueSchema = z.strictObject({
  path: createPlainTextSchema(flowTextLimits.title),
  variable_id: chosenVariableSchema,
});
const requestBlock = z.strictObject({
  id: flowPartIdSchema,
  type: z.literal("request"),
  method: z.enum(["GET", "POST"]),
  address: requestAddressSchema,
  headers: z.array(requestHeaderSchema).max(flowLimits.headers),
  /** The JSON body of a request, sent only with POST. Values of variables are escaped as parts of JSON strings. */
  body: createPlainTextSchema(flowTextLimits.body),
  timeout_seconds: z.number().int().min(1).max(10).default(5),
  saves: z.array(savedValueSchema).max(flowLimits.saves),
});

/**
 * A block that hands the visitor over to people. When people give the visitor back, the flow continues after this
 * block.
 */
const handoffBlock = z.strictObject({
  id: flowPartIdSchema,
  type: z.literal("handoff"),
  text: translatedTextSchema,
});

const tagBlock = z.strictObject({
  id: flowPartIdSchema,
  type: z.literal("tag"),
  tag: createPlainTextSchema(flowTextLimits.tag),
  remove: z.boolean().default(false),
});

const endBlock = z.strictObject({ id: flowPartIdSchema, type: z.literal("end") });

export const flowBlockSchema = z
  .discriminatedUnion("type", [
    textBlock,
    imageBlock,
    fileBlock,
    cardBlock,
    choicesBlock,
    askBlock,
    conditionBlock,
    setBlock,
    waitBlock,
    jumpBlock,
    requestBlock,
    handoffBlock,
    tagBlock,
    endBlock,
  ])
  .meta({ id: "BotBlock" });
export type FlowBlock = z.infer<typeof flowBlockSchema>;
export type BlockType = FlowBlock["type"];
export type BlockOf<T extends BlockType> = Extract<FlowBlock, { type: T }>;

export const flowVariableSchema = z
  .strictObject({
    id: flowPartIdSchema,
    name: variableNameSchema,
    /**
     * The initial value of the variable when the flow starts, unless another flow has already set the variable. Null:
     * no initial value.
     */
    initial: createPlainTextSchema(maximumVariableValueLength).nullable().default(null),
  })
  .meta({ id: "BotVariable" });
