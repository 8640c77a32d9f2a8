import { z } from "zod";
import { driveNameSchema, maximumDriveNameUnits } from "./drive-names.ts";
import { fileSchema } from "./files.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";

/** Maximum depth of nested folders. The top level of the drive is 0. */
export const maximumDriveDepth = 20;
/** Maximum files and folders of one drive, including those in the trash. */
export const maximumDriveEntries = 20_000;
/** The `folder_id` of an upload to the top level of the drive. */
export const driveRootId = "root";

const entryNameSchema = z.string().max(maximumDriveNameUnits);

/** A file or a folder of a person's drive. The bytes of a file are at `/files/{id}`, with the same id. */
export const driveEntrySchema = z
  .object({
    id: idSchema,
    /** The id of the folder that contains the entry. Null: the entry is at the top level of the drive. */
    folder_id: idSchema.nullable(),
    /** The name of the folder that contains the entry. Null: the entry is at the top level of the drive. */
    folder_name: entryNameSchema.nullable(),
    name: entryNameSchema,
    /** The file's data. Null: the entry is a folder. */
    file: fileSchema.nullable(),
    created_at: z.iso.datetime(),
    changed_at: z.iso.datetime(),
    /** When the entry was moved to the trash. Null: it is not in the trash. */
    trashed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "DriveEntry" });
export type DriveEntry = z.infer<typeof driveEntrySchema>;

/** A folder on the path to an entry. */
const drivePathFolder = z.object({ id: idSchema, name: entryNameSchema }).meta({ id: "DriveStep" });
export type DrivePathFolder = z.infer<typeof drivePathFolder>;

export const driveSorts = ["name", "size", "changed"] as const;
export type DriveSort = (typeof driveSorts)[number];

const idParams = z.strictObject({ id: idSchema });

export const listDriveEntries = endpoint({
  method: "GET",
  path: "/drive",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the caller's files and folders in one folder, folders first. `search` looks in all folders, by name. `trash=1` lists what is in the trash. `kind=folder` lists only folders.",
  query: pageQuery.extend({
    /** The folder to list. Absent: the top level of the drive. */
    folder_id: idSchema.optional(),
    search: z.string().max(200).optional(),
    trash: z.enum(["0", "1"]).default("0"),
    kind: z.enum(["all", "folder"]).default("all"),
    sort: z.enum(driveSorts).default("name"),
    order: z.enum(["asc", "desc"]).default("asc"),
  }),
  data: z.array(driveEntrySchema).max(maximumPageSize),
  meta: pageMetaSchema,
});
export type DriveQuery = z.infer<typeof listDriveEntries.query>;

export const createFolder = endpoint({
  method: "POST",
  path: "/drive",
  guard: "active",
  limit: limits.form,
  summary:
    "Creates a folder. A file is uploaded to `/uploads` (tus 1.0) with the metadata `folder_id` (`root` for the drive itself) and `filename`.",
  body: z.strictObject({ name: driveNameSchema, folder_id: idSchema.nullable().default(null) }),
  data: driveEntrySchema,
});

export const getDriveEntry = endpoint({
  method: "GET",
  path: "/drive/:id",
  guard: "signed-in",
  limit: limits.read,
  summary: "Returns a file or folder of the caller, and the folders that lead to it, outermost first.",
  params: idParams,
  data: driveEntrySchema
    .extend({ path: z.array(drivePathFolder).max(maximumDriveDepth) })
    .meta({ id: "DrivePlace" }),
});

export const changeDriveEntry = endpoint({
  method: "PATCH",
  path: "/drive/:id",
  guard: "active",
  limit: limits.click,
  summary:
    "Renames or moves a file or folder. A new name that the folder already has is refused. A file or folder that is moved gets a number behind its name instead.",
  params: idParams,
  body: z.strictObject({ name: driveNameSchema, folder_id: idSchema.nullable() }).partial(),
  data: driveEntrySchema,
});
export type DriveEntryChangeBody = z.infer<typeof changeDriveEntry.body>;

