import { findInvalidTimeField } from "@kakehashi/contract/bot-broadcast-times";
import type { z } from "zod";

type BroadcastTimeFields = Parameters<typeof findInvalidTimeField>[0];

/**
 * Extends the schema of a broadcast: a time in the past is an error of the form's time field. The server refuses such a
 * time, too, but only after the person has confirmed the sending.
 */
export const withPastTimeErrors = <O extends BroadcastTimeFields, I>(
  bodySchema: z.ZodType<O, I>,
): z.ZodType<O, I> =>
  bodySchema.superRefine((broadcastFields, context) => {
    const field = findInvalidTimeField(broadcastFields);
    if (field !== null) context.addIssue({ code: "custom", path: field.split("."), message: "soon" });
  });
