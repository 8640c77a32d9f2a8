import { z } from "zod";
import { isBlank } from "./blank.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { momentSchema } from "./kit/moments.ts";
import { createCutListSchema } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { boundedMessageTextSchema } from "./message-text.ts";
import { messageSchema } from "./messages.ts";
import { freeTextSchema, maximumFreeTextLength } from "./profiles.ts";
import { conversationBriefSchema } from "./threads.ts";
import { messageTranslationSchema, translationParams } from "./translation-states.ts";

export const urgencies = ["LOW", "NORMAL", "HIGH"] as const;
export const urgencySchema = z.enum(urgencies).meta({ id: "Urgency" });
export type Urgency = z.infer<typeof urgencySchema>;

/** The note that a person writes to a translation request. */
export const translationNoteSchema = freeTextSchema;
export const rejectionReasonSchema = freeTextSchema.pipe(z.string().min(1, { error: "required" }));

/**
 * A message and one of its translations, as translators see them. `translation` is null if there is neither a request
 * nor a text.
 */
export const translationUnitSchema = z
  .object({
    message: messageSchema,
    conversation: conversationBriefSchema,
    language: languageSchema,
    translation: messageTranslationSchema.nullable(),
    urgency: urgencySchema,
    /** The note of the person who requested the translation. Empty if there is none. */
    note: z.string().max(maximumFreeTextLength),
    /** The reason of the last rejection of the translation, or of the last request for another translation. */
    reason: z.string().max(maximumFreeTextLength),
    asked_by: idSchema.nullable(),
    asked_at: z.iso.datetime().nullable(),
    /** When the translation began to wait for a translator. Null if it does not wait. */
    waiting_since: z.iso.datetime().nullable(),
    /** The last activity of the translator who claimed the translation. */
    claimed_at: z.iso.datetime().nullable(),
    approved_by: idSchema.nullable(),
    /**
     * The translator who handed the translation over to the translator who has claimed it now. Null if nobody handed it
     * over.
     */
    handed_over_by: idSchema.nullable(),
    /** The note of the person who handed the translation over. Empty if there is none. */
    hand_over_note: z.string().max(maximumFreeTextLength),
    /**
     * Whether the message to a person on an outside platform is waiting for this translation. The server sends the
     * message when the translation is done.
     */
    is_sent_with_it: z.boolean(),
  })
  .meta({ id: "TranslationUnit" });
export type TranslationUnit = z.infer<typeof translationUnitSchema>;

/** The largest version or revision number that can be stored. */
export const maximumVersion = 2_147_483_647;
/** The version of a translated text, or the revision of an original. Both begin at 1. */
export const translationVersionNumberSchema = z.number().int().min(1).max(maximumVersion);

/** The text of a translation. It must not be blank. It may have as many characters as a message. */
const translationText = boundedMessageTextSchema.pipe(
  z.string().refine((content) => !isBlank(content), { error: "required" }),
);
/**
 * The revision of the original message that the person read before they translated it, or before they approved,
 * rejected or restored a translation.
 */
export const readRevisionSchema = z.number().int().min(1).max(maximumVersion);

const submitBody = z
  .strictObject({
    content: translationText,
    /** The version of the translation on which the new text is based. 0 if there was no text. */
    version: z.number().int().min(0).max(maximumVersion).optional(),
    revision: readRevisionSchema,
    /** Whether to save the translation despite the warnings of the checks. */
    confirmed: z.boolean().default(false),
    /** Whether the writer began with a suggestion of the memory. The statistics count it as a memory hit. */
    from_memory: z.boolean().default(false),
    /**
     * The `edited_at` of the writer's draft that this text replaces. If the server has another draft, it sets that
     * draft aside instead of deleting it. Null: the writer knew of no draft. Absent: the text replaces any draft.
     */
    draft_base: momentSchema.nullable().optional(),
  })
  .meta({ id: "TranslationText" });
