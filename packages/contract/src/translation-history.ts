import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { belowWindowMetaSchema, createCutListSchema } from "./kit/page.ts";
import { maximumFreeTextLength } from "./profiles.ts";
import {
  maximumTranslationCodeUnits,
  translationOriginSchema,
  translationParams,
  translationStateSchema,
} from "./translation-states.ts";
import {
  maximumVersion,
  readRevisionSchema,
  translationUnitSchema,
  translationVersionNumberSchema,
} from "./translations.ts";

export const translationHistoryEvents = [
  "FILLED",
  "RECALLED",
  "SUBMITTED",
  "APPROVED",
  "REJECTED",
  "REQUESTED",
  "RESTORED",
  "EXPIRED",
  /**
   * A text that came too late: somebody else had claimed or changed the translation, or the original had been edited.
   * The text is only in the history. For each translation the server keeps the newest `maximumLateTextsPerTranslation` such texts.
   */
  "SUPERSEDED",
] as const;

/**
 * Maximum texts that the history of one translation keeps although they were submitted too late (`SUPERSEDED`). Each
 * further one replaces the oldest.
 */
export const maximumLateTextsPerTranslation = 20;

/** One entry of a translation's history. It has `content` if the step set a new text. */
export const translationHistoryEntrySchema = z
  .object({
    step: z.number().int(),
    event: z.enum(translationHistoryEvents),
    version: z.number().int(),
    content: z.string().max(maximumTranslationCodeUnits).nullable(),
    revision: z.number().int(),
    origin: translationOriginSchema.nullable(),
    state: translationStateSchema,
    user_id: idSchema.nullable(),
    reason: z.string().max(maximumFreeTextLength),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "TranslationEntry" });
export type TranslationHistoryEntry = z.infer<typeof translationHistoryEntrySchema>;

export const restoreTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/restore",
  guard: "active",
  limit: limits.click,
  summary:
    "Restores a text of a translation's history. A text that was made from an older original stays out of date. TRANSLATION.STEP if another text came first, TRANSLATION.EDITED if the original has changed.",
  params: translationParams,
  body: z
    .strictObject({
      /** The version of the translation to restore. */
      version: translationVersionNumberSchema,
      /** The version of the current text that the person has read. */
      current_version: z.number().int().min(0).max(maximumVersion),
      revision: readRevisionSchema,
    })
    .meta({ id: "TranslationRestoreBody" }),
  data: translationUnitSchema,
});

/** Maximum history entries in one response. Each may be as long as a message. */
export const maximumHistoryEntriesPerResponse = 20;

export const listTranslationHistory = endpoint({
  method: "GET",
  path: "/messages/:mid/translations/:language/history",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists what happened to a translation, last step first. With `before`, lists what happened before that step. `below` tells whether there is more.",
  params: translationParams,
  query: z.strictObject({
    before: z.coerce.number().int().min(1).max(maximumVersion).optional(),
    paging: z.coerce
      .number()
      .int()
      .min(1)
      .max(maximumHistoryEntriesPerResponse)
      .default(maximumHistoryEntriesPerResponse),
  }),
  data: createCutListSchema(translationHistoryEntrySchema, maximumHistoryEntriesPerResponse),
  meta: belowWindowMetaSchema,
});
