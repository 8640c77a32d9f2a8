import { z } from "zod";
import { daySchema } from "../kit/moments.ts";
import { flowLimits, flowTextLimits, maximumVariableValueLength } from "./limits.ts";
import { flowPartIdSchema } from "./part-id.ts";
import { createPartialTextsSchema } from "./texts.ts";

const blockDaySchema = daySchema.max(10);
export const translatedLabelSchema = createPartialTextsSchema(flowTextLimits.label).meta({ id: "BotLabel" });

export const answerOptionSchema = z
  .strictObject({ id: flowPartIdSchema, label: translatedLabelSchema })
  .meta({ id: "BotAnswerItem" });
export type AnswerOption = z.infer<typeof answerOptionSchema>;
export const answerOptionsSchema = z.array(answerOptionSchema).max(flowLimits.items);

/** The checks for answers to a question, for each kind of answer. */
export const answerChecksSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("text"),
    minimum: z.number().int().min(0).max(maximumVariableValueLength).default(1),
    maximum: z.number().int().min(1).max(maximumVariableValueLength).default(maximumVariableValueLength),
  }),
  z.strictObject({
    kind: z.literal("number"),
    minimum: z.number().min(-1e12).max(1e12).nullable().default(null),
    maximum: z.number().min(-1e12).max(1e12).nullable().default(null),
    whole: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal("email") }),
  z.strictObject({ kind: z.literal("phone") }),
  z.strictObject({
    kind: z.literal("date"),
    /** The first date that is a valid answer. `today` means the current date in the bot's time zone. Null: no limit. */
    earliest: z
      .union([z.literal("today"), blockDaySchema])
      .nullable()
      .default(null),
    latest: z
      .union([z.literal("today"), blockDaySchema])
      .nullable()
      .default(null),
  }),
  z.strictObject({ kind: z.literal("choice"), items: answerOptionsSchema }),
  z.strictObject({
    kind: z.literal("file"),
    categories: z
      .array(z.enum(["image", "video", "audio", "application"]))
      .max(4)
      .default([]),
    maximum_bytes: z.number().int().min(1).max(104_857_600).default(10_485_760),
  }),
]);
export type AnswerChecks = z.infer<typeof answerChecksSchema>;
