import { z } from "zod";
import { defaultFigureDays, figurePeriod, isFigurePeriod, maximumFigureDays } from "./figure-period.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { conversationBrief } from "./threads.ts";
import { userSummary } from "./users.ts";

/** The most rooms, the most projects and the most people in one report. Those with the most work are kept. */
export const maximumFigureRows = 100;

const count = z.number().int().min(0);
const seconds = z.number().min(0).nullable();

const workFields = {
  /** How many first translations people wrote. */
  translated: count,
  /** How many later versions people wrote. */
  retranslated: count,
  /** How many translations came from the memory: those that came with the message, and suggestions that people took. */
  memory_hits: count,
  /** Characters that people wrote. */
  characters: count,
};

/** The figures of a room, or of all rooms of a project. */
const roomWorkFields = {
  /** How many translations wait now. */
  waiting: count,
  /** The median time from the request to a person's translation. Null: there was none. */
  median_wait_seconds: seconds,
  ...workFields,
  /**
   * How many messages have readers in another language. The next field counts those with a translation for
   * each such language.
   */
  messages: count,
  readable: count,
  /** The median time until a message could be read in every reader's language. Null: there was none. */
  median_readable_seconds: seconds,
  p95_readable_seconds: seconds,
};

export const roomFigures = z
  .object({ conversation: conversationBrief, ...roomWorkFields })
  .meta({ id: "RoomFigures" });
export type RoomFigures = z.infer<typeof roomFigures>;

/**
 * The figures of all rooms of a project, also of rooms that the reader is not in: every member sees the
 * same.
 */
export const projectFigures = z
  .object({ project: z.object({ id: idSchema, name: z.string().max(200) }), ...roomWorkFields })
  .meta({ id: "ProjectFigures" });
export type ProjectFigures = z.infer<typeof projectFigures>;

export const translatorFigures = z
  .object({
    user: userSummary,
    /** How many waiting translations the translator has claimed. */
    waiting: count,
    translated: count,
    retranslated: count,
    /** For how many translations they took a suggestion of the memory. */
    memory_hits: count,
    characters: count,
    approved: count,
    median_wait_seconds: seconds,
  })
  .meta({ id: "TranslatorFigures" });
export type TranslatorFigures = z.infer<typeof translatorFigures>;

export const translationFigures = z
  .object({
    /** Days in UTC. Both are included. */
    from: z.iso.date().max(10),
    to: z.iso.date().max(10),
    rooms: z.array(roomFigures).max(maximumFigureRows),
    /**
     * The projects that the reader can choose: every project with figures that they have joined, also if the
     * report is about one only. For an admin also the project of the report, and those whose rooms they are
     * in.
     */
    projects: z.array(projectFigures).max(maximumFigureRows),
    /** The figures of each translator. Only translators and admins get them; for others the list is empty. */
    translators: z.array(translatorFigures).max(maximumFigureRows),
    /** One entry for each day, in order. */
    days: z.array(z.object({ day: z.iso.date().max(10), ...workFields })).max(maximumFigureDays),
  })
  .meta({ id: "TranslationFigures" });
export type TranslationFigures = z.infer<typeof translationFigures>;

const query = z
  .strictObject({
    conversation_id: idSchema.optional(),
    /** Only the rooms of a project that the caller has joined, all of them. An admin may name any project. */
    project_id: idSchema.optional(),
    ...figurePeriod,
  })
  .refine(isFigurePeriod, { error: "period", path: ["from"] });

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
  summary: "The same by project, by room and by translator, as a table for a spreadsheet.",
  query,
  data: z.object({}),
});
