import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";

/** A finished export can be downloaded for this many days. */
export const exportRetentionDays = 7;

export const exportStates = ["WAITING", "RUNNING", "READY", "FAILED"] as const;

/** An export: a zip file with the data that the server stores about a person. */
export const dataExportSchema = z
  .object({
    id: idSchema,
    state: z.enum(exportStates),
    /**
     * How many parts of the export are written so far. `total` is the number of all parts. Both are 0 while the job
     * waits.
     */
    done: z.number().int(),
    total: z.number().int(),
    /** The size of the export's zip file in bytes. Null until the file is ready. */
    size: z.number().int().nullable(),
    requested_at: z.iso.datetime(),
    ready_at: z.iso.datetime().nullable(),
    /** When the server deletes the export. */
    expires_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "DataExport" });
export type DataExport = z.infer<typeof dataExportSchema>;

export const requestDataExport = endpoint({
  method: "POST",
  path: "/users/export",
  guard: "signed-in",
  summary: "Requests a copy of all data about the caller. 409 while an earlier request still runs.",
  limit: { perMinute: 10 },
  data: dataExportSchema,
});

export const getDataExport = endpoint({
  method: "GET",
  path: "/users/export",
  guard: "signed-in",
  limit: limits.click,
  summary:
    "Returns the caller's last data copy and how far it is. Null if there is none, or if it has expired.",
  data: dataExportSchema.nullable(),
});

export const downloadDataExport = endpoint({
  method: "GET",
  path: "/users/export/:id",
  guard: "signed-in",
  answerFormats: ["bytes"],
  limit: limits.form,
  summary:
    "Returns the caller's data copy as a zip file, until it expires. Copies of other people are not found.",
  params: z.object({ id: idSchema }),
  data: z.unknown(),
});

export const exportErrors = {
  "EXPORT.RUNNING": {
    status: 409,
    message: {
      en: "Your data is already being collected. We will notify you when it is ready.",
      vi: "Dữ liệu của bạn đang được tập hợp. Chúng tôi sẽ báo cho bạn khi hoàn tất.",
      ja: "データはすでに準備中です。準備ができましたらお知らせします。",
    },
  },
} as const satisfies ErrorTable;
