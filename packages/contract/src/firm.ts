import { z } from "zod";
import { countries } from "./countries.ts";
import { emailSchema } from "./credentials.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { limits } from "./kit/limits.ts";
import { type Language, languageSchema, languages } from "./languages.ts";
import { nameSchema } from "./names.ts";

/** Maximum characters of each text about the company, such as its name or its address. */
const maximumFirmLengths = {
  registered_name: 160,
  registered_number: 60,
  address: 200,
  city: 100,
  country: 2,
  map_url: 500,
  email: 254,
  phone: 40,
  reply_time: 120,
  name: 200,
  role: 120,
  text: 300,
  picture: 120,
} as const;
const createShownLineSchema = (field: keyof typeof maximumFirmLengths) =>
  z.string().max(maximumFirmLengths[field]);

/** One line of text about the company. Empty: the company has not filled in this field. */
const createLineSchema = (field: keyof typeof maximumFirmLengths) =>
  z
    .string()
    .transform((text) => text.normalize("NFC").replace(/\s+/gu, " ").trim())
    .pipe(createShownLineSchema(field));
/** One line of text about the company in each language of the interface. */
const createTranslatedLineSchema = (field: keyof typeof maximumFirmLengths) =>
  z.strictObject({ en: createLineSchema(field), vi: createLineSchema(field), ja: createLineSchema(field) });
const translatedTextSchema = (field: keyof typeof maximumFirmLengths) =>
  z.object({
    en: createShownLineSchema(field),
    vi: createShownLineSchema(field),
    ja: createShownLineSchema(field),
  });
export type FirmTextByLanguage = z.infer<ReturnType<typeof translatedTextSchema>>;

/** Maximum people of the firm on its public page. */
export const maximumListedFirmPeople = 12;

const firmPersonSchema = z.strictObject({
  name: nameSchema,
  role: createTranslatedLineSchema("role"),
  /** A sentence that describes the person. */
  text: createTranslatedLineSchema("text"),
  /** The URL of a picture, which is uploaded like the blog's pictures. Null: no picture. */
  picture: z
    .string()
    .regex(/^\/api\/blog\/pictures\/[\w-]{1,80}\.webp$/, { error: "invalid" })
    .nullable(),
});
export type FirmPerson = Firm["people"][number];

const isWebAddress = (text: string) => {
  const address = URL.parse(text);
  return address !== null && address.protocol === "https:" && address.hostname.includes(".");
};

/**
 * The public information about the company that runs this site. Every field may be empty; the site shows only fields
 * that are filled in.
 */
const firmFactFields = {
  registered_name: createTranslatedLineSchema("registered_name"),
  registered_number: createLineSchema("registered_number"),
  address: createTranslatedLineSchema("address"),
  city: createTranslatedLineSchema("city"),
  /** The country as an ISO 3166-1 alpha-2 code. Empty: no country. */
  country: z.string().refine((code) => code === "" || countries.includes(code), { error: "country" }),
  /** A link to a map that shows the office. */
  map_url: z
    .string()
    .trim()
    .max(maximumFirmLengths.map_url)
    .refine((text) => text === "" || isWebAddress(text), { error: "web_address" }),
  email: z.literal("").or(emailSchema),
  phone: z
    .string()
    .trim()
    .max(maximumFirmLengths.phone)
    .regex(/^(?:\+?[\d\s().-]{5,40})?$/, { error: "phone" }),
  /** How soon the company replies to a contact message, such as "within one business day". */
  reply_time: createTranslatedLineSchema("reply_time"),
  people: z.array(firmPersonSchema).max(maximumListedFirmPeople),
};

/** What the firm says about itself, in every language, as an admin edits it. */
export const firmSchema = z
  .object({
    registered_name: translatedTextSchema("registered_name"),
    registered_number: createShownLineSchema("registered_number"),
    address: translatedTextSchema("address"),
    city: translatedTextSchema("city"),
    country: createShownLineSchema("country"),
    map_url: createShownLineSchema("map_url"),
    email: createShownLineSchema("email"),
    phone: createShownLineSchema("phone"),
    reply_time: translatedTextSchema("reply_time"),
    people: z
      .array(
        z.object({
          name: createShownLineSchema("name"),
          role: translatedTextSchema("role"),
          text: translatedTextSchema("text"),
          picture: createShownLineSchema("picture").nullable(),
        }),
      )
      .max(maximumListedFirmPeople),
    /** The version of the company's information. 0 until somebody saves it. */
    version: z.number().int(),
    updated_at: z.iso.datetime().nullable(),
    /**
     * The name of the person who last saved the company's information. Null: nobody has saved it, or the person's
     * account was deleted.
     */
    changed_by: z.string().max(200).nullable(),
  })
  .meta({ id: "Firm" });
