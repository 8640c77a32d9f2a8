import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { cutList } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { boundedText, message } from "./messages.ts";
import { contentLength, contentSchema } from "./profiles.ts";
import { conversationBrief } from "./threads.ts";
import { messageTranslation } from "./translation-states.ts";

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

/** Which translation a call is about. */
export const ofTranslation = z.strictObject({ mid: idSchema, language: languageSchema });
/** A text's or an original's number, from 1 on. */
export const versionSchema = z.number().int().min(1);

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
    revision: versionSchema.optional(),
    /** Saves what a check warns of: the same as the original, another language, ten times as long. */
    confirmed: z.boolean().default(false),
  })
  .meta({ id: "TranslationText" });
/** Why a translation is not good enough, and which text of it is meant. */
const reasonBody = z
  .strictObject({ reason: translationReasonSchema, version: versionSchema.optional() })
  .meta({ id: "TranslationReason" });

export const createTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language",
  guard: "active",
  limit: limits.click,
  summary:
    "Submits a translation, by a member who knows both languages. TRANSLATION.CHANGED where another text came first, TRANSLATION.ORIGINAL where the original has changed, TRANSLATION.CLAIMED while somebody else is at it: the text is kept in the history then.",
  params: ofTranslation,
  body: submitBody,
  data: translationUnit,
});

export const updateTranslation = endpoint({
  method: "PATCH",
  path: "/messages/:mid/translations/:language",
  guard: "active",
  limit: limits.click,
  summary: "Submits another text for a translation that has one; otherwise as POST.",
  params: ofTranslation,
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
  params: ofTranslation,
  data: translationUnit,
});

export const releaseTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/release",
  guard: "active",
  limit: limits.click,
  summary: "Gives my claim back.",
  params: ofTranslation,
  data: translationUnit,
});

export const handOverTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/hand_over",
  guard: "active",
  limit: limits.click,
  summary: "Gives my claim to another translator of the conversation who knows both languages.",
  params: ofTranslation,
  body: z.strictObject({ user_id: idSchema }),
  data: translationUnit,
});

export const approveTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/approve",
  guard: "active",
  limit: limits.click,
  summary: "Approves the text, by a translator of the conversation; the `version` that they read.",
  params: ofTranslation,
  body: z.strictObject({ version: versionSchema.optional() }).default({}),
  data: translationUnit,
});

export const rejectTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/reject",
  guard: "active",
  limit: limits.click,
  summary: "Sends it back with a reason, by a translator of the conversation.",
  params: ofTranslation,
  body: reasonBody,
  data: translationUnit,
});

export const requestTranslation = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/request",
  guard: "active",
  limit: limits.click,
  summary: "Asks for another translation, with a reason, by anybody in the conversation.",
  params: ofTranslation,
  body: reasonBody,
  data: translationUnit,
});

export const askAuthor = endpoint({
  method: "POST",
  path: "/messages/:mid/translations/:language/question",
  guard: "active",
  limit: limits.click,
  summary:
    "Asks the author, in the message's thread, by who may translate it; the question and its answers come with the translation. The same `client_id` again asks once.",
  params: ofTranslation,
  body: z.strictObject({ client_id: idSchema, content: translationText }),
  data: message,
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
  params: ofTranslation,
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
