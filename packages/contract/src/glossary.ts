import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { momentSchema } from "./kit/moments.ts";
import {
  createCutListSchema,
  cutListPageMetaSchema,
  cutListPageQuery,
  maximumPageSize,
  nextSkipMetaSchema,
  skipQuery,
} from "./kit/page.ts";
import { languageSchema, languages } from "./languages.ts";
import { toStorableText } from "./storable.ts";

/**
 * Maximum entries of a glossary. The number is low, because each message is searched for all entries while somebody
 * writes it.
 */
export const maximumEntriesPerGlossary = 5_000;
export const maximumTermLength = 100;
export const maximumTermNoteLength = 500;

/**
 * The agreed names of one thing in each language. A name is null if the language has none yet. With `do_not_translate`
 * the name is the same in every language.
 */
export const glossaryEntrySchema = z
  .object({
    id: idSchema,
    en: z.string().max(maximumTermLength).nullable(),
    vi: z.string().max(maximumTermLength).nullable(),
    ja: z.string().max(maximumTermLength).nullable(),
    note: z.string().max(maximumTermNoteLength),
    do_not_translate: z.boolean(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "GlossaryEntry" });
export type GlossaryEntry = z.infer<typeof glossaryEntrySchema>;

/**
 * A glossary entry for two languages. `createTermFinder` finds the term in an original text. `checkTranslation` warns
 * if the translation of that text lacks the term's translation.
 */
export const termTranslationSchema = z
  .object({
    id: idSchema,
    term: z.string().max(maximumTermLength),
    translation: z.string().max(maximumTermLength),
    note: z.string().max(maximumTermNoteLength),
    do_not_translate: z.boolean(),
    /** The project whose glossary has the term. Null: the term is in the shared glossary of the site. */
    project_id: idSchema.nullable(),
  })
  .meta({ id: "TermTranslation" });
export type TermTranslation = z.infer<typeof termTranslationSchema>;

const termSchema = z
  .string()
  .transform((text) => toStorableText(text).normalize("NFC").replace(/\s+/g, " ").trim())
  .pipe(z.string().max(maximumTermLength, { error: "too_long" }))
  .transform((text) => (text === "" ? null : text))
  .nullable();
const noteSchema = z
  .string()
  .transform((text) => toStorableText(text).trim())
  .pipe(z.string().max(maximumTermNoteLength, { error: "too_long" }));

/** The fields of a change of a glossary entry. An absent field does not change. Null removes the term of a language. */
const entryBodySchema = z
  .strictObject({
    en: termSchema.optional(),
    vi: termSchema.optional(),
    ja: termSchema.optional(),
    note: noteSchema.optional(),
    do_not_translate: z.boolean().optional(),
  })
  .meta({ id: "GlossaryFields" });
export type GlossaryEntryBody = z.infer<typeof entryBodySchema>;

/**
 * The request body that changes a glossary entry. `updated_at` is the time of the entry that the caller has read. If
 * the entry has changed since, the request is refused.
 */
const glossaryChangeSchema = entryBodySchema
  .extend({ updated_at: momentSchema })
  .meta({ id: "GlossaryChange" });
export type GlossaryEntryChange = z.infer<typeof glossaryChangeSchema>;

/**
 * Returns null if a glossary entry has enough terms: one if the name is not translated, else terms in two languages. If
 * there are too few, returns the first language without a term.
 */
export function findLanguageOfMissingTerm(
  entry: Pick<GlossaryEntry, "en" | "vi" | "ja" | "do_not_translate">,
) {
  const filledLanguages = languages.filter((language) => entry[language] !== null);
  if (filledLanguages.length >= (entry.do_not_translate ? 1 : 2)) return null;
  return languages.find((language) => entry[language] === null) ?? null;
}

/** The project whose glossary the request reads or changes. Absent: the shared glossary of the site. */
const project_id = idSchema.optional();

export const listGlossary = endpoint({
  method: "GET",
  path: "/glossary",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the glossary, sorted by term. With search words, lists the entries that have them. The glossary of a project is for people who have joined the project, and for admins.",
  query: cutListPageQuery.extend({ search: z.string().trim().max(100).default(""), project_id }),
  data: createCutListSchema(glossaryEntrySchema, maximumPageSize),
  meta: cutListPageMetaSchema,
});

/** The formats in which people can download the glossary. */
export const glossaryFormats = ["tbx", "csv"] as const;
export type GlossaryFormat = (typeof glossaryFormats)[number];

export const exportGlossary = endpoint({
  method: "GET",
  path: "/glossary/export",
  guard: "signed-in",
  limit: limits.form,
  answerFormats: ["bytes"],
  summary: "Returns the whole glossary as a TBX-Basic or CSV file. For translators and admins.",
  query: z.strictObject({ format: z.enum(glossaryFormats).default("tbx"), project_id }),
  data: z.unknown(),
});

export const listGlossaryTerms = endpoint({
  method: "GET",
  path: "/glossary/terms",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the terms that are looked for in texts of one language that are translated into another: the terms of the firm. In a conversation of a project, the terms of the project come first. `next` is set if the list goes on.",
  query: skipQuery.extend({
    from: languageSchema,
    to: languageSchema,
    conversation_id: idSchema.optional(),
  }),
  data: createCutListSchema(termTranslationSchema, maximumEntriesPerGlossary),
  meta: nextSkipMetaSchema,
});

export const addGlossaryEntry = endpoint({
  method: "POST",
  path: "/glossary",
  guard: "active",
  limit: limits.form,
  summary:
    "Adds an entry. It has terms in at least two languages, or one name that is not translated. If an existing entry has all of these terms, the answer is GLOSSARY.KNOWN, and `entry` is that entry.",
  query: z.strictObject({ project_id }),
  body: entryBodySchema,
  data: glossaryEntrySchema,
});

const idParams = z.strictObject({ id: idSchema });

export const changeGlossaryEntry = endpoint({
  method: "PATCH",
  path: "/glossary/:id",
  guard: "active",
  limit: limits.form,
  summary:
    "Changes the given fields of an entry; the others stay. If somebody changed the entry after `updated_at`, the answer is GLOSSARY.CHANGED, and `entry` is the entry as it is now.",
  params: idParams,
  body: glossaryChangeSchema,
  data: glossaryEntrySchema,
});

export const removeGlossaryEntry = endpoint({
  method: "DELETE",
  path: "/glossary/:id",
  guard: "active",
  limit: limits.form,
  summary: "Removes an entry from the glossary.",
  params: idParams,
  data: onlyIdSchema,
});

export const glossaryErrors = {
  "GLOSSARY.CHANGED": {
    status: 409,
    message: {
      en: "Somebody else changed this term in the meantime.",
      vi: "Người khác vừa sửa thuật ngữ này.",
      ja: "その間に、ほかの人がこの用語を変更しました。",
    },
  },
  "GLOSSARY.KNOWN": {
    status: 409,
    message: {
      en: "The glossary has this very entry already.",
      vi: "Bảng thuật ngữ đã có mục này.",
      ja: "同じ項目がすでに用語集にあります。",
    },
  },
  "GLOSSARY.FULL": {
    status: 409,
    message: {
      en: "The glossary is full.",
      vi: "Bảng thuật ngữ đã đầy.",
      ja: "用語集の登録数が上限に達しています。",
    },
  },
} as const satisfies ErrorTable;
