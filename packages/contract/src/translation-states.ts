import { z } from "zod";
import { idSchema } from "./kit/ids.ts";
import type { Transitions } from "./kit/transitions.ts";
import { languageSchema, languages } from "./languages.ts";

/** The states of a translation into one language (given names). `MACHINE`: no person has checked it. */
export const translationStates = [
  "NEEDS_TRANSLATION",
  "MACHINE",
  "TRANSLATED",
  "APPROVED",
  "NEEDS_RETRANSLATION",
] as const;
export const translationStateSchema = z.enum(translationStates).meta({ id: "TranslationState" });
export type TranslationState = z.infer<typeof translationStateSchema>;

const statesWithText = ["MACHINE", "TRANSLATED", "APPROVED", "NEEDS_RETRANSLATION"] as const;

/**
 * The legal steps of a translation; any other is refused with 409. A `reader` can read the original. A
 * `writer` knows both languages. A `translator` is a writer with the role comtor or brse.
 */
export const translationSteps = {
  /** A machine or the memory provides a text, if no person has written one. */
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
  /**
   * Restores an older version. If that version was made from an older revision of the original, it is out of
   * date at once.
   */
  restore: { actor: "writer", from: statesWithText, to: "TRANSLATED" },
  /** The original was edited. */
  expire: { actor: "system", from: statesWithText, to: "NEEDS_RETRANSLATION" },
} as const satisfies Transitions<TranslationState, "system" | "reader" | "writer" | "translator">;
export type TranslationStep = keyof typeof translationSteps;

export const translationOrigins = ["PERSON", "MACHINE", "MEMORY"] as const;
export const translationOriginSchema = z.enum(translationOrigins).meta({ id: "TranslationOrigin" });
export type TranslationOrigin = z.infer<typeof translationOriginSchema>;

/** The most code units of a translation: as many as a message may have. */
export const maximumTranslationUnits = 40_000;

/**
 * A message in another language. `version` 0 means that there is no text yet: `revision` is 0, `content`
 * empty and `origin` null. The translation is current while `revision` equals the message's.
 */
export const messageTranslation = z
  .object({
    language: languageSchema,
    state: translationStateSchema,
    content: z.string().max(maximumTranslationUnits),
    /** The original's revision from which this text was made. */
    revision: z.number().int(),
    /** The version of the text. A person who submits a text sends the version that they saw. */
    version: z.number().int(),
    origin: translationOriginSchema.nullable(),
    /** The person who wrote the text. Null: no person did. */
    user_id: idSchema.nullable(),
    /** The person who is translating it now. */
    claimed_by: idSchema.nullable(),
    /**
     * Whether it waits for the machine: this month's budget had no room for it, and nobody asked for it. The
     * machine translates it once there is budget again. Absent: it does not wait.
     */
    waits_for_machine: z.literal(true).optional(),
    /**
     * When the translator who claimed it last sent something. A claim ends 15 minutes later. Absent: nobody
     * has claimed it.
     */
    claimed_at: z.iso.datetime().optional(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "MessageTranslation" });
export type MessageTranslation = z.infer<typeof messageTranslation>;

/** The most translations of one message. */
export const maximumTranslations = languages.length - 1;

interface Original {
  revision: number;
  translations?: readonly MessageTranslation[] | undefined;
}

/** Whether there is a text, made from the original's present revision. */
export const isCurrent = (
  { version, revision }: Pick<MessageTranslation, "version" | "revision">,
  original: Pick<Original, "revision">,
) => version > 0 && revision === original.revision;

/** The translation for a reader of this language, even if out of date. Undefined when there is no text. */
export function translationFor(original: Original, language: string): MessageTranslation | undefined {
  return original.translations?.find(
    (translation) => translation.language === language && translation.version > 0,
  );
}

/** Returns the translation as it is after the original was edited. */
export function expired(translation: MessageTranslation): MessageTranslation {
  return translation.version > 0 ? { ...translation, state: translationSteps.expire.to } : translation;
}
