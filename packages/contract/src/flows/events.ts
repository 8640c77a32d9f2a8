import { z } from "zod";
import type { BroadcastUnsentReason } from "../bot-broadcast-reasons.ts";
import type { Language } from "../languages.ts";
import {
  mapLocationSchema,
  maximumLocationNameLength,
  maximumMissingFilesPerMessage,
  missingFileSchema,
  type OutsideMessageExtras,
} from "../outside-message-extras.ts";
import { maximumResponseLength, maximumVariableValueLength, maximumVisitorMessageLength } from "./limits.ts";
import { flowPartIdSchema } from "./part-id.ts";
import { timerTokenSchema } from "./session.ts";
import { createNameTextSchema } from "./texts.ts";

const dateOfTodaySchema = z.iso.date().max(10);

/**
 * A file that a visitor sent. `address` is its URL. If the file answers a question, the variable of this question
 * stores the URL.
 */
const sentFileSchema = z.strictObject({
  name: createNameTextSchema(510),
  category: z.enum(["image", "video", "audio", "application"]),
  size: z.number().int().min(0),
  address: z.string().max(maximumVariableValueLength),
});
export type SentFile = z.infer<typeof sentFileSchema>;

/**
 * The parts of a message from an outside platform besides words and files. The names in these parts are cleaned like
 * names in every request.
 */
const receivedOutsideParts = z.strictObject({
  location: mapLocationSchema
    .extend({ name: createNameTextSchema(maximumLocationNameLength).nullable() })
    .optional(),
  missing_files: z
    .array(missingFileSchema.extend({ name: createNameTextSchema(510).nullable() }))
    .min(1)
    .max(maximumMissingFilesPerMessage)
    .optional(),
});

/**
 * An event of a session. It contains `today`, the date in the bot's time zone, because the runner must not read a
 * clock: the same events must always give the same result.
 */
export const flowEventSchema = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("start"), today: dateOfTodaySchema }),
    z.strictObject({
      type: z.literal("message"),
      today: dateOfTodaySchema,
      text: z.string().max(maximumVisitorMessageLength),
      /** The id of the item that the visitor pressed. Null: the visitor typed a text. */
      choice: flowPartIdSchema.nullable().default(null),
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
export type FlowEvent = z.infer<typeof flowEventSchema>;

/** A broadcast (a message to many visitors) was sent to the visitor. The story stays at its block. */
export interface BroadcastEvent {
  readonly type: "broadcast";
  readonly today: string;
  readonly broadcast_id: string;
  /**
   * Why the visitor did not receive the broadcast, although it is in the visitor's session. Absent: the visitor
   * received the broadcast, or it is being sent.
   */
  readonly unsent?: BroadcastUnsentReason | undefined;
}
/** Somebody who manages the page answered the visitor in the platform's own app, outside of Kakehashi. */
export interface AgentPlatformReplyEvent {
  readonly type: "echo";
  readonly today: string;
  readonly text: string;
  readonly outside?: OutsideMessageExtras | undefined;
}
/** The visitor has chosen another language. The story stays at its block and continues in the new language. */
export interface LanguageChangeEvent {
  readonly type: "language";
  readonly today: string;
  readonly from: Language;
  readonly language: Language;
}
export type TurnEvent = FlowEvent | BroadcastEvent | AgentPlatformReplyEvent | LanguageChangeEvent;
