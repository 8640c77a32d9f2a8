import { findRefusedTime } from "@kakehashi/contract/bot-broadcast-times";
import type { z } from "zod";

type PlannedTime = Parameters<typeof findRefusedTime>[0];

/**
 * The schema of a broadcast that also refuses a time in the past, at its field. The server refuses it too, but only
 * after the question whether to send.
 */
export const refusingPastTimes = <O extends PlannedTime, I>(body: z.ZodType<O, I>): z.ZodType<O, I> =>
  body.superRefine((planned, context) => {
    const field = findRefusedTime(planned);
    if (field !== null) context.addIssue({ code: "custom", path: field.split("."), message: "soon" });
  });
