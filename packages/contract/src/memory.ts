import { z } from "zod";
import { diffSegmentSchema } from "./differences.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { momentSchema } from "./kit/moments.ts";
import {
  createCutListSchema,
  cutListPageMetaSchema,
  cutListPageQuery,
  maximumListBytes,
  maximumPageSize,
} from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { messageTextSchema } from "./message-text.ts";
import { personNameFields } from "./names.ts";
import { searchHitRangeSchema } from "./search.ts";
import { maximumTranslationCodeUnits } from "./translation-states.ts";

/** Minimum similarity, in percent, at which the translation memory suggests a pair. */
export const minimumSuggestionPercent = 75;
/** Maximum suggestions of the translation memory for one text. */
export const maximumMemorySuggestions = 5;
/**
 * Maximum pairs that one search of the translation memory reads. If more pairs contain the search words, the reader
 * must add another search word.
 */
export const maximumMemorySearchResults = 1_000;

const pairTextSchema = z.string().max(maximumTranslationCodeUnits);

/** A pair of the translation memory: a text and its translation. `user` is null for a pair from an imported file. */
export const memoryUnitSchema = z
  .object({
    id: idSchema,
    source_language: languageSchema,
    target_language: languageSchema,
    source: pairTextSchema,
    target: pairTextSchema,
    /** Whether a person has approved the pair's translation. */
    approved: z.boolean(),
    user: z.object({ id: idSchema, ...personNameFields }).nullable(),
    /** When somebody last changed or reused the pair of the translation memory. */
    updated_at: z.iso.datetime(),
    /** When the translation or the approval of the pair was last changed. */
    changed_at: z.iso.datetime(),
  })
  .meta({ id: "MemoryUnit" });
export type MemoryUnit = z.infer<typeof memoryUnitSchema>;

/**
 * A pair of the translation memory whose original is similar to a given text. `percentage` is the similarity.
 * `differences` are the changes from the pair's original to the given text.
 */
export const memorySuggestionSchema = memoryUnitSchema
  .extend({
    percentage: z.number().int(),
    differences: z.array(diffSegmentSchema).max(5_000).meta({ "x-maximum-bytes": maximumListBytes }),
  })
  .meta({ id: "MemorySuggestion" });
export type MemorySuggestion = z.infer<typeof memorySuggestionSchema>;

export const listMemorySuggestions = endpoint({
  method: "GET",
  path: "/messages/:mid/translations/:language/suggestions",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists what the translation memory suggests for a message: the most similar suggestions first, and among equally similar ones the approved first. For people who may translate the message. People who are not translators see only texts from their own rooms.",
  params: z.strictObject({ mid: idSchema, language: languageSchema }),
  data: createCutListSchema(memorySuggestionSchema, maximumMemorySuggestions),
});

const markRangesSchema = z.array(searchHitRangeSchema).max(200);

/** A search result of the translation memory: a pair, and the positions of the search words in both texts. */
export const foundMemoryUnitSchema = memoryUnitSchema
  .extend({ source_marks: markRangesSchema, target_marks: markRangesSchema })
  .meta({ id: "MemoryHit" });
export type FoundMemoryUnit = z.infer<typeof foundMemoryUnitSchema>;

/**
 * Maximum projects in the list from which a person chooses a translation memory or glossary. The list has the newest
 * projects that the person has joined; for admins, the newest of all projects.
 */
export const maximumListedMemoryProjects = 200;

export const listManagedMemoryProjects = endpoint({
  method: "GET",
  path: "/memory/projects",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the projects whose memory and glossary the caller manages, newest first: those that they have joined; for admins, all. For translators and admins.",
  data: z
    .array(z.object({ id: idSchema, name: z.string().max(200) }).meta({ id: "ProjectName" }))
    .max(maximumListedMemoryProjects),
});

/** The project whose translation memory the request reads or changes. Absent: the shared memory of the site. */
const project_id = idSchema.optional();

export const searchMemory = endpoint({
  method: "GET",
  path: "/memory",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the pairs of the firm's memory, or of a project's, that have the search words in either of their languages. Without words, lists the newest pairs. For translators and admins.",
  query: cutListPageQuery.extend({
    search: z.string().trim().max(200).default(""),
    from: languageSchema.optional(),
    to: languageSchema.optional(),
    approved: z.stringbool().optional(),
    project_id,
  }),
  data: createCutListSchema(foundMemoryUnitSchema, maximumPageSize),
  meta: cutListPageMetaSchema,
});

/** The formats in which people can download the translation memory. */
export const memoryFormats = ["tmx", "csv"] as const;
export type MemoryFormat = (typeof memoryFormats)[number];

export const exportMemory = endpoint({
  method: "GET",
  path: "/memory/export",
  guard: "signed-in",
  limit: limits.form,
  answerFormats: ["bytes"],
  summary:
    "Returns the memory, or one pair of its languages, as a TMX 1.4b or CSV file. For translators and admins.",
  query: z.strictObject({
    from: languageSchema.optional(),
    to: languageSchema.optional(),
    format: z.enum(memoryFormats).default("tmx"),
    project_id,
  }),
  data: z.unknown(),
});

const idParams = z.strictObject({ id: idSchema });

export const changeMemoryEntry = endpoint({
  method: "PATCH",
  path: "/memory/:id",
  guard: "active",
  limit: limits.form,
  summary:
    "Corrects or approves the translation of a pair. If somebody changed the pair after `changed_at`, the answer is MEMORY.CHANGED, and `entry` is the pair as it is now.",
  params: idParams,
  body: z
    .strictObject({
      target: messageTextSchema.optional(),
      approved: z.boolean().optional(),
      /** The `changed_at` of the memory pair that the person edited. */
      changed_at: momentSchema,
    })
    .refine(({ target, approved }) => target !== undefined || approved !== undefined, {
      error: "required",
      path: ["target"],
    }),
  data: memoryUnitSchema,
});

export const removeMemoryEntry = endpoint({
  method: "DELETE",
  path: "/memory/:id",
  guard: "active",
  limit: limits.form,
  summary: "Removes a pair from the memory.",
  params: idParams,
  data: onlyIdSchema,
});

export const memoryErrors = {
  "MEMORY.TRANSLATORS": {
    status: 403,
    message: {
      en: "The memory and the glossary are kept by translators and admins.",
      vi: "Chỉ phiên dịch viên và quản trị viên quản lý bộ nhớ dịch và bảng thuật ngữ.",
      ja: "翻訳メモリと用語集を扱えるのは、翻訳者と管理者だけです。",
    },
  },
  "MEMORY.CHANGED": {
    status: 409,
    message: {
      en: "Somebody else changed this pair in the meantime.",
      vi: "Người khác vừa sửa cặp câu này.",
      ja: "その間に、ほかの人がこの組み合わせを変更しました。",
    },
  },
  "MEMORY.KNOWN": {
    status: 409,
    message: {
      en: "The memory has this very pair already.",
      vi: "Bộ nhớ dịch đã có cặp câu này.",
      ja: "同じ組み合わせがすでに翻訳メモリにあります。",
    },
  },
} as const satisfies ErrorTable;
