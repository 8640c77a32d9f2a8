import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { daySchema } from "./kit/moments.ts";
import { conversationBrief } from "./threads.ts";
import { userSummary } from "./users.ts";

/** The longest time that figures are gathered of. */
export const maximumFigureDays = 92;
/** Days without a wish: the last so many. */
export const defaultFigureDays = 30;
/** Rooms and people with the most to tell. */
export const maximumFigureRows = 100;

const count = z.number().int().min(0);
const seconds = z.number().min(0).nullable();

const work = {
  /** First translations by people. */
  translated: count,
  /** Texts by people in the place of earlier ones. */
  retranslated: count,
  /** Texts that came from the memory. */
  memory_hits: count,
  /** Of what people wrote. */
  characters: count,
};

export const roomFigures = z
  .object({
    conversation: conversationBrief,
    /** What waits now. */
    waiting: count,
    /** From being asked for to a person's text; null where nothing was. */
    median_wait_seconds: seconds,
    ...work,
    /** Messages that somebody in the room reads in another language, and those with a text for each of those languages. */
    messages: count,
    readable: count,
    /** From sending to readable in every reader's language; null where nothing is. */
    median_readable_seconds: seconds,
    p95_readable_seconds: seconds,
  })
  .meta({ id: "RoomFigures" });
export type RoomFigures = z.infer<typeof roomFigures>;

export const translatorFigures = z
  .object({
    user: userSummary,
    translated: count,
    retranslated: count,
    characters: count,
    approved: count,
    median_wait_seconds: seconds,
  })
  .meta({ id: "TranslatorFigures" });
export type TranslatorFigures = z.infer<typeof translatorFigures>;

export const translationFigures = z
  .object({
    /** In UTC, both included. */
    from: z.iso.date().max(10),
    to: z.iso.date().max(10),
    rooms: z.array(roomFigures).max(maximumFigureRows),
    /** For translators and admins; empty for others. */
    translators: z.array(translatorFigures).max(maximumFigureRows),
    /** Each day of the time, in its order. */
    days: z.array(z.object({ day: z.iso.date().max(10), ...work })).max(maximumFigureDays),
  })
  .meta({ id: "TranslationFigures" });
export type TranslationFigures = z.infer<typeof translationFigures>;

const query = z
  .strictObject({
    conversation_id: idSchema.optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  })
  .refine(
    ({ from, to }) =>
      from === undefined || to === undefined || (from <= to && daysBetween(from, to) <= maximumFigureDays),
    { error: "period", path: ["from"] },
  );

/** Both included. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

export const getTranslationFigures = endpoint({
  method: "GET",
  path: "/translations/figures",
  guard: "signed-in",
  limit: { perMinute: 60 },
  summary: `How much was translated in my conversations, how long it waited, and how soon it could be read, over at most ${maximumFigureDays} days; without any, the last ${defaultFigureDays}.`,
  query,
  data: translationFigures,
});

export const downloadTranslationFigures = endpoint({
  method: "GET",
  path: "/translations/figures/csv",
  guard: "signed-in",
  limit: { perMinute: 20 },
  answers: ["bytes"],
  summary: "The same by room and by translator, as a table for a spreadsheet.",
  query,
  data: z.object({}),
});
