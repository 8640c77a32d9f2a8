import { z } from "zod";
import { idSchema } from "../kit/ids.ts";
import { flowLimits, flowTextLimits, maximumFilledTextLength, maximumVariableValueLength } from "./limits.ts";
import { flowPartIdSchema } from "./part-id.ts";
import { timerTokenSchema } from "./session.ts";

const quickReplySchema = z.object({ id: flowPartIdSchema, label: z.string().max(2 * flowTextLimits.label) });
const shownTextSchema = z.string().max(maximumFilledTextLength);
const shownAddressSchema = z.string().max(maximumFilledTextLength);

/**
 * One message of the bot in the visitor's language, with the variables filled in. Its texts are plain text without
 * markup.
 */
const saidMessageSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("text"),
    text: shownTextSchema,
    replies: z.array(quickReplySchema).max(flowLimits.items),
  }),
  z.object({ kind: z.literal("image"), address: shownAddressSchema, description: shownTextSchema }),
  z.object({ kind: z.literal("file"), address: shownAddressSchema, name: shownTextSchema }),
  z.object({
    kind: z.literal("card"),
    title: shownTextSchema,
    text: shownTextSchema,
    image: shownAddressSchema.nullable(),
    buttons: z
      .array(quickReplySchema.extend({ address: shownAddressSchema.nullable() }))
      .max(flowLimits.buttons),
  }),
]);

export const sayEffectSchema = z.object({
  type: z.literal("say"),
  block_id: flowPartIdSchema,
  message: saidMessageSchema,
});
export type SaidMessage = z.infer<typeof saidMessageSchema>;

const requestEffect = z.object({
  type: z.literal("request"),
  block_id: flowPartIdSchema,
  token: timerTokenSchema,
  method: z.enum(["GET", "POST"]),
  address: shownAddressSchema,
  headers: z
    .array(z.object({ name: z.string().max(100), value: z.string().max(maximumVariableValueLength) }))
    .max(flowLimits.headers),
  body: z.string().max(flowTextLimits.body * 10),
  timeout_seconds: z.number().int(),
});
export type RequestEffect = z.infer<typeof requestEffect>;

/**
 * Why a flow ended early.
 *
 * - `steps`: one event caused more than `maximumStepsPerTurn` blocks to run.
 * - `bytes`: the effects of one event have more than `maximumTurnBytes`.
 * - `block`: the flow does not have the session's block any more.
 */
const faultReason = z.enum(["steps", "bytes", "block"]);
export type FaultReason = z.infer<typeof faultReason>;

/**
 * The schema of an effect: something that the caller must do for one step of a flow. The caller carries out the effects
 * in order. `fault` means that the flow ended early at a block. The `say` effect before it tells the visitor about the
 * failure.
 */
export const flowEffectSchema = z
  .discriminatedUnion("type", [
    sayEffectSchema,
    z.object({
      type: z.literal("wait"),
      block_id: flowPartIdSchema,
      token: timerTokenSchema,
      seconds: z.number().int(),
    }),
    requestEffect,
    z.object({
      type: z.literal("tag"),
      block_id: flowPartIdSchema,
      tag: z.string().max(50),
      remove: z.boolean(),
    }),
    z.object({ type: z.literal("handoff"), block_id: flowPartIdSchema }),
    z.object({ type: z.literal("jump"), block_id: flowPartIdSchema, flow_id: idSchema }),
    z.object({ type: z.literal("end") }),
    z.object({ type: z.literal("fault"), reason: faultReason, block_id: flowPartIdSchema }),
  ])
  .meta({ id: "BotEffect" });
export type FlowEffect = z.infer<typeof flowEffectSchema>;
