import { z } from "zod";
import { idSchema } from "./kit/ids.ts";

/** Maximum files in one message's list of files that the server could not download. */
export const maximumMissingFilesPerMessage = 30;

/**
 * Why the server could not download a file from a person on an outside platform. `TOO_MANY`: the message had too many
 * files, so only the first ones were downloaded.
 */
export const missingFileReasons = ["TOO_LARGE", "TOO_SLOW", "NO_ROOM", "TOO_MANY", "UNAVAILABLE"] as const;
export type MissingFileReason = (typeof missingFileReasons)[number];

/** A file from a person on an outside platform that the server could not download. */
export const missingFileSchema = z
  .object({
    kind: z.enum(["image", "video", "audio", "file", "sticker"]),
    /** The name of the file. Null: the platform sent no name. */
    name: z.string().max(510).nullable(),
    reason: z.enum(missingFileReasons),
  })
  .meta({ id: "MissingFile" });
export type MissingFile = z.infer<typeof missingFileSchema>;

/** Maximum characters of the name of a location. */
export const maximumLocationNameLength = 300;

/** A map location that a person on an outside platform sent. */
export const mapLocationSchema = z
  .object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    /**
     * The platform's name for the location: a name, an address, or both on two lines. Null: the platform sent no name.
     */
    name: z.string().max(maximumLocationNameLength).nullable(),
  })
  .meta({ id: "OutsidePlace" });
export type MapLocation = z.infer<typeof mapLocationSchema>;

/**
 * The broadcast that this message of a bot belongs to. A page that displays the message loads the broadcast's name
 * (`getBroadcastName`).
 */
export const sentByBroadcastSchema = z
  .object({ bot_id: idSchema, id: idSchema })
  .meta({ id: "SentByBroadcast" });
export type SentByBroadcast = z.infer<typeof sentByBroadcastSchema>;

/**
 * The parts of a message to or from a visitor besides words and files. Each page describes these parts in the reader's
 * language, so nobody needs to translate them.
 */
export const outsideMessageExtrasSchema = z
  .object({
    location: mapLocationSchema.optional(),
    missing_files: z.array(missingFileSchema).min(1).max(maximumMissingFilesPerMessage).optional(),
    broadcast: sentByBroadcastSchema.optional(),
    /**
     * Whether the bot sent the message: a text of a story, a phrase or a broadcast. Such messages are not translated
     * one by one, because translators translate each text of a bot once.
     */
    said_by_bot: z.literal(true).optional(),
  })
  .meta({ id: "OutsideMessageExtras" });
export type OutsideMessageExtras = z.infer<typeof outsideMessageExtrasSchema>;
