import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { limits } from "./kit/limits.ts";
import { languageSchema } from "./languages.ts";
import { maximumTranslationUnits } from "./translation-states.ts";

/** The translation machines that the configuration can choose. */
export const machineProviders = ["libretranslate", "deepl", "google", "azure", "openai"] as const;
export const machineProviderSchema = z.enum(machineProviders).meta({ id: "MachineProvider" });

/**
 * Why a machine did not translate. `key`, `rate`, `quota` and `down`: it refused and gets no request for
 * half an hour. `paused`: that half hour is not over. `slow`, `unreachable`, `broken` and `answer` (not as
 * documented): the next attempt may succeed. `refused` and `unusable`: it does not translate this text, or
 * not well. `budget`: the month's characters are used up.
 */
export const machineProblems = [
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
export const machineProblemSchema = z.enum(machineProblems).meta({ id: "MachineProblem" });
export type MachineProblem = z.infer<typeof machineProblemSchema>;

/** A failure of the machine. Repetitions with the same problem and the same text count as one failure. */
export const machineFailure = z
  .object({
    provider: machineProviderSchema,
    problem: machineProblemSchema,
    /** The machine's own error message. */
    reason: z.string().max(300),
    times: z.number().int(),
    first_at: z.iso.datetime(),
    last_at: z.iso.datetime(),
  })
  .meta({ id: "MachineFailure" });
export type MachineFailure = z.infer<typeof machineFailure>;

/** How many failures an admin sees: the newest. */
export const maximumMachineFailures = 20;

/** The configured machine as an admin sees it. */
export const machineState = z
  .object({
    provider: machineProviderSchema,
    /** The machine's address, without the key. */
    host: z.string().max(300),
    /** Set while the machine is paused after a refusal. */
    off: z.object({ since: z.iso.datetime(), until: z.iso.datetime() }).nullable(),
    /** The last failures, newest first. */
    failures: z.array(machineFailure).max(maximumMachineFailures),
    /** Sent this month (UTC). */
    characters: z.number().int(),
    /** The most characters in a month. Null: no limit. */
    monthly_characters: z.number().int().nullable(),
    /** Whether the machine is switched on in new groups and projects. */
    new_rooms: z.boolean(),
    /** In how many conversations the machine translates. */
    room_count: z.number().int(),
    /** How many translations wait until there is budget again. */
    waiting_count: z.number().int(),
  })
  .meta({ id: "MachineState" });
export type MachineState = z.infer<typeof machineState>;

export const getMachine = endpoint({
  method: "GET",
  path: "/admin/machine",
  guard: "admin",
  limit: limits.lookup,
  summary: "The translation machine, its health and what it was sent this month. Null: none is configured.",
  data: machineState.nullable(),
});

export const machineSwitch = z.strictObject({ on: z.boolean() }).meta({ id: "MachineSwitch" });

export const chooseMachineForNewRooms = endpoint({
  method: "POST",
  path: "/admin/machine/new_rooms",
  guard: "admin",
  limit: limits.form,
  summary: "Whether the machine translates in new groups and projects. Those that exist stay as they are.",
  body: machineSwitch,
  data: machineState.nullable(),
});

/** The most characters of a sentence to try the machine with. */
export const maximumTrial = 500;

export const machineTrial = z
  .object({
    translation: z.string().max(maximumTranslationUnits).nullable(),
    milliseconds: z.number().int(),
    problem: machineProblemSchema.nullable(),
    /** The machine's own error message. */
    reason: z.string().max(300).nullable(),
  })
  .meta({ id: "MachineTrial" });
export type MachineTrial = z.infer<typeof machineTrial>;

export const tryMachine = endpoint({
  method: "POST",
  path: "/admin/machine/try",
  guard: "admin",
  limit: { perMinute: 20 },
  summary:
    "Asks the machine to translate a sentence, also while it is left alone. An answer ends that pause. Nothing is stored.",
  body: z.strictObject({
    text: z
      .string()
      .transform((text) => text.toWellFormed().replaceAll("\u0000", "\uFFFD").trim())
      .pipe(z.string().min(1, { error: "required" }).max(maximumTrial, { error: "too_long" })),
    from: languageSchema,
    to: languageSchema,
  }),
  data: machineTrial,
});
