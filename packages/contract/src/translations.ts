import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { cutList, cutPageMeta, cutPageQuery, maximumPageSize } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { boundedText, message } from "./messages.ts";
import { contentLength, contentSchema } from "./profiles.ts";
import { conversationBrief } from "./threads.ts";
import {
  maximumTranslationUnits,
  messageTranslation,
  translationOriginSchema,
  translationStateSchema,
} from "./translation-states.ts";

/** Milliseconds without a word of whoever claimed a translation after which another may take it. */
export const claimLasts = 15 * 60_000;

export const urgencies = ["LOW", "NORMAL", "HIGH"] as const;
export const urgencySchema = z.enum(urgencies).meta({ id: "Urgency" });
export type Urgency = z.infer<typeof urgencySchema>;

/** What a request for a translation, or for another one, says besides. */
export const noteSchema = contentSchema;
export const translationReasonSchema = contentSchema.pipe(z.string().min(1, { error: "required" }));

/** A message and one of its translations, as translators see it; `translation` is null where nobody asked for one yet. */
export const translationUnit = z
  .object({
    message,
    conversation: conversationBrief,
    language: languageSchema,
    translation: messageTranslation.nullable(),
    urgency: urgencySchema,
    /** Of who asked for it; empty for none. */
    note: z.string().max(contentLength),
    /** Of the last rejection or request for another translation. */
    reason: z.string().max(contentLength),
    asked_by: idSchema.nullable(),
    asked_at: z.iso.datetime().nullable(),
    /** Since when it waits for a translator; null where nobody has to do anything. */
    waiting_since: z.iso.datetime().nullable(),
    /** When whoever claimed it was last heard of. */
    claimed_at: z.iso.datetime().nullable(),
    approved_by: idSchema.nullable(),
  })
  .meta({ id: "TranslationUnit" });
export type TranslationUnit = z.infer<typeof translationUnit>;

export const translationEvents = [
  "FILLED",
  "RECALLED",
  "SUBMITTED",
  "APPROVED",
  "REJECTED",
  "REQUESTED",
  "RESTORED",
  "EXPIRED",
  /** A text that came too late: it is kept here and shown to nobody else. */
  "SUPERSEDED",
] as const;

/** A step of a translation's history. `content` is there where the step brought a text. */
export const translationEntry = z
  .object({
    step: z.number().int(),
    event: z.enum(translationEvents),
    version: z.number().int(),
    content: z.string().max(maximumTranslationUnits).nullable(),
    revision: z.number().int(),
    origin: translationOriginSchema.nullable(),
    state: translationStateSchema,
    user_id: idSchema.nullable(),
    reason: z.string().max(contentLength),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "TranslationEntry" });
export type TranslationEntry = z.infer<typeof translationEntry>;

const ofMessage = z.strictObject({ mid: idSchema, language: languageSchema });
const written = z.number().int().min(1);

/** Not blank; other than that as long as a message may be. */
const translationText = boundedText.pipe(
  z.string().refine((content) => content.trim() !== "", { error: "required" }),
);
const submitBody = z
  .strictObject({
    content: translationText,
    /** Of the text that its writer began from; 0 for none. */
    version: z.number().int().min(0).optional(),
    /** Of the original that its writer read. */
    revision: written.optional(),
    /** Saves what a check warns of: the same as the original, another language, ten times as long. */
    confirmed: z.boolean().default(false),
  })
  .meta({ id: "TranslationText" });
/** Why a translation is not good enough, and which text of it is meant. */
const reasonBody = z
  .strictObject({ reason: translationReasonSchema, version: written.optional() })
  .meta({ id: "TranslationReason" });

export const createTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language",
  guard: "active",
  limit: limits.click,
  summary:
    "Submits a translation, by a member who knows both languages. TRANSLATION.CHANGED where another text came first, TRANSLATION.ORIGINAL where the original has changed, TRANSLATION.CLAIMED while somebody else is at it: the text is kept in the history then.",
  params: ofMessage,
  body: submitBody,
  data: translationUnit,
});

export const updateTranslation = endpoint({
  method: "PATCH",
  path: "/messages/:mid/translations/:language",
  guard: "active",
  limit: limits.click,
  summary: "Submits another text for a translation that has one; otherwise as POST.",
  params: ofMessage,
  body: submitBody,
  data: translationUnit,
});

export const claimTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/claim",
  guard: "active",
  limit: limits.click,
  summary:
    "Tells everybody that I am translating it; again, that I still am. TRANSLATION.CLAIMED while somebody else is, until 15 minutes after they were last heard of.",
  params: ofMessage,
  data: translationUnit,
});

export const releaseTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/release",
  guard: "active",
  limit: limits.click,
  summary: "Gives my claim back.",
  params: ofMessage,
  data: translationUnit,
});

