import { z } from "zod";
import { restoreDeletedNameMarks } from "./deleted-names.ts";
import { maximumDraftBytesPerPerson, maximumDraftsPerPerson } from "./drafts.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { momentSchema } from "./kit/moments.ts";
import { languageSchema } from "./languages.ts";
import { toStorableText } from "./storable.ts";
import { maximumTranslationCodeUnits, translationParams } from "./translation-states.ts";

/** Maximum drafts of translations of one person on the server. The limit for drafts of messages is the same. */
export const maximumTranslationDraftsPerPerson = maximumDraftsPerPerson;
/**
 * Maximum bytes (UTF-8) of one person's drafts of translations. Texts in `set_aside` count too. They were set aside
 * because another device wrote a later text.
 */
export const maximumTranslationDraftBytesPerPerson = maximumDraftBytesPerPerson;

/** A translation that its writer has not submitted yet. All devices of the writer share the draft. */
export const translationDraftSchema = z
  .object({
    message_id: idSchema,
    language: languageSchema,
    /** The text of the draft. Empty if the draft was discarded or submitted. */
    content: z.string().max(maximumTranslationCodeUnits),
    /** The version of the translation on which the draft is based. `revision` is the revision of the original. */
    version: z.number().int().min(0),
    revision: z.number().int().min(1),
    /** Whether the writer of the draft used a suggestion of the translation memory. */
    from_memory: z.boolean(),
    /** When the device wrote the text of the draft. If two devices wrote texts, the later text wins. */
    edited_at: z.iso.datetime(),
    /**
     * A text of the draft that was set aside, because another device wrote a later one. The writer can still use it.
     * Empty if there is none.
     */
    set_aside: z.string().max(maximumTranslationCodeUnits),
  })
  .meta({ id: "TranslationDraft" });
export type TranslationDraft = z.infer<typeof translationDraftSchema>;

export const getTranslationDraft = endpoint({
  method: "GET",
  path: "/messages/:mid/translations/:language/draft",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Returns the caller's draft of this translation, or null if there is none. The draft is still available after the caller has left the conversation, and for 30 days after the message was deleted. A draft that was discarded or submitted in the last 30 days is empty.",
  params: translationParams,
  data: translationDraftSchema.nullable(),
});

export const saveTranslationDraft = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/draft",
  guard: "active",
  limit: limits.automatic,
  summary:
    "Saves a draft of a translation. Blank content discards the draft. The caller's other devices are informed. Returns the draft that is stored now: of two texts that were written separately, the later one stays and the other is set aside. If the caller may no longer read the message, they can still continue and discard a draft that they had begun. If all drafts together are too many or too long, the answer is TRANSLATION.TOO_MANY_DRAFTS and nothing is changed.",
  params: translationParams,
  body: z.strictObject({
    content: z
      .string()
      .max(maximumTranslationCodeUnits)
      .transform((content) => restoreDeletedNameMarks(toStorableText(content))),
    version: z.number().int().min(0).max(2_147_483_647),
    revision: z.number().int().min(1).max(2_147_483_647),
    from_memory: z.boolean().default(false),
    /** When the device wrote the text of the draft. Absent: now. A time in the future counts as now. */
    edited_at: momentSchema.optional(),
    /**
     * The `edited_at` of the draft that the device edited. If the server still has that draft, the new text replaces
     * it, even if the new text has an earlier time.
     */
    base: momentSchema.optional(),
    /** Whether to delete the text in `set_aside`, because the writer has used or dismissed it. */
    forget_set_aside: z.boolean().default(false),
  }),
  data: translationDraftSchema,
});

export const translationDraftErrors = {
  /** The error if a person has reached `maximumTranslationDraftsPerPerson` or `maximumTranslationDraftBytesPerPerson`. */
  "TRANSLATION.TOO_MANY_DRAFTS": {
    status: 409,
    message: {
      en: "You have too many unfinished translations, so this one is kept on this device only. Save or discard some of the others.",
      vi: "Bạn có quá nhiều bản dịch dở nên bản này chỉ được lưu trên thiết bị này. Hãy lưu hoặc bỏ bớt các bản khác.",
      ja: "書きかけの訳文が多すぎるため、この訳文はこの端末にのみ保存されます。ほかの訳文を保存するか破棄してください。",
    },
  },
} as const satisfies ErrorTable;
