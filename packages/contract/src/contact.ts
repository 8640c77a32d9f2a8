import { z } from "zod";
import { countries } from "./countries.ts";
import { emailInResponseSchema, emailSchema } from "./credentials.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { longRowPageQuery, maximumLongRowPageSize, pageMetaSchema } from "./kit/page.ts";
import { createRawTextSchema } from "./kit/raw-text.ts";
import { languageSchema } from "./languages.ts";
import { nameSchema } from "./names.ts";
import { toStorableText } from "./storable.ts";

/**
 * The subject that the sender of a contact message chose. The button in the header of the public pages preselects
 * `consultant`.
 */
export const contactTopics = ["consultant", "project", "career", "other"] as const;
export const contactTopicSchema = z.enum(contactTopics).meta({ id: "ContactTopic" });

/**
 * Maximum UTF-16 code units of a contact message. An emoji takes several units, so this is more than the maximum
 * characters.
 */
const maximumMessageUnits = 5_000;

/** The text of a contact message: 1 to 500 characters (docs/rules.md). An emoji counts as one character. */
const messageSchema = createRawTextSchema(20_000, 500)
  .transform((text) =>
    toStorableText(
      text
        .normalize("NFC")
        .replace(/\r\n?/g, "\n")
        .replace(/\p{Cc}/gu, keepOnlyLineBreak),
    ).trim(),
  )
  .pipe(
    z
      .string()
      .min(1, { error: "required" })
      .refine(
        (text) => text.length <= maximumMessageUnits && [...new Intl.Segmenter().segment(text)].length <= 500,
        {
          error: "too_long",
          params: { limit: 500 },
        },
      ),
  );

function keepOnlyLineBreak(character: string): string {
  return character === "\n" || character === "\t" ? character : "";
}

/**
 * A phone number as people type it, with 5 to 17 digits. The server checks it against the country.
 */
const phoneSchema = z
  .string()
  .max(100, { error: "phone" })
  .transform((phone) => phone.normalize("NFKC").trim())
  .pipe(
    z
      .string()
      .min(1, { error: "required" })
      .regex(/^\+?[\d\s().\-/・‐-―−]+$/, { error: "phone" })
      .refine((phone) => /^\D*(?:\d\D*){5,17}$/.test(phone), { error: "phone" }),
  );

/**
 * Minimum seconds between opening and sending the contact form. A person needs more time, so a form that is sent sooner
 * comes from a program.
 */
export const minimumContactFormSeconds = 3;
/**
 * A message that looks automated needs a proof of work. The page then requests a new form (`GET /contact/form` with
 * `again`). If this form is sent at least this many seconds later, it needs no proof. So people can send it from
 * browsers without JavaScript, which cannot compute a proof.
 */
export const secondsUntilProofIsOptional = 20;
/** The hash of a proof of work must begin with this many zero bits. A browser finds such a hash in about a second. */
export const proofOfWorkBits = 18;

export const sendContact = endpoint({
  method: "POST",
  path: "/contact",
  guard: "anyone",
  summary:
    "Sends the firm a message. The sender is promised a reply. Leave `website` empty: people do not see this field.",
  limit: { perMinute: 10 },
  // Maximum bytes of the request body: the longest message with every character escaped.
  maximumBodyBytes: 192 * 1024,
  body: z.strictObject({
    first_name: nameSchema,
    last_name: nameSchema,
    phone: phoneSchema,
    email: emailSchema,
    /** The country as an ISO 3166-1 alpha-2 code. */
    country: z
      .string()
      .min(1, { error: "required" })
      .transform((code) => code.toUpperCase())
      .refine((code) => countries.includes(code), { error: "country" }),
    message: messageSchema,
    topic: contactTopicSchema.default("other"),
    /** The title of the price plan that the sender asks about, as on the price page. Empty: no plan. */
    plan: z
      .string()
      .max(2000)
      .transform((title) => (title.trim() === "" ? "" : title))
      .pipe(z.literal("").or(nameSchema))
      .default(""),
    language: languageSchema.default("en"),
    website: z.string().max(1000).default(""),
    /** The form's token from `GET /contact/form`. If the same form is sent twice, it is stored once. */
    form: z.string().max(300).optional(),
    /**
     * The proof of work that the error CONTACT.PROOF asks for: a number for which SHA-256(form + ":" + number) begins
     * with enough zero bits.
     */
    proof: z
      .string()
      .regex(/^\d{1,12}$/, { error: "invalid" })
      .optional(),
  }),
  data: z.object({ received: z.literal(true) }),
});