export const trashDriveEntry = endpoint({
  method: "DELETE",
  path: "/drive/:id",
  guard: "signed-in",
  limit: limits.click,
  summary:
    "Moves a file or folder to the trash, with everything inside. `for_good=1` deletes a file or folder that is in the trash.",
  params: idParams,
  query: z.strictObject({ for_good: z.enum(["0", "1"]).default("0") }),
  data: onlyIdSchema,
});

export const restoreDriveEntry = endpoint({
  method: "POST",
  path: "/drive/:id/restore",
  // Blocked people may restore entries from the trash, because they may also move entries to the trash.
  guard: "signed-in",
  limit: limits.click,
  summary:
    "Restores a file or folder from the trash to where it was. If its folder no longer exists, it is restored to the drive itself.",
  params: idParams,
  data: driveEntrySchema,
});

export const emptyDriveTrash = endpoint({
  method: "POST",
  path: "/drive/trash/empty",
  guard: "signed-in",
  limit: limits.form,
  summary: "Deletes everything in the trash.",
  data: z.object({ count: z.number().int() }),
});

export const copyDriveFile = endpoint({
  method: "POST",
  path: "/drive/:id/copy",
  guard: "active",
  limit: limits.form,
  summary: "Copies a file. The copy's name gets a number if the folder already has that name.",
  params: idParams,
  body: z.strictObject({ folder_id: idSchema.nullable() }).partial(),
  data: driveEntrySchema,
});

export const shareDriveFile = endpoint({
  method: "POST",
  path: "/drive/:id/share",
  guard: "active",
  limit: limits.form,
  summary:
    "Prepares a file of the caller's drive for a message in a conversation. The message then names the returned file in `file_ids`. The message keeps its file, whatever happens to the file in the drive.",
  params: idParams,
  body: z.strictObject({ conversation_id: idSchema }),
  data: fileSchema,
});

export const driveErrors = {
  "DRIVE.NAME_TAKEN": {
    status: 409,
    message: {
      en: "This folder already has something with this name.",
      vi: "Trong thư mục này đã có mục trùng tên.",
      ja: "このフォルダーには同じ名前の項目がすでにあります。",
    },
  },
  "DRIVE.INSIDE_ITSELF": {
    status: 409,
    message: {
      en: "A folder cannot be moved into itself or into a folder inside it.",
      vi: "Không thể chuyển một thư mục vào chính nó hoặc vào thư mục bên trong nó.",
      ja: "フォルダーを、それ自身やその中のフォルダーへ移動することはできません。",
    },
  },
  "DRIVE.TOO_DEEP": {
    status: 422,
    message: {
      en: "Folders can be nested at most 20 deep.",
      vi: "Thư mục chỉ có thể lồng nhau tối đa 20 cấp.",
      ja: "フォルダーの階層は20段までです。",
    },
  },
  "DRIVE.TOO_MANY": {
    status: 422,
    message: {
      en: "You can keep at most 20,000 files and folders. Delete some for good, then try again.",
      vi: "Bạn có thể lưu tối đa 20.000 tệp và thư mục. Hãy xóa vĩnh viễn bớt rồi thử lại.",
      ja: "保存できるファイルとフォルダーは合わせて20,000件までです。不要なものを完全に削除してから、もう一度お試しください。",
    },
  },
  "DRIVE.IN_TRASH": {
    status: 409,
    message: {
      en: "This is in the trash. Restore it first.",
      vi: "Mục này đang ở trong thùng rác. Hãy khôi phục trước.",
      ja: "この項目はゴミ箱にあります。先に元に戻してください。",
    },
  },
  "DRIVE.NOT_IN_TRASH": {
    status: 409,
    message: {
      en: "Only what is in the trash can be deleted for good.",
      vi: "Chỉ có thể xóa vĩnh viễn những mục trong thùng rác.",
      ja: "完全に削除できるのは、ゴミ箱にあるものだけです。",
    },
  },
} as const satisfies ErrorTable;