export const handOverTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/hand_over",
  guard: "active",
  limit: limits.click,
  summary: "Gives my claim to another translator of the conversation who knows both languages.",
  params: ofMessage,
  body: z.strictObject({ user_id: idSchema }),
  data: translationUnit,
});

export const approveTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/approve",
  guard: "active",
  limit: limits.click,
  summary: "Approves the text, by a translator of the conversation; the `version` that they read.",
  params: ofMessage,
  body: z.strictObject({ version: written.optional() }).default({}),
  data: translationUnit,
});

export const rejectTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/reject",
  guard: "active",
  limit: limits.click,
  summary: "Sends it back with a reason, by a translator of the conversation.",
  params: ofMessage,
  body: reasonBody,
  data: translationUnit,
});

export const requestTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/request",
  guard: "active",
  limit: limits.click,
  summary: "Asks for another translation, with a reason, by anybody in the conversation.",
  params: ofMessage,
  body: reasonBody,
  data: translationUnit,
});

export const restoreTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/restore",
  guard: "active",
  limit: limits.click,
  summary: "Brings a text of the history back. One that was made from an older original stays out of date.",
  params: ofMessage,
  body: z.strictObject({ version: written }),
  data: translationUnit,
});

export const askAuthor = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/question",
  guard: "active",
  limit: limits.click,
  summary:
    "Asks the author, in the message's thread, by who may translate it; the question and its answers come with the translation. The same `client_id` again asks once.",
  params: ofMessage,
  body: z.strictObject({ client_id: idSchema, content: translationText }),
  data: message,
});

/** The most that are approved at once. */
export const maximumApproved = 50;

export const approveHits = endpoint({
  method: "POST",
  path: "/translations/exact_hits/approve",
  guard: "active",
  limit: limits.form,
  summary:
    "Approves texts that came from the memory as they are, each as `…/approve` does; `code` says why one was not approved.",
  body: z.strictObject({
    units: z
      .array(z.strictObject({ message_id: idSchema, language: languageSchema, version: written }))
      .min(1)
      .max(maximumApproved),
  }),
  data: z
    .array(z.object({ message_id: idSchema, language: languageSchema, code: z.string().max(100).nullable() }))
    .max(maximumApproved),
});

export const listExactHits = endpoint({
  method: "GET",
  path: "/translations/exact_hits",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Texts that came from the memory and nobody has approved yet, in my conversations and languages; the last first. For translators; everybody else finds none.",
  query: cutPageQuery,
  data: cutList(translationUnit, maximumPageSize),
  meta: cutPageMeta,
});

/** Messages on each side that come with a translation's original. */
export const contextSize = 5;

export const getTranslation = endpoint({
  method: "GET",
  path: "/messages/:mid/translations/:language",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "One message and its translation, with the messages around it: for a reply those of its thread. `root` is a reply's first message, `replies` are the newest of the message's own thread.",
  params: ofMessage,
  data: z.object({
    unit: translationUnit,
    above: cutList(message, contextSize),
    below: cutList(message, contextSize),
    root: message.nullable(),
    replies: cutList(message, contextSize),
    /** What a translator asked the author last, and what was said after it in the thread. */
    question: message.nullable(),
    answers: cutList(message, contextSize),
  }),
});

/** The most entries that one answer holds: each may be as long as a message. */
export const maximumEntries = 20;

export const listTranslationHistory = endpoint({
  method: "GET",
  path: "/messages/:mid/translations/:language/history",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "What happened to a translation, the last first; with `before`, before that step. `below` says whether there is more.",
  params: ofMessage,
  query: z.strictObject({
    before: z.coerce.number().int().min(1).optional(),
    paging: z.coerce.number().int().min(1).max(maximumEntries).default(maximumEntries),
  }),
  data: cutList(translationEntry, maximumEntries),
  meta: z.object({ below: z.boolean() }),
});

export const listMyTranslations = endpoint({
  method: "GET",
  path: "/translations",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "What I wrote or have claimed, the last changed first.",
  query: cutPageQuery.extend({
    state: translationStateSchema.optional(),
    language: languageSchema.optional(),
    claimed: z.stringbool().optional(),
  }),
  data: cutList(translationUnit, maximumPageSize),
  meta: cutPageMeta,
});

export const listTranslationQueue = endpoint({
  method: "GET",
  path: "/translations/queue",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "What waits for a translator in my conversations, in languages that I know: the urgent first, then what has waited longest. For translators; everybody else finds it empty.",
  query: cutPageQuery.extend({
    conversation_id: idSchema.optional(),
    source: languageSchema.optional(),
    language: languageSchema.optional(),
    urgency: urgencySchema.optional(),
    state: translationStateSchema.optional(),
    /** Minutes that it has waited at least. */
    minutes: z.coerce.number().int().min(0).max(1_000_000).optional(),
  }),
  data: cutList(translationUnit, maximumPageSize),
  meta: cutPageMeta,
});
