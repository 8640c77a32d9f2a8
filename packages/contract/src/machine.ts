import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { limits } from "./kit/limits.ts";

/** The translation machines that the configuration can choose. */
export const machineProviders = ["libretranslate", "deepl", "google", "azure", "openai"] as const;

/** The configured machine as an admin sees it. */
export const machineState = z
  .object({
    provider: z.enum(machineProviders),
    /** Where it is, without the key. */
    host: z.string().max(300),
    /** Set while it is left alone after a refusal. */
    off: z.object({ since: z.iso.datetime(), until: z.iso.datetime() }).nullable(),
    /** Its last failure, in the machine's own words. */
    last_failure: z.object({ reason: z.string().max(300), failed_at: z.iso.datetime() }).nullable(),
    /** Sent this month (UTC). */
    characters: z.number().int(),
    /** The most characters of a month. Null: no bound. */
    monthly_characters: z.number().int().nullable(),
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
