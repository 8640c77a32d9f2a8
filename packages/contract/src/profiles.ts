import { z } from "zod";
import { projectCategorySchema } from "./catalogue.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { createRawTextSchema } from "./kit/raw-text.ts";
import { languageSchema, languages } from "./languages.ts";
import { kanaNameSchema, latinNameSchema, nameSchema, personNameFields } from "./names.ts";
import { shortenMarkStacks } from "./storable.ts";
import { accountTypeSchema, profileStatusSchema, roleSchema } from "./users.ts";

/** Maximum characters of a profile's description and of an admin's reason (docs/rules.md). */
export const maximumFreeTextLength = 500;

/** Free text without control characters and invisible characters. Line breaks are kept. */
export const freeTextSchema = createRawTextSchema(10_000, maximumFreeTextLength)
  .transform((text) =>
    shortenMarkStacks(
      text
        .normalize("NFC")
        .replace(/\r\n?/g, "\n")
        .replace(/[^\P{C}\n]/gu, ""),
    ).trim(),
  )
  .pipe(z.string().max(maximumFreeTextLength));

/**
 * A phone number: digits with spaces, hyphens, dots and brackets, and a `+` before them. It is stored as typed, but in
 * half-width characters.
 */
export const phoneSchema = z
  .string()
  .max(200)
  .transform((phone) =>
    phone
      .normalize("NFKC")
      .replace(/[‐‑–—−ー]/g, "-")
      .trim(),
  )
  .pipe(
    z
      .string()
      .min(1, { error: "required" })
      .max(40)
      .regex(/^\+?[\d\s().-]+$/, { error: "phone" })
      .refine((phone) => /^\d{6,15}$/.test(phone.replace(/\D/g, "")), { error: "phone" }),
  );

const websiteSchema = z
  .string()
  .trim()
  .max(500)
  .pipe(z.union([z.literal(""), z.url({ protocol: /^https?$/ })], { error: "invalid" }));

const profileFields = {
  first_name: nameSchema,
  last_name: nameSchema,
  /** The person's or company's name, as others see it. */
  name: nameSchema,
  reading: kanaNameSchema.optional(),
  latin_name: latinNameSchema.optional(),
  address: nameSchema,
  phone: phoneSchema,
  category_ids: z.array(idSchema).min(1, { error: "required" }).max(20),
  description: freeTextSchema.optional(),
  website: websiteSchema.optional(),
};
export const profileBody = z.strictObject(profileFields);

/** A profile as its owner and admins see it. */
export const profileSchema = z
  .object({
    id: idSchema,
    user_id: idSchema,
    first_name: z.string().max(200),
    last_name: z.string().max(200),
    ...personNameFields,
    address: z.string().max(200),
    phone: z.string().max(40),
    categories: z.array(projectCategorySchema).max(20),
    description: z.string().max(maximumFreeTextLength),
    website: z.string().max(500),
    avatar: z.string().max(500).nullable(),
    account_type: accountTypeSchema.nullable(),
    role: roleSchema,
    working_language: languageSchema.nullable(),
    status: profileStatusSchema,
    reason: z.string().max(maximumFreeTextLength).nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    requested_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Profile" });
export type Profile = z.infer<typeof profileSchema>;

/** A profile as every signed-in person sees it: without address, telephone and the reason of a refusal. */
export const publicProfileSchema = z
  .object({
    id: idSchema,
    ...personNameFields,
    role: roleSchema,
    avatar: z.string().max(500).nullable(),
    working_language: languageSchema.nullable(),
    /** The languages that the person knows, including the person's working language. */
    languages: z.array(languageSchema).max(languages.length),
    account_type: accountTypeSchema.nullable(),
    categories: z.array(projectCategorySchema).max(20),
    description: z.string().max(maximumFreeTextLength),
    website: z.string().max(500),
    accepted: z.boolean(),
    /**
     * The person's time zone. Null for readers who share no room with the person, because it reveals where the person
     * lives.
     */
    time_zone: z.string().max(64).nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "PublicProfile" });
export type PublicProfile = z.infer<typeof publicProfileSchema>;

export const getMyProfile = endpoint({
  method: "GET",
  path: "/companies/my-info",
  guard: "signed-in",
  limit: limits.read,
  summary: "Returns the caller's profile, or null before they have created it.",
  data: profileSchema.nullable(),
});

export const createProfile = endpoint({
  method: "POST",
  path: "/companies",
  guard: "active",
  limit: limits.form,
  summary: "Creates the caller's profile. Each person has only one.",
  body: profileBody,
  data: profileSchema,
});

export const updateProfile = endpoint({
  method: "PATCH",
  path: "/companies",
  guard: "active",
  limit: limits.form,
  summary: "Changes the given fields of the caller's profile. The others stay.",
  body: profileBody.partial(),
  data: profileSchema,
});

export const getPublicProfile = endpoint({
  method: "GET",
  path: "/users/:id/profile",
  guard: "signed-in",
  limit: limits.read,
  summary: "Returns what another person tells about themself in their profile.",
  params: z.object({ id: idSchema }),
  data: publicProfileSchema,
});

/** Maximum size of an uploaded picture, in bytes. */
export const maximumPictureBytes = 5 * 1024 * 1024;
/**
 * Maximum length of an uploaded picture's longer side, in pixels. The server stores a square copy with the side
 * `avatarSidePx`.
 */
export const maximumPictureSidePx = 10_000;
export const avatarSidePx = 256;

/** The schema of a request body that consists of a picture's bytes. */
export const pictureBody = z.custom<Blob | Uint8Array>(
  (body) => body instanceof Uint8Array || body instanceof Blob,
  { error: "picture", path: ["picture"] },
);

export const setAvatar = endpoint({
  method: "POST",
  path: "/users/avatar",
  guard: "active",
  summary: "Sets the caller's picture. The body is the bytes of a JPEG, PNG, WebP or GIF file, at most 5 MB.",
  limit: { perMinute: 30 },
  bodyFormats: ["image"],
  body: pictureBody,
  data: z.object({ avatar: z.string().max(500) }),
});

export const profileErrors = {
  "PROFILE.EXISTS": {
    status: 409,
    message: {
      en: "You have a profile already.",
      vi: "Bạn đã có hồ sơ.",
      ja: "プロフィールはすでに作成されています。",
    },
  },
  "PROFILE.PICTURE": {
    status: 422,
    message: {
      en: "This is not a picture that can be used: a JPEG, PNG, WebP or GIF of at most 10,000 × 10,000 pixels.",
      vi: "Không dùng được ảnh này: cần tệp JPEG, PNG, WebP hoặc GIF, tối đa 10.000 × 10.000 điểm ảnh.",
      ja: "この画像は使えません。10,000×10,000ピクセルまでのJPEG・PNG・WebP・GIFをお選びください。",
    },
  },
} as const satisfies ErrorTable;