export type Firm = z.infer<typeof firmSchema>;

const firmBody = z.strictObject({ ...firmFactFields, version: z.number().int().min(0).optional() });
export type FirmChangeBody = z.input<typeof firmBody>;
export type FirmInAllLanguages = Omit<Firm, "version" | "updated_at" | "changed_by">;

/** What the firm says about itself, in one language, as a page shows it. Fields that are not filled in are empty. */
export const firmInLanguageSchema = z
  .object({
    registered_name: createShownLineSchema("registered_name"),
    registered_number: createShownLineSchema("registered_number"),
    address: createShownLineSchema("address"),
    city: createShownLineSchema("city"),
    country: createShownLineSchema("country"),
    map_url: createShownLineSchema("map_url"),
    email: createShownLineSchema("email"),
    phone: createShownLineSchema("phone"),
    reply_time: createShownLineSchema("reply_time"),
    people: z
      .array(
        z.object({
          name: createShownLineSchema("name"),
          role: createShownLineSchema("role"),
          text: createShownLineSchema("text"),
          picture: createShownLineSchema("picture").nullable(),
        }),
      )
      .max(maximumListedFirmPeople),
  })
  .meta({ id: "ShownFirm" });
export type FirmInLanguage = z.infer<typeof firmInLanguageSchema>;

/** The data of a firm that has filled in no field. */
export const blankFirm: FirmInLanguage = {
  registered_name: "",
  registered_number: "",
  address: "",
  city: "",
  country: "",
  map_url: "",
  email: "",
  phone: "",
  reply_time: "",
  people: [],
};

/** Returns the text in the reader's language, else in the first language that has one. */
function chooseTextForReader(texts: FirmTextByLanguage, language: Language): string {
  return texts[language] || (languages.map((otherLanguage) => texts[otherLanguage]).find(Boolean) ?? "");
}

export function convertFirmToLanguage(firm: FirmInAllLanguages, language: Language): FirmInLanguage {
  const { registered_number, country, map_url, email, phone } = firm;
  return {
    registered_name: chooseTextForReader(firm.registered_name, language),
    registered_number,
    address: chooseTextForReader(firm.address, language),
    city: chooseTextForReader(firm.city, language),
    country,
    map_url,
    email,
    phone,
    reply_time: chooseTextForReader(firm.reply_time, language),
    people: firm.people.map(({ name, role, text, picture }) => ({
      name,
      role: chooseTextForReader(role, language),
      text: chooseTextForReader(text, language),
      picture,
    })),
  };
}

export const getFirm = endpoint({
  method: "GET",
  path: "/firm",
  guard: "anyone",
  limit: limits.public,
  summary: "Returns what the firm states about itself, in one language. Empty if the firm states nothing.",
  query: z.strictObject({ language: languageSchema.default("en") }),
  data: firmInLanguageSchema,
});
export const getFirmInAllLanguages = endpoint({
  method: "GET",
  path: "/admin/firm",
  guard: "admin",
  limit: limits.read,
  summary: "Returns what the firm states about itself, in every language.",
  data: firmSchema,
});
export const changeFirm = endpoint({
  method: "PATCH",
  path: "/admin/firm",
  guard: "admin",
  limit: limits.form,
  summary:
    "Changes what the firm states about itself. All fields are required except `version`, the version that the caller edited: if somebody has saved a newer one, the answer is FIRM.CHANGED and nothing is overwritten.",
  body: firmBody,
  data: firmSchema,
});

export const firmErrors = {
  "FIRM.CHANGED": {
    status: 409,
    message: {
      en: "Someone else has saved the firm's details since you opened them. Open the page again to see theirs.",
      vi: "Người khác đã lưu thông tin công ty sau khi bạn mở. Hãy mở lại trang để xem nội dung của họ.",
      ja: "会社情報は、開いた後に別の人が保存しました。ページを開き直して内容をご確認ください。",
    },
  },
} as const satisfies ErrorTable;
