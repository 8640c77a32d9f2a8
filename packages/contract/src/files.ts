import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema, onlyId } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { maximumPageSize, pageMeta, pageQuery } from "./kit/page.ts";
import { userSummary } from "./users.ts";

/** Bytes of one file at most. */
export const maximumFileSize = 100 * 1024 * 1024;
/** Files of one message at most. */
export const maximumFiles = 10;
/** Characters of a file's name at most: what file systems allow. */
export const maximumNameLength = 255;
/** Bytes from which a file is better sent in pieces that can be resumed. */
export const resumableFrom = 10 * 1024 * 1024;
/** Hours that a file waits for its message at least; then it is thrown away. */
export const unsentHours = 24;
/** Below `/api`: where files are sent in pieces (tus 1.0). The upload's id becomes the file's. */
export const uploadPath = "/uploads";

/** What a file is to a person, by its bytes; `application` is all that cannot be shown in place. */
export const fileCategories = ["image", "video", "audio", "application"] as const;
export const fileCategorySchema = z.enum(fileCategories).meta({ id: "FileCategory" });
export type FileCategory = z.infer<typeof fileCategorySchema>;

/**
 * A file. `type` is the media type its bytes say, never its name. `width` and `height` (pixels, turned upright) are
 * those of pictures that can be shown; such a picture has the renditions `small` and `medium`.
 */
