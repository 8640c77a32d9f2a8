import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";
import { personNameFields } from "./names.ts";

/** The targets of an import: the translation memory or the glossary. */
export const importTargets = ["memory", "glossary"] as const;
export const importTargetSchema = z.enum(importTargets).meta({ id: "ImportTarget" });
export type ImportTarget = (typeof importTargets)[number];

/** The formats of files that can be imported. The server detects the format by the content of the file. */
export const importFormats = ["TMX", "TBX", "CSV"] as const;
export type ImportFormat = (typeof importFormats)[number];

/** The states of an import. `UNDOING`: the server is undoing its changes. `UNDONE`: the changes were undone. */
export const importStates = [
  "WAITING",
  "RUNNING",
  "DONE",
  "FAILED",
  "CANCELLED",
  "UNDOING",
  "UNDONE",
] as const;

/**
 * Why an entry of a file was not imported. Entries are pairs for the translation memory, or terms for the glossary.
 *
 * - `LANGUAGE`: the entry's language is not supported; `detail` is the language.
 * - `ONE_LANGUAGE`: the entry has a text in fewer than two supported languages.
 * - `EMPTY`: a text is blank.
 * - `TOO_LONG`, `NOTE_TOO_LONG`: a text, or the note of a term, is longer than can be stored; `detail` is its length.
 * - `SYNONYM`: a second term in the same language; `detail` is the term.
 * - `MERGED`: the glossary has the term already and writes it as `detail`. The import adds the rest of the entry to
 *   that term.
 * - `COLUMNS`: the row has more or fewer fields than the heading.
 * - `FULL`: the glossary or the memory is full.
 */
export const importSkipReasons = [
  "LANGUAGE",
  "ONE_LANGUAGE",
  "EMPTY",
  "TOO_LONG",
  "NOTE_TOO_LONG",
  "SYNONYM",
  "MERGED",
  "COLUMNS",
  "FULL",
] as const;
export const importSkipReasonSchema = z.enum(importSkipReasons).meta({ id: "SkipReason" });
export type ImportSkipReason = (typeof importSkipReasons)[number];

/**
 * Why an import ended before the end of its file. `line` is the number of the line in the file. Entries before it stay
 * imported.
 *
 * - `ENTITIES`: the file declares XML entities. They could grow without end, or read other files.
 * - `SYNTAX`: the XML or CSV is broken; `detail` is the parser's message.
 * - `TOO_DEEP`: elements are nested too deep.
 * - `TOO_LARGE`: one element or row, or the unpacked file, is too large.
 * - `ENCODING`: the bytes are not in the encoding that `detail` names, or in no known encoding.
 * - `FORMAT`: the file has a format that cannot be imported into this target.
 * - `HEADING`: the heading of the CSV names no known columns.
 * - `GONE`: the file was deleted before it was read.
 * - `INTERNAL`: the server failed several times.
 */
export const importProblemCodes = [
  "ENTITIES",
  "SYNTAX",
  "TOO_DEEP",
  "TOO_LARGE",
  "ENCODING",
  "FORMAT",
  "HEADING",
  "GONE",
  "INTERNAL",
] as const;
export type ImportProblemCode = (typeof importProblemCodes)[number];

/** Maximum skipped entries of an import that are listed with their lines. The counts include all skipped entries. */
export const maximumListedSkippedEntries = 10_000;
/**
 * The server keeps the list of skipped entries only for this many of a person's newest imports. One list may take 6 MB.
 */
export const maximumKeptSkipLists = 20;
/** The server keeps an import and its list of skipped entries for this many days. */
export const importRetentionDays = 90;
/** Maximum bytes of an imported file. For a gzip file, the bytes after unpacking count. */
export const maximumUnpackedImportBytes = 4 * 1024 ** 3;

const skippedCounts = z
  .partialRecord(importSkipReasonSchema, z.number().int())
  .meta({ "x-maximum-bytes": 50 * importSkipReasons.length });
export type SkippedCounts = z.infer<typeof skippedCounts>;

const importProblem = z.object({
  code: z.enum(importProblemCodes),
  line: z.number().int().nullable(),
  detail: z.string().max(300),
});
export type ImportProblemData = z.infer<typeof importProblem>;

