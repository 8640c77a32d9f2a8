import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { languageSchema, languages } from "./languages.ts";
import { maximumTranslationsPerMessage, translationStateSchema } from "./translation-states.ts";
import { translationNoteSchema } from "./translations.ts";

/** The texts of a project that are translated. */
export const projectTextFields = ["name", "description", "skill", "time"] as const;
export const projectTextFieldSchema = z.enum(projectTextFields).meta({ id: "ProjectTextField" });
export type ProjectTextField = z.infer<typeof projectTextFieldSchema>;

/**
 * A project's text for translators. A message in the client's conversation contains the text and is translated like any
 * other message. `message_id` is null until somebody has requested a translation.
 */
export const projectTextProgressSchema = z
  .object({
    field: projectTextFieldSchema,
    message_id: idSchema.nullable(),
    /** The detected language of the project's text. */
    language: languageSchema,
    /** Whether the text is longer than a message can be. Such a text cannot be translated. */
    is_too_long: z.boolean(),
    translations: z
      .array(
        z.object({
          language: languageSchema,
          state: translationStateSchema,
          /**
           * Whether readers of this language see the translation of the project's text. The translation must be
           * approved, and the text must not have changed since.
           */
          is_shown: z.boolean(),
        }),
      )
      .max(maximumTranslationsPerMessage),
  })
  .meta({ id: "ProjectTextProgress" });
export type ProjectTextProgress = z.infer<typeof projectTextProgressSchema>;

const projectParams = z.strictObject({ id: idSchema });
const projectTextsSchema = z.array(projectTextProgressSchema).max(projectTextFields.length);

export const listProjectTextProgress = endpoint({
  method: "GET",
  path: "/projects/:id/texts",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Returns how far the translation of a project's name, description, skills and duration is. For the people of its client's conversation.",
  params: projectParams,
  data: projectTextsSchema,
});

export const requestProjectTextTranslations = endpoint({
  method: "POST",
  path: "/projects/:id/texts",
  guard: "active",
  limit: limits.form,
  summary:
    "Asks the project's translators to translate its name, description, skills and duration into these languages. Allowed for the people of its client's conversation. Asking again asks for what is missing.",
  params: projectParams,
  body: z.strictObject({
    languages: z.array(languageSchema).min(1).max(languages.length),
    note: translationNoteSchema.default(""),
  }),
  data: projectTextsSchema,
});