/** The request body that rejects a translation: what is wrong, and in which version. */
const rejectionBody = z
  .strictObject({
    reason: rejectionReasonSchema,
    version: translationVersionNumberSchema.optional(),
    revision: readRevisionSchema,
  })
  .meta({ id: "TranslationReason" });

export const createTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language",
  guard: "active",
  limit: limits.click,
  summary:
    "Submits a translation. Allowed for members who know both languages. TRANSLATION.CHANGED if another text came first, TRANSLATION.ORIGINAL if the original has changed, TRANSLATION.CLAIMED while somebody else is translating it. In these cases the text is kept in the history only.",
  params: translationParams,
  body: submitBody,
  data: translationUnitSchema,
});

export const updateTranslation = endpoint({
  method: "PATCH",
  path: "/messages/:mid/translations/:language",
  guard: "active",
  limit: limits.click,
  summary: "Submits another text for a translation that already has one. Otherwise the same as POST.",
  params: translationParams,
  body: submitBody,
  data: translationUnitSchema,
});

export const claimTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/claim",
  guard: "active",
  limit: limits.click,
  summary:
    "Claims a translation: tells everybody that the caller is translating it. Calling again renews the claim. TRANSLATION.CLAIMED while somebody else has the claim. A claim ends 15 minutes after it was made, handed over or last renewed.",
  params: translationParams,
  data: translationUnitSchema,
});

export const releaseTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/release",
  guard: "active",
  limit: limits.click,
  summary: "Releases the caller's claim of a translation.",
  params: translationParams,
  data: translationUnitSchema,
});

export const handOverTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/hand_over",
  guard: "active",
  limit: limits.click,
  summary:
    "Hands a translation that the caller or nobody has claimed over to another member of the conversation who knows both languages. That member sees the `note` at the translation. If the call is refused, the claim stays as it was.",
  params: translationParams,
  body: z.strictObject({ user_id: idSchema, note: translationNoteSchema.default("") }),
  data: translationUnitSchema,
});

export const approveTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/approve",
  guard: "active",
  limit: limits.click,
  summary:
    "Approves the text of a translation. Allowed for translators of the conversation. `version` is that of the text and `revision` that of the original, as the translator read them.",
  params: translationParams,
  body: z.strictObject({ version: translationVersionNumberSchema.optional(), revision: readRevisionSchema }),
  data: translationUnitSchema,
});

export const rejectTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/reject",
  guard: "active",
  limit: limits.click,
  summary: "Sends a translation back with a reason. Allowed for translators of the conversation.",
  params: translationParams,
  body: rejectionBody,
  data: translationUnitSchema,
});

export const requestRetranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/request",
  guard: "active",
  limit: limits.click,
  summary: "Asks for another translation, with a reason. Allowed for everybody in the conversation.",
  params: translationParams,
  body: rejectionBody,
  data: translationUnitSchema,
});

export const askAuthor = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/question",
  guard: "active",
  limit: limits.click,
  summary:
    "Asks the author a question, in the message's thread. Allowed for people who may translate the message. `…/questions` lists the questions with their answers. Sending the same `client_id` again asks only once.",
  params: translationParams,
  body: z.strictObject({ client_id: idSchema, content: translationText }),
  data: messageSchema,
});

/** The response about a translation contains up to this many messages before the original, and as many after it. */
export const contextMessageCount = 5;

export const getTranslation = endpoint({
  method: "GET",
  path: "/messages/:mid/translations/:language",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Returns one message and its translation, with the messages around it; for a reply, these are replies of its thread. `root` is the first message of a reply's thread. `replies` are the newest replies in the message's own thread.",
  params: translationParams,
  data: z.object({
    unit: translationUnitSchema,
    above: createCutListSchema(messageSchema, contextMessageCount),
    below: createCutListSchema(messageSchema, contextMessageCount),
    root: messageSchema.nullable(),
    replies: createCutListSchema(messageSchema, contextMessageCount),
  }),
});
