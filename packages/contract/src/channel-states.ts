import { z } from "zod";

/** The outside platforms on which people write to bots. The web page of a bot does not count as one. */
export const outsidePlatforms = ["MESSENGER", "ZALO"] as const;
export const outsidePlatformSchema = z.enum(outsidePlatforms).meta({ id: "OutsidePlatform" });
export type OutsidePlatform = z.infer<typeof outsidePlatformSchema>;

/**
 * What is wrong with a page of an outside platform, or with a message to a person there.
 *
 * - TOKEN: the platform does not accept the page's token any more. Somebody must connect the page again.
 * - WINDOW: the platform's time limit for writing to the person is over.
 * - NOT_FOLLOWING: the person has left the page, or does not want messages.
 * - QUOTA: the page has sent as many messages as the platform allows.
 * - RATE: the page sends too many messages at once. The server sends them later.
 * - TOO_LONG: the text or the file is larger than the platform allows.
 * - REFUSED: the platform refuses the message for another reason; `detail` says which.
 * - UNREACHABLE: the platform does not respond, or has an internal error. The server tries again.
 * - LOST: the server sent the message and got no response. The message may have arrived, so the server does not send it
 *   again.
 */
export const channelProblemCodes = [
  "TOKEN",
  "WINDOW",
  "NOT_FOLLOWING",
  "QUOTA",
  "RATE",
  "TOO_LONG",
  "REFUSED",
  "UNREACHABLE",
  "LOST",
] as const;
export type ChannelProblemCode = (typeof channelProblemCodes)[number];

/** Maximum UTF-16 code units of `detail` in an error: the platform's own message, which never contains a secret. */
export const maximumChannelProblemDetailLength = 500;
export const channelProblemSchema = z
  .object({
    code: z.enum(channelProblemCodes),
    detail: z.string().max(maximumChannelProblemDetailLength),
    at: z.iso.datetime(),
  })
  .meta({ id: "ChannelProblem" });
export type ChannelProblem = z.infer<typeof channelProblemSchema>;

/**
 * The state of a page of an outside platform.
 *
 * - CONNECTED: the page receives and sends messages.
 * - PAUSED: the page receives messages and sends none.
 * - BROKEN: the platform does not accept the page's token. Messages wait until somebody connects the page again.
 * - DISCONNECTED: the page neither receives nor sends messages. Its conversations stay.
 */
export const channelPageStates = ["CONNECTED", "PAUSED", "BROKEN", "DISCONNECTED"] as const;
export type ChannelPageState = (typeof channelPageStates)[number];

/**
 * The state of a message to a person on an outside platform.
 *
 * - UNTRANSLATED: the message waits for its translation into the person's language.
 * - QUEUED: the message waits to be sent.
 * - SENT: the platform has accepted the message.
 * - DELIVERED: the message has arrived on the person's device.
 * - SEEN: the person has read the message.
 * - FAILED: the message was not sent; `error` says why.
 */
export const deliveryStates = ["UNTRANSLATED", "QUEUED", "SENT", "DELIVERED", "SEEN", "FAILED"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A JSON object from an outside platform. Only the code for that platform's API knows which fields the object has. */
export type PlatformJson = Readonly<Record<string, unknown>>;
