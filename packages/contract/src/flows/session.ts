import { z } from "zod";
import { idSchema } from "../kit/ids.ts";
import { languageSchema } from "../languages.ts";
import { flowLimits, flowTextLimits, maximumTagsPerVisitor, maximumVariableValueLength } from "./limits.ts";
import { flowPartIdSchema } from "./part-id.ts";

/** The number of the turn that started a timer or a request. */
export const timerTokenSchema = z.number().int().min(0);

/**
 * What a session of a visitor waits for.
 *
 * - `new`: nothing has happened yet.
 * - `ended`: the flow has ended.
 * - `asking`: the visitor's next message answers the block. `tries` is the number of refused answers so far.
 * - `waiting`: the session waits for the timer with this `token`. Older timers are ignored.
 * - `requesting`: the session waits for another server's response with this `token`.
 * - `handed_over`: a person talks to the visitor. The flow continues when people give the visitor back.
 * - `jumping`: the flow `flow_id` continues in the same turn. The turn has run `steps` blocks so far, and their effects
 *   have `bytes` bytes.
 */
const sessionStateSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("new") }),
  z.strictObject({
    kind: z.literal("asking"),
    block_id: flowPartIdSchema,
    tries: z.number().int().min(0).max(100),
  }),
  z.strictObject({ kind: z.literal("waiting"), block_id: flowPartIdSchema, token: timerTokenSchema }),
  z.strictObject({ kind: z.literal("requesting"), block_id: flowPartIdSchema, token: timerTokenSchema }),
  z.strictObject({ kind: z.literal("handed_over"), block_id: flowPartIdSchema }),
  z.strictObject({
    kind: z.literal("jumping"),
    flow_id: idSchema,
    steps: z.number().int().min(0),
    bytes: z.number().int().min(0),
  }),
  z.strictObject({ kind: z.literal("ended") }),
]);

const variableValueSchema = z.strictObject({
  name: z.string().max(50),
  value: z.string().max(maximumVariableValueLength),
});

/** The stored state of one visitor's session: language, variables, tags, and what the flow waits for. */
export const flowSessionSchema = z
  .strictObject({
    language: languageSchema,
    /**
     * The session's variables by name, because each flow has its own variable ids. They are ordered by the time when
     * they were first set.
     */
    variables: z.array(variableValueSchema).max(flowLimits.variables),
    tags: z.array(z.string().max(flowTextLimits.tag)).max(maximumTagsPerVisitor),
    state: sessionStateSchema,
    /**
     * The session's turn counter. Each run of a story that changes the session adds 1, and so does each message of a
     * phrase or a broadcast. Timers and requests use the number as their token.
     */
    turn: z.number().int().min(0),
  })
  .meta({ id: "BotSessionState" });
export type FlowSession = z.infer<typeof flowSessionSchema>;
export type SessionPosition = FlowSession["state"];

/**
 * The session at the beginning of a block. `turnEffectCount` is the number of effects that the turn had before the block.
 */
export interface SessionAtBlockStart extends Pick<FlowSession, "variables" | "tags"> {
  readonly block_id: string;
  readonly turnEffectCount: number;
}

export const createFlowSession = (language: FlowSession["language"]): FlowSession => ({
  language,
  variables: [],
  tags: [],
  state: { kind: "new" },
  turn: 0,
});

/** The id of a flow and the number of one of its saves. Together they identify the save. */
export interface SavedFlowReference {
  readonly flow_id: string;
  readonly save_number: number;
}
