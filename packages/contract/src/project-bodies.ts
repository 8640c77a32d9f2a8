import { z } from "zod";
import { isBlank } from "./blank.ts";
import { maximumFilesPerMessage } from "./files.ts";
import { isWithinYearsAhead } from "./kit/days.ts";
import { creationIdSchema, idSchema, requiredChoiceIdSchema } from "./kit/ids.ts";
import { daySchema } from "./kit/moments.ts";
import type { FieldRefusalReason } from "./kit/validation.ts";
import { countMessageCharacters } from "./message-text.ts";
import { amountOfMoneySchema } from "./money.ts";
import { cleanName } from "./names.ts";
import { freeTextSchema } from "./profiles.ts";
import { toStorableText } from "./storable.ts";

// The request bodies that create and change a project, and their limits.

/** Maximum user-perceived characters of each of a project's texts (docs/rules.md). */
export const projectTextLimits = { name: 1024, description: 10_240, time: 100, skill: 10_240 } as const;
/** Maximum UTF-16 code units of one user-perceived character. The emoji of two people kissing has 15. */
export const maximumUnitsPerCharacter = 16;
/**
 * Maximum bytes of the request body: a project's texts and its other fields. A UTF-16 code unit takes up to 3 bytes in
 * UTF-8.
 */
export const maximumProjectBodyBytes =
  Object.values(projectTextLimits).reduce((sum, length) => sum + length, 0) * maximumUnitsPerCharacter * 3 +
  10_000;
/** Maximum years from now until a project starts. */
const maximumStartYears = 20;

/** Cleans a text of a project but keeps its line breaks. */
const cleanText = (text: string) => toStorableText(text).trim();

/** The schema of a text of 1 to `maximumLength` user-perceived characters, counted after the text is cleaned. */
function createTextSchema(maximumLength: number, cleanTextInput = cleanText) {
  const refusal = { error: "too_long", params: { limit: maximumLength } };
  return z
    .string({ error: "required" })
    .refine((text) => text.length <= maximumLength * maximumUnitsPerCharacter, { ...refusal, abort: true })
    .transform(cleanTextInput)
    .pipe(
      z
        .string()
        .refine((text) => !isBlank(text), { error: "required" })
        .refine(
          (text) => text.length <= maximumLength || countMessageCharacters(text) <= maximumLength,
          refusal,
        ),
    );
}

/** Whether a project can start on this day: not in the past, and at most 20 years from now. */
export const canProjectStartOn = (day: string): boolean => isWithinYearsAhead(day, maximumStartYears);
/** The error for a project's start date that is in the past or too far ahead. */
export const startDateError = {
  key: "start_date",
  n: maximumStartYears,
} as const satisfies FieldRefusalReason;

const projectFields = {
  name: createTextSchema(projectTextLimits.name, cleanName),
  description: createTextSchema(projectTextLimits.description),
  category_id: requiredChoiceIdSchema,
  start_date: daySchema,
  // The server also refuses an amount with decimals if the currency has no decimals.
  min_cost: amountOfMoneySchema,
  max_cost: amountOfMoneySchema,
  currency_id: requiredChoiceIdSchema,
  /** How long the project will take, as free text. */
  time: createTextSchema(projectTextLimits.time),
  /** The skills that the project needs, as free text. */
  skill: createTextSchema(projectTextLimits.skill),
};

/**
 * The ids of the project's files: files that the project already has, and uploaded files of the caller that are in no
 * message yet.
 */
const fileIds = z.array(idSchema).max(maximumFilesPerMessage);

/**
 * The request body that saves a project. `startDate` is the stored start date, which stays valid even if it has passed.
 */
const createProjectBodySchema = (startDate: string | null) =>
  z
    .strictObject({
      ...projectFields,
      start_date: daySchema.refine((day) => day === startDate || canProjectStartOn(day), {
        error: "start_date",
        params: { limit: maximumStartYears },
      }),
      file_ids: fileIds.default([]),
    })
    .refine(({ min_cost, max_cost }) => min_cost < max_cost, { error: "max_cost", path: ["max_cost"] });

/** The fields of the form for a new project. */
export const newProjectFormSchema = createProjectBodySchema(null);
export const newProjectBody = newProjectFormSchema
  .safeExtend({ client_id: creationIdSchema })
  .meta({ id: "NewProjectBody" });
export type NewProjectBody = z.infer<typeof newProjectBody>;
/** The fields of the form for an existing project. */
export const createEditedProjectFormSchema = ({ start_date }: { start_date: string }) =>
  createProjectBodySchema(start_date);

export const changedProjectBody = z
  .strictObject({
    ...projectFields,
    file_ids: fileIds,
    version: z
      .number()
      .int()
      .min(1)
      .max(2 ** 31 - 1),
  })
  .partial()
  .refine(
    ({ min_cost, max_cost }) => min_cost === undefined || max_cost === undefined || min_cost < max_cost,
    { error: "max_cost", path: ["max_cost"] },
  )
  .meta({ id: "ChangedProjectBody" });
export type ChangedProjectBody = z.infer<typeof changedProjectBody>;

/** Why an invited person declines the invitation to a project. May be empty. */
export const invitationRefusalBody = z
  .strictObject({ reason: freeTextSchema.default("") })
  .meta({ id: "OptionalReason" });
