import { z } from "zod";
import { idSchema } from "./kit/ids.ts";
import type { TransitionsByEvent } from "./kit/transitions.ts";
import { languageSchema, languages } from "./languages.ts";

/** The states of a translation, named as in the specification. `MACHINE`: no person has checked the text. */
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
 * The legal transitions of a translation. Others are refused with 409. A `reader` can read the original. A `writer`
 * knows both languages. A `translator` is a writer with the role comtor or brse, and in a support room also one with
 * the role admin.
 */
export const translationTransitions = {
  /**
   * The server adds a text, because no person has written a current one. `fill`: the machine translates. `recall`: the
   * text comes from the translation memory.
   */
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
   * Somebody restores an older version of a translation. If that version was made from an older revision of the
   * original, the translation is outdated at once.
   */
  restore: { actor: "writer", from: statesWithText, to: "TRANSLATED" },
  /** The author edits the original, so the translation is outdated. */
  expire: { actor: "system", from: statesWithText, to: "NEEDS_RETRANSLATION" },
} as const satisfies TransitionsByEvent<TranslationState, "system" | "reader" | "writer" | "translator">;
export type TranslationTransitionName = keyof typeof translationTransitions;

export const translationOrigins = ["PERSON", "MACHINE", "MEMORY"] as const;
export const translationOriginSchema = z.enum(translationOrigins).meta({ id: "TranslationOrigin" });
export type TranslationOrigin = z.infer<typeof translationOriginSchema>;

/** Maximum UTF-16 code units of a translation. The limit of a message is the same. */
export const maximumTranslationCodeUnits = 40_000;

/** The path parameters of endpoints for one translation of a message. */
export const translationParams = z.strictObject({ mid: idSchema, language: languageSchema });

/**
 * The translation of a message into another language. If there is no text yet, `version` and `revision` are 0,
 * `content` is empty and `origin` is null. The translation is up to date if its `revision` equals that of the message.
 */
export const messageTranslationSchema = z
  .object({
    language: languageSchema,
    state: translationStateSchema,
    content: z.string().max(maximumTranslationCodeUnits),
    /** The revision of the original message from which the translation was made. */
    revision: z.number().int(),
    /** The version of the translation. A person who submits a text sends the version that they saw. */
    version: z.number().int(),
    origin: translationOriginSchema.nullable(),
    /** The id of the person who wrote the translation. Null if a machine or the memory did. */
    user_id: idSchema.nullable(),
    /** The id of the person who is translating the message now. */
    claimed_by: idSchema.nullable(),
    /**
     * True if the machine will translate the message as soon as there is budget again. This month's budget for machine
     * translation is used up, and nobody has requested the translation. Absent: the translation is not postponed.
     */
    waits_for_machine: z.literal(true).optional(),
    /**
     * The last activity of the translator who claimed the translation. The claim ends 15 minutes later. Absent: nobody
     * has claimed it.
     */
    claimed_at: z.iso.datetime().optional(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "MessageTranslation" });
export type MessageTranslation = z.infer<typeof messageTranslationSchema>;

/** Maximum translations of one message: one for each other language. */
export const maximumTranslationsPerMessage = languages.length - 1;

interface RevisedOriginal {
  revision: number;
  translations?: readonly MessageTranslation[] | undefined;
}

/** Whether a translation has a text that was made from the original's current revision. */
export const isTranslationCurrent = (
  { version, revision }: Pick<MessageTranslation, "version" | "revision">,
  original: Pick<RevisedOriginal, "revision">,
) => version > 0 && revision === original.revision;

/** Returns the translation for a reader of this language, even if it is outdated. Undefined if there is no text. */
export function findTranslationFor(
  original: RevisedOriginal,
  language: string,
): MessageTranslation | undefined {
  return original.translations?.find(
    (translation) => translation.language === language && translation.version > 0,
  );
}

/**
 * Returns the translation as it is after an edit of the original message: with the state for an outdated text. A
 * translation without a text does not change.
 */
export function markTranslationOutdated(translation: MessageTranslation): MessageTranslation {
  return translation.version > 0 ? { ...translation, state: translationTransitions.expire.to } : translation;
}
