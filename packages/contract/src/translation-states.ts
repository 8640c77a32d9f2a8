import { z } from "zod";
import { idSchema } from "./kit/ids.ts";
import type { Transitions } from "./kit/transitions.ts";
import { languageSchema, languages } from "./languages.ts";

/** Of a translation into one language (product words). `MACHINE`: no person has looked at it. */
export const translationStates = [
  "NEEDS_TRANSLATION",
  "MACHINE",
  "TRANSLATED",
  "APPROVED",
  "NEEDS_RETRANSLATION",
] as const;
export const translationStateSchema = z.enum(translationStates).meta({ id: "TranslationState" });
export type TranslationState = z.infer<typeof translationStateSchema>;

const written = ["MACHINE", "TRANSLATED", "APPROVED", "NEEDS_RETRANSLATION"] as const;

/**
 * What can happen to a translation; every other step is refused with 409. A `reader` may read the original, a `writer`
 * knows both languages besides, a `translator` is a writer with the role comtor or brse.
 */
export const translationSteps = {
  /** A machine's text, or a memory's, where no person has written one. */
  fill: { actor: "system", from: ["NEEDS_TRANSLATION", "NEEDS_RETRANSLATION", "MACHINE"], to: "MACHINE" },
  recall: {
    actor: "system",
    from: ["NEEDS_TRANSLATION", "NEEDS_RETRANSLATION", "MACHINE"],
    to: "TRANSLATED",
  },
  submit: { actor: "writer", from: translationStates, to: "TRANSLATED" },
  approve: { actor: "translator", from: ["MACHINE", "TRANSLATED"], to: "APPROVED" },
  reject: { actor: "translator", from: ["MACHINE", "TRANSLATED", "APPROVED"], to: "NEEDS_RETRANSLATION" },
  request: { actor: "reader", from: ["MACHINE", "TRANSLATED", "APPROVED"], to: "NEEDS_RETRANSLATION" },
  /** An older text comes back. One from an older revision of the original is out of date at once. */
  restore: { actor: "writer", from: written, to: "TRANSLATED" },
  /** The original was edited. */
  expire: { actor: "system", from: written, to: "NEEDS_RETRANSLATION" },
} as const satisfies Transitions<TranslationState, "system" | "reader" | "writer" | "translator">;
export type TranslationStep = keyof typeof translationSteps;

export const translationOrigins = ["PERSON", "MACHINE", "MEMORY"] as const;
export const translationOriginSchema = z.enum(translationOrigins).meta({ id: "TranslationOrigin" });
export type TranslationOrigin = z.infer<typeof translationOriginSchema>;

/** The most code units of a translation: as many as a message may have. */
export const maximumTranslationUnits = 40_000;

/**
 * A message in another language. `version` 0 says that there is no text yet; then `revision` is 0, `content` is empty and
 * `origin` null. It is current while `revision` is the message's; otherwise the original has changed since.
 */
export const messageTranslation = z
  .object({
    language: languageSchema,
    state: translationStateSchema,
    content: z.string().max(maximumTranslationUnits),
    /** Of the original from which the text was made. */
    revision: z.number().int(),
    /** Of the text; a submit names the one that its writer saw. */
    version: z.number().int(),
    origin: translationOriginSchema.nullable(),
    /** Who wrote the text; null for nobody. */
    user_id: idSchema.nullable(),
    /** Who is translating it. */
    claimed_by: idSchema.nullable(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "MessageTranslation" });
export type MessageTranslation = z.infer<typeof messageTranslation>;

/** The most translations of one original. */
export const maximumTranslations = languages.length - 1;

interface Original {
  revision: number;
  translations?: readonly MessageTranslation[] | undefined;
}

/** Whether there is a text, made from what the original says now. */
export const isCurrent = ({ version, revision }: MessageTranslation, original: Pick<Original, "revision">) =>
  version > 0 && revision === original.revision;

/** The text for a reader of this language, perhaps out of date; nothing where there is none. */
export function translationFor(original: Original, language: string): MessageTranslation | undefined {
  return original.translations?.find((one) => one.language === language && one.version > 0);
}

/** Once the original has been edited. */
export function expired(translation: MessageTranslation): MessageTranslation {
  return translation.version > 0 ? { ...translation, state: translationSteps.expire.to } : translation;
}
