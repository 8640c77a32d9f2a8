import { z } from "zod";
import { idSchema } from "../kit/ids.ts";
import { daySchema } from "../kit/moments.ts";
import { languageSchema, languages } from "../languages.ts";
import { nameSchema } from "../names.ts";
import { timeZoneSchema } from "../users.ts";
import { flowSchema } from "./flow.ts";
import { platformSchema, platforms } from "./limits.ts";

/** The most stories of one bot. */
export const maximumFlows = 50;
/** The most bytes of a bot as a file. */
export const maximumBotFileBytes = 5_000_000;

/** `09:00`; 24:00 is the end of a day. */
const time = z
  .string()
  .max(5)
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: "invalid" });
const span = z
  .strictObject({
    /** 1 is Monday, as in ISO 8601. */
    day: z.number().int().min(1).max(7),
    from: time,
    until: time,
  })
  .refine(({ from, until }) => from < until, { error: "invalid", path: ["until"] });

/** When people answer, in the shop's own time. A day without a span is closed, and so are holidays. */
export const businessHours = z
  .strictObject({
    time_zone: timeZoneSchema,
    spans: z.array(span).max(28),
    holidays: z.array(daySchema.max(10)).max(200),
  })
  .meta({ id: "BotHours" });
export type BusinessHours = z.infer<typeof businessHours>;

const unrepeated = <T>(values: readonly T[]) => new Set(values).size === values.length;

/** What people choose for a bot. The first of its languages is spoken where a visitor's is none of them. */
export const botSettings = {
  name: nameSchema,
  languages: z.array(languageSchema).min(1).max(languages.length).refine(unrepeated, { error: "repeated" }),
  platforms: z.array(platformSchema).min(1).max(platforms.length).refine(unrepeated, { error: "repeated" }),
  hours: businessHours.nullable(),
};

export const botFileFormat = "kakehashi-bot";
/** A file of another version is refused: what it means is not known. */
export const botFileVersion = 1;

const fileFlow = z.strictObject({
  /** Named by jump blocks of the file. The bot that is made of it gets ids of its own. */
  id: idSchema,
  name: nameSchema,
  flow: flowSchema,
});

/** A bot as one file: its settings, and the drafts of its stories. Who may edit it, and what visitors said, stay. */
export const botFile = z
  .strictObject({
    format: z.literal(botFileFormat),
    version: z.literal(botFileVersion),
    bot: z.strictObject(botSettings),
    flows: z.array(fileFlow).max(maximumFlows),
  })
  .superRefine(({ flows }, context) => {
    const seen = new Set<string>();
    for (const [index, { id }] of flows.entries()) {
      if (seen.has(id))
        context.addIssue({ code: "custom", message: "repeated", path: ["flows", index, "id"] });
      seen.add(id);
    }
  })
  .meta({ id: "BotFile" });
export type BotFile = z.infer<typeof botFile>;

/** The JSON Schema of a bot's file, for those who make one with another tool. */
export const botFileSchema = (): object => ({
  title: "A bot of Kakehashi as a file",
  ...z.toJSONSchema(botFile, { io: "input", unrepresentable: "any" }),
});
