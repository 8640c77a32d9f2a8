import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { createCutListSchema, cutListPageMetaSchema, cutListPageQuery, maximumPageSize } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { translationStateSchema } from "./translation-states.ts";
import {
  readRevisionSchema,
  translationUnitSchema,
  translationVersionNumberSchema,
  urgencySchema,
} from "./translations.ts";

export const listMyTranslations = endpoint({
  method: "GET",
  path: "/translations",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Lists the translations that the caller wrote or has claimed, last changed first.",
  query: cutListPageQuery.extend({
    state: translationStateSchema.optional(),
    language: languageSchema.optional(),
    claimed: z.stringbool().optional(),
  }),
  data: createCutListSchema(translationUnitSchema, maximumPageSize),
  meta: cutListPageMetaSchema,
});

export const listTranslationQueue = endpoint({
  method: "GET",
  path: "/translations/queue",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the translations that wait for a translator in the caller's conversations, in languages that the caller knows: urgent ones first, then those that have waited longest. For translators, and for admins in the support rooms of projects; for everybody else the list is empty.",
  query: cutListPageQuery.extend({
    conversation_id: idSchema.optional(),
    /** Limits the list to translations in the conversations of this project. */
    project_id: idSchema.optional(),
    source: languageSchema.optional(),
    language: languageSchema.optional(),
    urgency: urgencySchema.optional(),
    state: translationStateSchema.optional(),
    /** Limits the list to translations that have waited for at least this many minutes. */
    minutes: z.coerce.number().int().min(0).max(1_000_000).optional(),
  }),
  data: createCutListSchema(translationUnitSchema, maximumPageSize),
  meta: cutListPageMetaSchema,
});

/** Maximum translations that can be approved by one request. */
export const maximumApprovalsPerRequest = 50;

export const approveExactHits = endpoint({
  method: "POST",
  path: "/translations/exact_hits/approve",
  guard: "active",
  limit: limits.form,
  summary:
    "Approves several texts that came from the memory as they are. Each is approved as with `…/approve`; its `code` tells why it was not approved.",
  body: z.strictObject({
    units: z
      .array(
        z.strictObject({
          message_id: idSchema,
          language: languageSchema,
          version: translationVersionNumberSchema,
          revision: readRevisionSchema,
        }),
      )
      .min(1)
      .max(maximumApprovalsPerRequest),
  }),
  data: z
    .array(z.object({ message_id: idSchema, language: languageSchema, code: z.string().max(100).nullable() }))
    .max(maximumApprovalsPerRequest),
});

export const listUnapprovedExactHits = endpoint({
  method: "GET",
  path: "/translations/exact_hits",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the texts that came from the memory and that nobody has approved yet, in the caller's conversations and languages, the last first. For translators, and for admins in the support rooms of projects; for everybody else the list is empty.",
  query: cutListPageQuery,
  data: createCutListSchema(translationUnitSchema, maximumPageSize),
  meta: cutListPageMetaSchema,
});