export const file = z
  .object({
    id: idSchema,
    name: z.string().max(2 * maximumNameLength),
    type: z.string().max(255),
    category: fileCategorySchema,
    /** Bytes. */
    size: z.number().int(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
  })
  .meta({ id: "File" });
export type StoredFile = z.infer<typeof file>;

/** A file in the browser of files: with who sent it, when, and where. */
export const sharedFile = file
  .extend({
    user: userSummary,
    conversation_id: idSchema,
    /** The room's name, or the other person's; null in one's own notes. */
    conversation_name: z.string().max(200).nullable(),
    /** Null until its message is sent. */
    message_id: idSchema.nullable(),
    /** The message that its message replies to; null for one of the conversation's own. */
    parent_id: idSchema.nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "SharedFile" });
export type SharedFile = z.infer<typeof sharedFile>;

export const fileTypes = ["all", "videos", "images", "audios", "applications", "recent", "location"] as const;
export type FileType = (typeof fileTypes)[number];

/** Longest sides of the renditions, in pixels: twice what a chat bubble shows, and what fills a screen. */
export const renditions = { small: 720, medium: 1920 } as const;
export type Rendition = keyof typeof renditions;

/** Where the bytes are, for `src` and `href`. */
export function fileAddress(id: string, rendition?: Rendition | "download"): string {
  const base = `/api/files/${id}`;
  if (rendition === undefined) return base;
  return rendition === "download" ? `${base}?download=1` : `${base}/${rendition}`;
}

const byId = z.strictObject({ id: idSchema });

export const listFiles = endpoint({
  method: "GET",
  path: "/files",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Files in my conversations, newest first. `recent`: of the last 30 days. `location`: by conversation. `in`: of one. `mine`: only those I sent.",
  query: pageQuery.extend({
    type: z.enum(fileTypes).default("all"),
    in: idSchema.optional(),
    mine: z.enum(["0", "1"]).default("0"),
  }),
  data: z.array(sharedFile).max(maximumPageSize),
  meta: pageMeta,
});

/** The most conversations that the view by location lists, those with the newest files. */
export const maximumLocations = 1_000;

/** A conversation that holds files, for the browser's view by location. */
export const fileLocation = z
  .object({
    conversation_id: idSchema,
    kind: z.string().max(20),
    /** The room's name, or the other person's. */
    name: z.string().max(200).nullable(),
    count: z.number().int(),
    newest_at: z.iso.datetime(),
  })
  .meta({ id: "FileLocation" });
export type FileLocation = z.infer<typeof fileLocation>;

export const listFileLocations = endpoint({
  method: "GET",
  path: "/files/locations",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "My conversations that hold files, the one with the newest first.",
  query: z.strictObject({ mine: z.enum(["0", "1"]).default("0") }),
  data: z.array(fileLocation).max(maximumLocations),
});

/** In bytes. Smaller copies of pictures count, and uploads that have begun. */
export const storageUse = z
  .object({
    used: z.number().int(),
    limit: z.number().int(),
    /** No room is left for anybody's files. */
    total_full: z.boolean(),
  })
  .meta({ id: "StorageUse" });
export type StorageUse = z.infer<typeof storageUse>;

export const getStorageUse = endpoint({
  method: "GET",
  path: "/files/usage",
  guard: "signed-in",
  summary: "How much room my files take, and how much they may take.",
  data: storageUse,
});

export const downloadFile = endpoint({
  method: "GET",
  path: "/files/:id",
  guard: "signed-in",
  answers: ["json", "bytes"],
  summary:
    "The file's bytes, in ranges if asked; as JSON what it is, where `Accept` begins with application/json. `download=1` saves it.",
  params: byId,
  query: z.strictObject({ download: z.enum(["0", "1"]).default("0") }),
  data: sharedFile,
});

export const downloadRendition = endpoint({
  method: "GET",
  path: "/files/:id/:rendition",
  guard: "signed-in",
  answers: ["bytes"],
  summary: "A picture's smaller copy (webp).",
  params: z.strictObject({ id: idSchema, rendition: z.enum(["small", "medium"]) }),
  data: sharedFile,
});

/**
 * Requests a minute and person that begin to bring files, by each of the three roads (here, with a message, in pieces):
 * each takes the disk, the sniffing of its type and for a picture its drawing.
 */
export const uploadsPerMinute = 300;
/** Requests a minute and person that go on with an upload in pieces, ask how far it is, or end it. */
export const piecesPerMinute = 1_200;
/** Uploads in pieces that one person has under way at most: three messages with all the files they can have. */
export const maximumOpenUploads = 3 * maximumFiles;

export const uploadFile = endpoint({
  method: "POST",
  path: "/conversations/:id/files",
  guard: "active",
  limit: { perMinute: uploadsPerMinute },
  accepts: ["json", "multipart"],
  summary: "Keeps files (multipart) for a message that is still being written; it names them in `file_ids`.",
  params: byId,
  body: z.strictObject({ file_ids: z.array(idSchema).min(1).max(maximumFiles) }),
  data: z.array(file).max(maximumFiles),
});

export const discardFile = endpoint({
  method: "DELETE",
  path: "/files/:id",
  guard: "signed-in",
  limit: limits.click,
  summary: "Throws away a file of mine that no message carries yet.",
  params: byId,
  data: onlyId,
});

export const fileErrors = {
  "FILE.TOO_LARGE": {
    status: 413,
    message: {
      en: "A file can be at most 100 MB.",
      vi: "Mỗi tệp có dung lượng tối đa 100 MB.",
      ja: "ファイルは1件につき100 MBまでです。",
    },
  },
  "FILE.TOO_MANY": {
    status: 422,
    message: {
      en: "A message can have at most 10 files.",
      vi: "Mỗi tin nhắn có thể đính kèm tối đa 10 tệp.",
      ja: "1件のメッセージに添付できるファイルは10件までです。",
    },
  },
  "FILE.TOO_MANY_UPLOADS": {
    status: 429,
    message: {
      en: "Too many of your files are still on their way. Wait until some have arrived, then try again.",
      vi: "Bạn đang tải lên quá nhiều tệp cùng lúc. Hãy đợi một số tệp tải xong rồi thử lại.",
      ja: "アップロード中のファイルが多すぎます。いくつか完了してから、もう一度お試しください。",
    },
  },
  "FILE.EMPTY": {
    status: 422,
    message: {
      en: "This file is empty.",
      vi: "Tệp này trống.",
      ja: "このファイルは空です。",
    },
  },
  "FILE.GONE": {
    status: 422,
    message: {
      en: "One of the files is no longer there. Please attach it again.",
      vi: "Một trong các tệp không còn nữa. Vui lòng đính kèm lại.",
      ja: "添付ファイルの一部が見つかりません。もう一度添付してください。",
    },
  },
  "FILE.QUOTA": {
    status: 413,
    message: {
      en: "Your storage is full. Delete files you no longer need, then try again.",
      vi: "Bạn đã dùng hết dung lượng lưu trữ. Hãy xóa các tệp không cần nữa rồi thử lại.",
      ja: "ストレージの空き容量が足りません。不要なファイルを削除してから、もう一度お試しください。",
    },
  },
  "FILE.QUOTA_TOTAL": {
    status: 413,
    message: {
      en: "The storage that everyone here shares is full. Please tell an administrator.",
      vi: "Dung lượng lưu trữ dùng chung của hệ thống đã hết. Vui lòng báo cho quản trị viên.",
      ja: "全員で共有しているストレージに空きがありません。管理者にお知らせください。",
    },
  },
  "FILE.NO_SPACE": {
    status: 507,
    message: {
      en: "There is no room left to store files. Nothing was sent.",
      vi: "Không còn dung lượng để lưu tệp. Chưa có gì được gửi đi.",
      ja: "ファイルを保存する空き容量がありません。送信は行われていません。",
    },
  },
} as const satisfies ErrorTable;
