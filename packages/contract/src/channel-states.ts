import { z } from "zod";

/** The outside platforms on which people write to bots. The web page of a bot does not count as one. */
export const outsidePlatforms = ["MESSENGER", "ZALO"] as const;
export const outsidePlatformSchema = z.enum(outsidePlatforms).meta({ id: "OutsidePlatform" });
export type OutsidePlatform = z.infer<typeof outsidePlatformSchema>;

/**
 * Why a page or a message is in trouble.
 *
 * - TOKEN: the platform does not accept our token any more. Somebody must connect the page again.
 * - WINDOW: the time in which this person may be written to is over.
 * - NOT_FOLLOWING: the person has left, or does not want messages.
 * - QUOTA: the page has used up its messages.
 * - RATE: too many messages at once. They are sent later.
 * - TOO_LONG: the platform takes no text or file of this size.
 * - REFUSED: the platform refuses it for another reason; `detail` says which.
 * - UNREACHABLE: the platform does not answer, or answers with a fault of its own. It is tried again.
 * - LOST: a message was sent, and the answer did not come. It may have arrived, so it is not sent again by itself.
 */
export const channelErrorCodes = [
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
export type ChannelErrorCode = (typeof channelErrorCodes)[number];

/** Maximum UTF-16 code units of `detail` in an error: the platform's own message, which never contains a secret. */
export const maximumErrorDetailLength = 500;
export const channelError = z
  .object({
    code: z.enum(channelErrorCodes),
    detail: z.string().max(maximumErrorDetailLength),
    at: z.iso.datetime(),
  })
  .meta({ id: "ChannelError" });
export type ChannelError = z.infer<typeof channelError>;

/**
 * The state of a page.
 *
 * - CONNECTED: messages come and go.
 * - PAUSED: messages come, and none are sent.
 * - BROKEN: the platform does not accept our token. Messages wait until somebody connects the page again.
 * - DISCONNECTED: nothing comes or goes. The conversations stay.
 */
export const channelPageStates = ["CONNECTED", "PAUSED", "BROKEN", "DISCONNECTED"] as const;
export type ChannelPageState = (typeof channelPageStates)[number];

/**
 * The state of one of our messages on an outside platform.
 *
 * - UNTRANSLATED: it waits for its translation into the person's language.
 * - QUEUED: it waits to be sent.
 * - SENT: the platform has accepted it.
 * - DELIVERED: it has arrived on the person's device.
 * - SEEN: the person has read it.
 * - FAILED: it was not sent; `error` says why.
 */
export const deliveryStates = ["UNTRANSLATED", "QUEUED", "SENT", "DELIVERED", "SEEN", "FAILED"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A JSON object of a platform. Only the platform's client knows its fields. */
export type PlatformJson = Readonly<Record<string, unknown>>;
