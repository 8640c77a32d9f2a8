import { z } from "zod";
import { channelProblemSchema, deliveryStates } from "./channel-states.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { languageSchema } from "./languages.ts";
import { maximumMessageLength } from "./message-text.ts";

/**
 * Maximum deliveries in the response about a conversation. Messages of people and messages of the bot each have this
 * limit. If the texts are long, the response contains fewer.
 */
export const maximumShownDeliveries = 100;

/** The delivery of a message to a person on an outside platform, with its current state. */
export const deliverySchema = z
  .object({
    message_id: idSchema,
    state: z.enum(deliveryStates),
    /**
     * The sent text, in the language of the person on the platform. Null for a message of a bot, and while the message
     * waits for its translation.
     */
    content: z.string().max(maximumMessageLength).nullable(),
    language: languageSchema.nullable(),
    error: channelProblemSchema.nullable(),
    /** Whether the message can be sent again. False while the platform allows no messages to the person. */
    can_retry: z.boolean(),
    changed_at: z.iso.datetime(),
  })
  .meta({ id: "OutsideDelivery" });
export type Delivery = z.infer<typeof deliverySchema>;

/**
 * The delivery of a bot's message to a person on an outside platform. It contains no text, because the platform got the
 * bot's message unchanged.
 */
export const botDeliverySchema = deliverySchema
  .extend({ content: z.null(), language: z.null() })
  .meta({ id: "OutsideSaidDelivery" });
export type BotDelivery = z.infer<typeof botDeliverySchema>;

const messageParams = z.strictObject({ id: idSchema, message_id: idSchema });

export const retryDelivery = endpoint({
  method: "POST",
  path: "/schat/:id/deliveries/:message_id/retry",
  guard: "active",
  limit: limits.form,
  summary:
    "Sends a failed message of people or of a bot again. Allowed for its author and for those who may answer. CHANNEL.NOT_FAILED if the message has not failed, or if it belongs to a broadcast.",
  params: messageParams,
  data: deliverySchema,
});

export const sendUntranslated = endpoint({
  method: "POST",
  path: "/schat/:id/deliveries/:message_id/send",
  guard: "active",
  limit: limits.form,
  summary:
    "Sends a message as it was written, without waiting for its translation. Allowed for its author and for those who may answer. CHANNEL.NOT_WAITING if the message does not wait.",
  params: messageParams,
  data: deliverySchema,
});

export const deleteWaitingOutsideMessage = endpoint({
  method: "POST",
  path: "/schat/:id/deliveries/:message_id/take-back",
  guard: "active",
  limit: limits.form,
  summary:
    "Deletes a message that waits for its translation or to be sent, so that the person never gets it. Allowed for its author and for those who may answer. CHANNEL.NOT_WAITING if the message does not wait. Deleting it again changes nothing.",
  params: messageParams,
  data: onlyIdSchema,
});
