import { z } from "zod";
import { idSchema } from "./kit/ids.ts";

/** The most files of one message that are named as missing. */
export const maximumMissingFiles = 30;

/** Why a file that somebody outside sent could not be fetched. `TOO_MANY`: only the first files of a message are. */
export const missingReasons = ["TOO_LARGE", "TOO_SLOW", "NO_ROOM", "TOO_MANY", "UNAVAILABLE"] as const;
export type MissingReason = (typeof missingReasons)[number];

/** A file that somebody outside sent and that could not be fetched. */
export const missingFile = z
  .object({
    kind: z.enum(["image", "video", "audio", "file", "sticker"]),
    /** Null if the platform gave none. */
    name: z.string().max(510).nullable(),
    reason: z.enum(missingReasons),
  })
  .meta({ id: "MissingFile" });
export type MissingFile = z.infer<typeof missingFile>;

/** The most characters of a place's name. */
export const maximumPlaceName = 300;

/** A place that somebody outside sent. */
export const outsidePlace = z
  .object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    /** What the platform calls it: a name, an address, or both on two lines. Null if it says nothing. */
    name: z.string().max(maximumPlaceName).nullable(),
  })
  .meta({ id: "OutsidePlace" });
export type OutsidePlace = z.infer<typeof outsidePlace>;

/** The broadcast by which a bot said something. Its name is asked for when it is shown (`getBroadcastName`). */
export const sentByBroadcast = z.object({ bot_id: idSchema, id: idSchema }).meta({ id: "SentByBroadcast" });
export type SentByBroadcast = z.infer<typeof sentByBroadcast>;

/**
 * What a message of a conversation with somebody outside has besides its words and files. It is no text: each reader's page
 * says it in their language, and nobody translates it.
 */
export const outsideParts = z
  .object({
    location: outsidePlace.optional(),
    missing_files: z.array(missingFile).min(1).max(maximumMissingFiles).optional(),
    broadcast: sentByBroadcast.optional(),
    /** The bot said it: what a story, a phrase or a broadcast says. Its texts are translated at the desk, not message by message. */
    said_by_bot: z.literal(true).optional(),
  })
  .meta({ id: "OutsideParts" });
export type OutsideParts = z.infer<typeof outsideParts>;