/** An import of a file, with its progress and its result. Line numbers start at 1. */
export const fileImportSchema = z
  .object({
    id: idSchema,
    target: importTargetSchema,
    state: z.enum(importStates),
    /**
     * The project whose translation memory or glossary the import fills. Null: it fills the site's shared memory or
     * glossary.
     */
    project_id: idSchema.nullable(),
    file_name: z.string().max(600),
    user: z.object({ id: idSchema, ...personNameFields }).nullable(),
    /** The detected format of the imported file. Null until the server has read the file. */
    format: z.enum(importFormats).nullable(),
    encoding: z.string().max(40).nullable(),
    /** The number of bytes of the imported file that have been read. `total_bytes` is the size of the file. */
    read_bytes: z.number().int(),
    total_bytes: z.number().int(),
    added: z.number().int(),
    /** The number of existing memory or glossary entries that the import changed. */
    replaced: z.number().int(),
    /** The number of entries of the file that were already stored without any difference. */
    unchanged: z.number().int(),
    /** The number of skipped entries of the file for each reason. Reasons without a skipped entry are left out. */
    skipped: skippedCounts,
    problem: importProblem.nullable(),
    /**
     * Whether the import can be undone: it has ended, it changed something, and the server still has its list of
     * changes.
     */
    can_undo: z.boolean(),
    /** The number of imported entries that the undo removed, or restored to their state before the import. */
    undone: z.number().int(),
    /**
     * The number of imported entries that the undo did not change, because somebody has changed them since the import.
     */
    kept: z.number().int(),
    created_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "FileImport" });
export type FileImport = z.infer<typeof fileImportSchema>;

/**
 * A memory or glossary entry as it was before an import changed it, for undoing the import. Only the server reads it.
 */
export type ItemBeforeImport = Readonly<Record<string, unknown>>;

const idParams = z.strictObject({ id: idSchema });

export const startImport = endpoint({
  method: "POST",
  path: "/imports",
  guard: "active",
  limit: { perMinute: 10 },
  summary:
    "Imports a file (TMX, TBX-Basic or CSV, also packed by gzip) into the memory or the glossary. `file_id` is a file that the caller uploaded and did not send. If the same file is imported again, the call returns its existing import. ERR.INPUT if that import has another target, project or approval. For translators and admins.",
  body: z.strictObject({
    file_id: idSchema,
    target: importTargetSchema,
    /** Whether imported memory pairs count as approved, if the file does not say whether they are approved. */
    approved: z.boolean().default(false),
    /**
     * The project whose translation memory or glossary the import fills. Absent: it fills the site's shared memory or
     * glossary.
     */
    project_id: idSchema.optional(),
  }),
  data: fileImportSchema,
});

export const listImports = endpoint({
  method: "GET",
  path: "/imports",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the imports into the memory or the glossary of the firm, or of a project, newest first. For translators and admins.",
  query: pageQuery.extend({ target: importTargetSchema, project_id: idSchema.optional() }),
  data: z.array(fileImportSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

export const getImport = endpoint({
  method: "GET",
  path: "/imports/:id",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Returns an import, and how far it is.",
  params: idParams,
  data: fileImportSchema,
});

export const cancelImport = endpoint({
  method: "POST",
  path: "/imports/:id/cancel",
  guard: "active",
  limit: limits.form,
  summary:
    "Stops an import. Entries that were imported before stay. An import that has already ended is returned unchanged.",
  params: idParams,
  data: fileImportSchema,
});

export const undoImport = endpoint({
  method: "POST",
  path: "/imports/:id/undo",
  guard: "active",
  limit: limits.form,
  summary:
    "Undoes an import that has ended: entries that it added are removed, and entries that it changed become what they were. Entries that somebody has changed since stay and are counted as `kept`. An import that is already undone is returned unchanged.",
  params: idParams,
  data: fileImportSchema,
});

export const downloadSkippedEntries = endpoint({
  method: "GET",
  path: "/imports/:id/skipped",
  guard: "signed-in",
  limit: limits.form,
  answerFormats: ["bytes"],
  summary: `Lists the skipped units of an import as CSV: line, reason, detail and the beginning of the text. At most ${maximumListedSkippedEntries}.`,
  params: idParams,
  data: z.unknown(),
});

export const importErrors = {
  "IMPORT.MANY": {
    status: 409,
    message: {
      en: "Too many of your files are still waiting to be imported. Wait until some are done.",
      vi: "Bạn còn quá nhiều tệp đang chờ nhập. Hãy đợi một số tệp hoàn tất.",
      ja: "インポート待ちのファイルが多すぎます。いくつか完了してから、もう一度お試しください。",
    },
  },
  "IMPORT.UNDO": {
    status: 409,
    message: {
      en: "This import cannot be taken back: it is still running, or it brought nothing.",
      vi: "Không thể hoàn tác lần nhập này: nó đang chạy hoặc chưa nhập được gì.",
      ja: "この読み込みは取り消せません。まだ実行中か、何も読み込まれていません。",
    },
  },
} as const satisfies ErrorTable;