export const getContactForm = endpoint({
  method: "GET",
  path: "/contact/form",
  guard: "anyone",
  limit: limits.public,
  summary:
    "Returns a token for one contact form. The token tells which form it is and when it was issued. `again` is for a form that was asked for a proof.",
  query: z.strictObject({ again: z.literal("true").optional() }),
  data: z.object({ form: z.string().max(300) }),
});

export const contactMessageStates = ["NEW", "IN_PROGRESS", "ANSWERED", "SPAM"] as const;
export const contactMessageStateSchema = z.enum(contactMessageStates).meta({ id: "ContactState" });
/** Maximum characters of a reply to a contact message. */
export const maximumContactReplyLength = 10_000;

/** A contact message as admins see it. */
export const contactMessageSchema = z
  .object({
    id: idSchema,
    first_name: z.string().max(200),
    last_name: z.string().max(200),
    /** The phone number in E.164 format. */
    phone: z.string().max(100),
    email: emailInResponseSchema,
    country: z.string().max(2),
    topic: contactTopicSchema,
    /** The title of the price plan that the sender asked about. Empty: no plan. */
    plan: z.string().max(200),
    language: languageSchema,
    message: z.string().max(maximumMessageUnits),
    state: contactMessageStateSchema,
    reply: z.string().max(maximumContactReplyLength).nullable(),
    replied_by: z.string().max(200).nullable(),
    replied_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "ContactMessage" });
export type ContactMessage = z.infer<typeof contactMessageSchema>;

export const listReceivedContactMessages = endpoint({
  method: "GET",
  path: "/admin/contacts",
  guard: "admin",
  limit: limits.lookup,
  summary:
    "Lists contact messages, newest first: those of one state, or all except spam. `search` looks in names, addresses and texts.",
  query: longRowPageQuery.extend({
    state: contactMessageStateSchema.optional(),
    search: z.string().trim().max(200).default(""),
  }),
  data: z.array(contactMessageSchema).max(maximumLongRowPageSize),
  meta: pageMetaSchema,
});

const idParams = z.object({ id: idSchema });

export const getContactMessage = endpoint({
  method: "GET",
  path: "/admin/contacts/:id",
  guard: "admin",
  limit: limits.read,
  summary: "Returns one contact message.",
  params: idParams,
  data: contactMessageSchema,
});

export const setContactMessageState = endpoint({
  method: "PATCH",
  path: "/admin/contacts/:id",
  guard: "admin",
  limit: limits.form,
  summary: "Moves a contact message to another state.",
  params: idParams,
  body: z.strictObject({ state: contactMessageStateSchema }),
  data: contactMessageSchema,
});

export const replyToContactMessage = endpoint({
  method: "POST",
  path: "/admin/contacts/:id/reply",
  guard: "admin",
  limit: limits.form,
  summary:
    "Mails a reply to the sender of a contact message, and stores the reply. A message can be answered only once.",
  params: idParams,
  body: z.strictObject({
    reply: z.string().trim().min(1, { error: "required" }).max(maximumContactReplyLength),
  }),
  data: contactMessageSchema,
});

export const contactErrors = {
  "CONTACT.PROOF": {
    status: 422,
    message: {
      en: "Please send this once more. It looked as if a program had sent it.",
      vi: "Vui lòng gửi lại một lần nữa. Chúng tôi hỏi lại vì nội dung trông giống như do máy gửi.",
      ja: "お手数ですが、もう一度送信してください。自動送信の可能性があるため確認しています。",
    },
  },
  "CONTACT.ANSWERED": {
    status: 409,
    message: {
      en: "Someone has already answered this message.",
      vi: "Tin nhắn này đã được trả lời.",
      ja: "このメッセージにはすでに返信済みです。",
    },
  },
} as const satisfies ErrorTable;
