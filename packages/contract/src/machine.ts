import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { limits } from "./kit/limits.ts";
import { languageSchema } from "./languages.ts";
import { maximumTranslationCodeUnits } from "./translation-states.ts";

/** The machine translation providers that the configuration can choose. */
export const machineProviders = ["libretranslate", "deepl", "google", "azure", "openai"] as const;
export const machineProviderSchema = z.enum(machineProviders).meta({ id: "MachineProvider" });

/**
 * Why the translation provider did not translate a text.
 *
 * - `key`, `rate`, `quota` and `down`: the provider refused a request, because of the API key, too many requests, a
 *   used-up quota, or an outage. The server then sends it no requests for half an hour.
 * - `paused`: the server is waiting for the end of that half hour.
 * - `slow`, `unreachable`, `broken` and `answer` (an undocumented response): the next attempt may succeed.
 * - `refused` and `unusable`: the provider cannot translate the text, or its translation is bad.
 * - `budget`: the characters allowed for this month are used up.
 */
export const machineTranslationProblems = [
  "key",
  "rate",
  "quota",
  "down",
  "paused",
  "slow",
  "unreachable",
  "broken",
  "answer",
  "refused",
  "unusable",
  "budget",
] as const;
export const machineProblemSchema = z.enum(machineTranslationProblems).meta({ id: "MachineProblem" });
export type MachineTranslationProblem = z.infer<typeof machineProblemSchema>;

/**
 * A failure of machine translation. Repeated failures with the same problem and the same error message (`reason`) count
 * as one.
 */
export const machineFailureSchema = z
  .object({
    provider: machineProviderSchema,
    problem: machineProblemSchema,
    /** The translation provider's error message. */
    reason: z.string().max(300),
    times: z.number().int(),
    first_at: z.iso.datetime(),
    last_at: z.iso.datetime(),
  })
  .meta({ id: "MachineFailure" });
export type MachineFailure = z.infer<typeof machineFailureSchema>;

/** An admin sees this many of the newest failures of machine translation. */
export const maximumListedMachineFailures = 20;

/** The configured translation provider as an admin sees it. */
export const machineProviderStateSchema = z
  .object({
    provider: machineProviderSchema,
    /** The host name of the provider's API. */
    host: z.string().max(300),
    /**
     * The period in which the server sends no text to the translation provider, because the provider refused a request.
     * Null: there is no such pause.
     */
    off: z.object({ since: z.iso.datetime(), until: z.iso.datetime() }).nullable(),
    /** The newest failures of machine translation, newest first. */
    failures: z.array(machineFailureSchema).max(maximumListedMachineFailures),
    /** The number of characters sent to the translation provider this month (UTC). */
    characters: z.number().int(),
    /** Maximum characters that may be sent to the translation provider per month. Null: no limit. */
    monthly_characters: z.number().int().nullable(),
    /** Whether machine translation is on in new groups and projects. */
    new_rooms: z.boolean(),
    /** The number of conversations in which machine translation is on. */
    room_count: z.number().int(),
    /** The number of translations that are postponed until next month's budget. */
    waiting_count: z.number().int(),
  })
  .meta({ id: "MachineState" });
export type MachineProviderState = z.infer<typeof machineProviderStateSchema>;

export const getMachine = endpoint({
  method: "GET",
  path: "/admin/machine",
  guard: "admin",
  limit: limits.lookup,
  summary:
    "Returns the translation machine, its health and what was sent to it this month. Null if none is configured.",
  data: machineProviderStateSchema.nullable(),
});

export const machineSwitchBody = z.strictObject({ on: z.boolean() }).meta({ id: "MachineSwitch" });

export const chooseMachineForNewRooms = endpoint({
  method: "POST",
  path: "/admin/machine/new_rooms",
  guard: "admin",
  limit: limits.form,
  summary:
    "Sets whether the machine translates in new groups and projects. Existing groups and projects stay as they are.",
  body: machineSwitchBody,
  data: machineProviderStateSchema.nullable(),
});

/** Maximum characters of a sentence for testing the translation provider. */
export const maximumMachineTrialLength = 500;

export const machineTrialSchema = z
  .object({
    translation: z.string().max(maximumTranslationCodeUnits).nullable(),
    milliseconds: z.number().int(),
    problem: machineProblemSchema.nullable(),
    /** The translation provider's error message. */
    reason: z.string().max(300).nullable(),
  })
  .meta({ id: "MachineTrial" });
export type MachineTrial = z.infer<typeof machineTrialSchema>;

export const tryMachine = endpoint({
  method: "POST",
  path: "/admin/machine/try",
  guard: "admin",
  limit: { perMinute: 20 },
  summary:
    "Asks the machine to translate a sentence, even while the server pauses its use of the machine. An answer ends that pause. Nothing is stored.",
  body: z.strictObject({
    text: z
      .string()
      .transform((text) => text.toWellFormed().replaceAll("\u0000", "\uFFFD").trim())
      .pipe(z.string().min(1, { error: "required" }).max(maximumMachineTrialLength, { error: "too_long" })),
    from: languageSchema,
    to: languageSchema,
  }),
  data: machineTrialSchema,
});
