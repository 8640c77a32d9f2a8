import { z } from "zod";
import type { UnsentReason } from "../bot-broadcast-reasons.ts";
import { idSchema } from "../kit/ids.ts";
import { type Language, languageSchema } from "../languages.ts";
import {
  mapLocation,
  maximumLocationNameLength,
  maximumMissingFiles,
  missingFile,
  type OutsideParts,
} from "../outside-parts.ts";
import {
  flowLimits,
  maximumAnswerLength,
  maximumResponseLength,
  maximumShownTextLength,
  maximumTags,
  maximumValueLength,
  textLimits,
} from "./limits.ts";
import { partIdSchema } from "./part-id.ts";
import { createNameTextSchema } from "./texts.ts";

const timerTokenSchema = z.number().int().min(0);
const dateOfTodaySchema = z.iso.date().max(10);

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
    block_id: partIdSchema,
    tries: z.number().int().min(0).max(100),
  }),
  z.strictObject({ kind: z.literal("waiting"), block_id: partIdSchema, token: timerTokenSchema }),
  z.strictObject({ kind: z.literal("requesting"), block_id: partIdSchema, token: timerTokenSchema }),
  z.strictObject({ kind: z.literal("handed_over"), block_id: partIdSchema }),
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
  value: z.string().max(maximumValueLength),
});

/** The stored state of one visitor's session: language, variables, tags, and what the flow waits for. */
export const flowSession = z
  .strictObject({
    language: languageSchema,
    /**
     * The session's variables by name, because each flow has its own variable ids. They are ordered by the time when
     * they were first set.
     */
    variables: z.array(variableValueSchema).max(flowLimits.variables),
    tags: z.array(z.string().max(textLimits.tag)).max(maximumTags),
    state: sessionStateSchema,
    /** The number of events that have changed the session so far. */
    turn: z.number().int().min(0),
  })
  .meta({ id: "BotSessionState" });
export type FlowSession = z.infer<typeof flowSession>;
export type SessionState = FlowSession["state"];

/** A file that a visitor sent. `address` is its URL, which is also stored in the variable. */
const sentFileSchema = z.strictObject({
  name: createNameTextSchema(510),
  category: z.enum(["image", "video", "audio", "application"]),
  size: z.number().int().min(0),
  address: z.string().max(maximumValueLength),
});
export type SentFile = z.infer<typeof sentFileSchema>;

/**
 * The parts of a message from an outside platform besides words and files. The names in these parts are cleaned like
 * names in every request.
 */
const receivedOutsideParts = z.strictObject({
  location: mapLocation
    .extend({ name: createNameTextSchema(maximumLocationNameLength).nullable() })
    .optional(),
  missing_files: z
    .array(missingFile.extend({ name: createNameTextSchema(510).nullable() }))
    .min(1)
    .max(maximumMissingFiles)
    .optional(),
});

/**
 * An event of a session. It contains `today`, the date in the bot's time zone, because the runner must not read a
 * clock: the same events must always give the same result.
 */
export const flowEvent = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("start"), today: dateOfTodaySchema }),
    z.strictObject({
      type: z.literal("message"),
      today: dateOfTodaySchema,
      text: z.string().max(maximumAnswerLength),
      /** The id of the item that the visitor pressed. Null: the visitor typed a text. */
      choice: partIdSchema.nullable().default(null),
      file: sentFileSchema.nullable().default(null),
      /** The parts of the visitor's message besides words and files. Absent: there are none. */
      outside: receivedOutsideParts.optional(),
    }),
    z.strictObject({ type: z.literal("timer"), today: dateOfTodaySchema, token: timerTokenSchema }),
    z.strictObject({
      type: z.literal("response"),
      today: dateOfTodaySchema,
      token: timerTokenSchema,
      /** The HTTP status of the response to the story's request. 0: there was no response. */
      status: z.number().int().min(0).max(999),
      body: z.string().max(maximumResponseLength),
    }),
    /** People give the visitor back to the bot. */
    z.strictObject({ type: z.literal("resume"), today: dateOfTodaySchema }),
  ])
  .meta({ id: "BotEvent" });
export type FlowEvent = z.infer<typeof flowEvent>;

/** A broadcast (a message to many visitors) was sent to the visitor. The story stays at its block. */
export interface BroadcastEvent {
  readonly type: "broadcast";
  readonly today: string;
  readonly broadcast_id: string;
  /**
   * Why the visitor did not receive the broadcast, although it is in the visitor's session. Absent: the visitor
   * received the broadcast, or it is being sent.
   */
  readonly unsent?: UnsentReason | undefined;
}
/** People wrote a reply in the platform's own app, outside of Kakehashi. */
export interface PlatformAnswerEvent {
  readonly type: "echo";
  readonly today: string;
  readonly text: string;
  readonly outside?: OutsideParts | undefined;
}
/** The visitor has chosen another language. The story stays at its block and continues in the new language. */
export interface LanguageEvent {
  readonly type: "language";
  readonly today: string;
  readonly from: Language;
  readonly language: Language;
}
export type TurnEvent = FlowEvent | BroadcastEvent | PlatformAnswerEvent | LanguageEvent;

const quickReplySchema = z.object({ id: partIdSchema, label: z.string().max(2 * textLimits.label) });
const shownTextSchema = z.string().max(maximumShownTextLength);
const shownAddressSchema = z.string().max(maximumShownTextLength);

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

export const sayEffect = z.object({
  type: z.literal("say"),
  block_id: partIdSchema,
  message: saidMessageSchema,
});
export type SaidMessage = z.infer<typeof saidMessageSchema>;

const requestEffect = z.object({
  type: z.literal("request"),
  block_id: partIdSchema,
  token: timerTokenSchema,
  method: z.enum(["GET", "POST"]),
  address: shownAddressSchema,
  headers: z
    .array(z.object({ name: z.string().max(100), value: z.string().max(maximumValueLength) }))
    .max(flowLimits.headers),
  body: z.string().max(textLimits.body * 10),
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
 * An effect of one step of a flow. The caller carries out the effects in order. `fault` means that the flow ended early
 * at a block; the `say` effect before it tells the visitor.
 */
export const flowEffect = z
  .discriminatedUnion("type", [
    sayEffect,
    z.object({
      type: z.literal("wait"),
      block_id: partIdSchema,
      token: timerTokenSchema,
      seconds: z.number().int(),
    }),
    requestEffect,
    z.object({
      type: z.literal("tag"),
      block_id: partIdSchema,
      tag: z.string().max(50),
      remove: z.boolean(),
    }),
    z.object({ type: z.literal("handoff"), block_id: partIdSchema }),
    z.object({ type: z.literal("jump"), block_id: partIdSchema, flow_id: idSchema }),
    z.object({ type: z.literal("end") }),
    z.object({ type: z.literal("fault"), reason: faultReason, block_id: partIdSchema }),
  ])
  .meta({ id: "BotEffect" });
export type FlowEffect = z.infer<typeof flowEffect>;

/** The session at the beginning of a block. `effects` is the number of effects that the turn had before the block. */
export interface BlockStart extends Pick<FlowSession, "variables" | "tags"> {
  readonly block_id: string;
  readonly effects: number;
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
