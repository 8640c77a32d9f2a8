import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";
import { userSummarySchema } from "./users.ts";

/** Maximum size of one file, in bytes. */
export const maximumFileBytes = 100 * 1024 * 1024;
/** Maximum files in one message. */
export const maximumFilesPerMessage = 10;
/** Maximum characters of a file name. File systems allow no more. */
export const maximumFileNameLength = 255;
/** The client uploads files of at least this size in pieces, so that an interrupted upload can resume. */
export const minimumResumableBytes = 10 * 1024 * 1024;
/** The server keeps an uploaded file without a message for this many hours. */
export const unsentFileRetentionHours = 24;
/** The path below `/api` for uploads in pieces (tus 1.0). The upload's id becomes the id of the file. */
export const resumableUploadPath = "/uploads";

/** The category of a file, detected by its bytes. `application`: all files that a browser page cannot display. */
export const fileCategories = ["image", "video", "audio", "application"] as const;
export const fileCategorySchema = z.enum(fileCategories).meta({ id: "FileCategory" });
export type FileCategory = z.infer<typeof fileCategorySchema>;

/**
 * A file. `type` is the media type, detected by the bytes and not by the name. `width` and `height` are in pixels,
 * after rotation, and only set for pictures that can be shown. Such a picture has the renditions `small` and `medium`.
 */
export const fileSchema = z
  .object({
    id: idSchema,
    name: z.string().max(2 * maximumFileNameLength),
    type: z.string().max(255),
    category: fileCategorySchema,
    size: z.number().int(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
  })
  .meta({ id: "File" });
export type StoredFile = z.infer<typeof fileSchema>;

/** A file in the list of files, with its sender, time and conversation. */
export const sharedFileSchema = fileSchema
  .extend({
    user: userSummarySchema,
    conversation_id: idSchema,
    /**
     * The name of the conversation with the file. For a direct conversation, the name of the other person. Null for the
     * reader's own notes.
     */
    conversation_name: z.string().max(200).nullable(),
    /** The message to which the file is attached. Null until the message is sent. */
    message_id: idSchema.nullable(),
    /** The root message of the thread that contains the file. Null if the file is not in a thread. */
    parent_id: idSchema.nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "SharedFile" });
export type SharedFile = z.infer<typeof sharedFileSchema>;

export const fileTypeFilters = [
  "all",
  "videos",
  "images",
  "audios",
  "applications",
  "recent",
  "location",
] as const;
export type FileTypeFilter = (typeof fileTypeFilters)[number];

/**
 * The longer side of each smaller copy of a picture, in pixels. `small` has twice the width of a chat bubble, for sharp
 * displays. `medium` fills a screen.
 */
export const renditionLongSidesPx = { small: 720, medium: 1920 } as const;
export type PictureRenditionSize = keyof typeof renditionLongSidesPx;

/** Returns the URL path of a file's content, for `src` and `href`. */
export function createFilePath(id: string, rendition?: PictureRenditionSize | "download"): string {
  const basePath = `/api/files/${id}`;
  if (rendition === undefined) return basePath;
  return rendition === "download" ? `${basePath}?download=1` : `${basePath}/${rendition}`;
}

const idParams = z.strictObject({ id: idSchema });

export const listFiles = endpoint({
  method: "GET",
  path: "/files",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the files in the caller's conversations, newest first. `type=recent` lists files of the last 30 days, `type=location` sorts by conversation. `in` limits the list to one conversation, `mine` to the files that the caller sent.",
  query: pageQuery.extend({
    type: z.enum(fileTypeFilters).default("all"),
    in: idSchema.optional(),
    mine: z.enum(["0", "1"]).default("0"),
  }),
  data: z.array(sharedFileSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

/** Maximum conversations in the list of conversations with files. The list has those with the newest files. */
export const maximumConversationsWithFiles = 1_000;

/** A conversation with files, in the list of files by conversation. */
export const conversationWithFileCountSchema = z
  .object({
    conversation_id: idSchema,
    kind: z.string().max(20),
    /** The name of the conversation. For a direct conversation, the name of the other person. */
    name: z.string().max(200).nullable(),
    count: z.number().int(),
    newest_at: z.iso.datetime(),
  })
  .meta({ id: "FileLocation" });
export type ConversationWithFileCount = z.infer<typeof conversationWithFileCountSchema>;

export const listConversationsWithFiles = endpoint({
  method: "GET",
  path: "/files/locations",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Lists the caller's conversations that have files, the one with the newest file first.",
  query: z.strictObject({ mine: z.enum(["0", "1"]).default("0") }),
  data: z.array(conversationWithFileCountSchema).max(maximumConversationsWithFiles),
});

/**
 * The storage that a person uses, in bytes. It includes renditions, unfinished uploads, versions of code snippets and
 * texts of bots.
 */
export const storageUseSchema = z
  .object({
    used: z.number().int(),
    limit: z.number().int(),
    /** Whether the server has no storage left for any person. */
    total_full: z.boolean(),
  })
  .meta({ id: "StorageUse" });
export type StorageUse = z.infer<typeof storageUseSchema>;

export const getStorageUse = endpoint({
  method: "GET",
  path: "/files/usage",
  guard: "signed-in",
  limit: limits.read,
  summary: "Returns how much storage the caller's files use, and how much they may use.",
  data: storageUseSchema,
});

export const downloadFile = endpoint({
  method: "GET",
  path: "/files/:id",
  guard: "signed-in",
  limit: limits.picture,
  answerFormats: ["json", "bytes"],
  summary:
    "Returns the bytes of a file, in ranges if requested. If `Accept` begins with application/json, returns a description of the file as JSON. With `download=1`, browsers save the file.",
  params: idParams,
  query: z.strictObject({ download: z.enum(["0", "1"]).default("0") }),
  data: sharedFileSchema,
});

export const downloadRendition = endpoint({
  method: "GET",
  path: "/files/:id/:rendition",
  guard: "signed-in",
  limit: limits.picture,
  answerFormats: ["bytes"],
  summary: "Returns a smaller copy of a picture (webp).",
  params: z.strictObject({ id: idSchema, rendition: z.enum(["small", "medium"]) }),
  data: sharedFileSchema,
});

/**
 * Maximum uploads that one person may begin per minute, because each upload uses disk space, detects a file type and
 * may resize a picture. There are three ways to upload, each with its own count: a file without a message, files with a
 * message, and a file in pieces.
 */
export const uploadsPerMinute = 300;
/** Maximum requests per minute with which one person continues, queries or ends uploads in pieces. */
export const uploadPieceRequestsPerMinute = 1_200;
/** Maximum unfinished uploads of one person: the files of three messages with the maximum number of files. */
export const maximumUnfinishedUploads = 3 * maximumFilesPerMessage;

export const uploadMessageFiles = endpoint({
  method: "POST",
  path: "/conversations/:id/files",
  guard: "active",
  limit: { perMinute: uploadsPerMinute },
  bodyFormats: ["json", "multipart"],
  summary:
    "Uploads files (multipart) for a message that is still being written. The message then names them in `file_ids`.",
  params: idParams,
  body: z.strictObject({ file_ids: z.array(idSchema).min(1).max(maximumFilesPerMessage) }),
  data: z.array(fileSchema).max(maximumFilesPerMessage),
});

export const discardFile = endpoint({
  method: "DELETE",
  path: "/files/:id",
  guard: "signed-in",
  limit: limits.click,
  summary: "Deletes a file of the caller that belongs to no message yet.",
  params: idParams,
  data: onlyIdSchema,
});
