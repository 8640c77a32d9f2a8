import { z } from "zod";
import { livechatStateSchema } from "./bot-livechat.ts";
import { fileCategories, fileCategorySchema, maximumFilesPerMessage } from "./files.ts";
import { sayEffectSchema } from "./flows/effects.ts";
import { maximumVisitorMessageLength } from "./flows/limits.ts";
import { idSchema } from "./kit/ids.ts";
import { createCutListSchema } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { maximumMessageCodeUnits } from "./message-text.ts";

/** One event, such as a visitor's message, and the bot's reply to it. */
const visitorTurn = z
  .object({
    number: z.number().int().min(1),
    /** The visitor's message. Null if the bot wrote without a message, for example after a wait. */
    content: z.string().max(maximumVisitorMessageLength).nullable(),
    /** The id of the quick reply that the visitor pressed. Null if the visitor typed a text. */
    choice: z.string().max(40).nullable(),
    /** The name of the file that the visitor sent. Null: no file. */
    file_name: z.string().max(510).nullable(),
    said: z
      .array(sayEffectSchema.shape.message)
      .max(250)
      .meta({ "x-maximum-bytes": 1024 * 1024 }),
    /**
     * Whether the message of the bot is a broadcast. The visitor's page sends the broadcast's progress (received, read,
     * clicked) by `sendBroadcastReceipts`.
     */
    is_broadcast: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "TurnForVisitor" });
export type TurnForVisitor = z.infer<typeof visitorTurn>;

/** Maximum turns (a visitor's message and the bot's reply) in one response to a visitor's page. */
export const maximumVisitorTurnsPerPage = 50;
export const turnsForVisitorSchema = createCutListSchema(visitorTurn, maximumVisitorTurnsPerPage);

/** Maximum messages from agents in one response to a visitor's page. */
export const maximumAgentMessagesPerPage = 50;
/**
 * A message from a person to a visitor. `content` is in the visitor's language if there is an up-to-date translation.
 */
const personMessage = z
  .object({
    id: idSchema,
    name: z.string().max(200),
    content: z.string().max(maximumMessageCodeUnits),
    language: languageSchema,
    is_translated: z.boolean(),
    deleted: z.boolean(),
    files: z
      .array(z.object({ id: idSchema, name: z.string().max(510), size: z.number().int() }))
      .max(maximumFilesPerMessage),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "VisitorPersonMessage" });
/**
 * The visitor's talk with people after the bot has handed the visitor over. `messages` has the messages that were sent
 * or changed after the `seq` in the request. A changed message is given as it is now.
 */
export const visitorTalkSchema = z
  .object({
    seq: z.number().int().min(0),
    has_more: z.boolean(),
    state: livechatStateSchema,
    /**
     * When people are available again, by the bot's business hours. Null: people are available now, the bot has no
     * business hours, or the visitor is not waiting for a person.
     */
    opens_at: z.iso.datetime().nullable(),
    /**
     * The number of the closed chat that the visitor should rate now. Null: there is no chat to rate. The chats of one
     * visitor are numbered.
     */
    rating_round: z.number().int().nullable(),
    /** Whether a person is typing to the visitor. The page shows it for `typingDurationMs` or until a message arrives. */
    is_typing: z.boolean(),
    messages: createCutListSchema(personMessage, maximumAgentMessagesPerPage),
  })
  .meta({ id: "VisitorPeople" });
export type VisitorTalk = z.infer<typeof visitorTalkSchema>;

/**
 * The kind of answer that the bot waits for, so that the page shows the right input field. `minimum` and `maximum` are
 * limits of a number or a date. For a file, `maximum` is the maximum size in bytes, and `categories` are the accepted
 * kinds of files; an empty list accepts all kinds.
 */
export const expectedAnswerSchema = z
  .object({
    kind: z.enum(["text", "number", "email", "phone", "date", "choice", "file"]),
    minimum: z.string().max(30).nullable(),
    maximum: z.string().max(30).nullable(),
    categories: z.array(fileCategorySchema).max(fileCategories.length).optional(),
  })
  .meta({ id: "VisitInput" });
export type ExpectedAnswer = z.infer<typeof expectedAnswerSchema>;
