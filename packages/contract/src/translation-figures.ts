import { z } from "zod";
import {
  defaultFigureDays,
  figurePeriodFields,
  isValidFigurePeriod,
  maximumFigureDays,
} from "./figure-period.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { conversationBriefSchema } from "./threads.ts";
import { userSummarySchema } from "./users.ts";

/**
 * Maximum rooms, projects and people in the statistics, for each of the three lists. Those with the most work are
 * included.
 */
export const maximumFigureRows = 100;

const countSchema = z.number().int().min(0);
const secondsSchema = z.number().min(0).nullable();

const translationWorkFields = {
  /** The number of translations whose first version a person wrote. */
  translated: countSchema,
  /** The number of newer versions that people wrote of existing translations. */
  retranslated: countSchema,
  /**
   * The number of translations from the translation memory. Either the server added them to a new message, or a person
   * used a suggestion.
   */
  memory_hits: countSchema,
  /** The total number of characters in the translations that people wrote. */
  characters: countSchema,
};

/** Statistics of the translators' work in one room, or in all rooms of one project. */
const roomWorkFields = {
  /**
   * The number of requested translations that wait for a translator now. They have no text by a person yet, or only an
   * outdated or rejected one.
   */
  waiting: countSchema,
  /**
   * The median number of seconds from a translation request to a person's translation. Null if there was no such
   * translation.
   */
  median_wait_seconds: secondsSchema,
  ...translationWorkFields,
  /**
   * The number of messages that have readers in another language. `readable` counts those messages that all readers can
   * read, because there is a translation into every such language.
   */
  messages: countSchema,
  readable: countSchema,
  /**
   * The median number of seconds until a message was available in every reader's language. Null if there was no such
   * message.
   */
  median_readable_seconds: secondsSchema,
  p95_readable_seconds: secondsSchema,
};

export const roomTranslationFiguresSchema = z
  .object({ conversation: conversationBriefSchema, ...roomWorkFields })
  .meta({ id: "RoomTranslationFigures" });
export type RoomTranslationFigures = z.infer<typeof roomTranslationFiguresSchema>;

/**
 * The statistics of all rooms of a project. They include rooms that the reader is not in, so that every member sees the
 * same numbers.
 */
export const projectTranslationFiguresSchema = z
  .object({ project: z.object({ id: idSchema, name: z.string().max(200) }), ...roomWorkFields })
  .meta({ id: "ProjectTranslationFigures" });
export type ProjectTranslationFigures = z.infer<typeof projectTranslationFiguresSchema>;

export const translatorFiguresSchema = z
  .object({
    user: userSummarySchema,
    /** The number of waiting translations that this translator has claimed. */
    waiting: countSchema,
    translated: countSchema,
    retranslated: countSchema,
    /** The number of translations for which this translator used a suggestion of the translation memory. */
    memory_hits: countSchema,
    characters: countSchema,
    approved: countSchema,
    median_wait_seconds: secondsSchema,
    /** The number of texts of bots that this translator has claimed now. */
    bot_waiting: countSchema,
    /**
     * The number of translations of bots' texts that this translator wrote. The field `translated` does not include
     * them.
     */
    bot_texts: countSchema,
    /**
     * The number of characters in translations of bots' texts that this translator wrote. The field `characters` does
     * not include them.
     */
    bot_characters: countSchema,
  })
  .meta({ id: "TranslatorFigures" });
export type TranslatorFigures = z.infer<typeof translatorFiguresSchema>;

/** The statistics of the translations of a bot's texts (decision 92). */
export const botTranslationFiguresSchema = z
  .object({
    bot: z.object({ id: idSchema, name: z.string().max(200) }),
    /**
     * The number of the bot's texts that wait for a requested translation now. A text that waits in two languages
     * counts twice.
     */
    waiting: countSchema,
    median_wait_seconds: secondsSchema,
    translated: countSchema,
    retranslated: countSchema,
    characters: countSchema,
  })
  .meta({ id: "BotTranslationFigures" });
export type BotTranslationFigures = z.infer<typeof botTranslationFiguresSchema>;

export const translationFiguresSchema = z
  .object({
    /** The first and the last day of the statistics, in UTC. Both are included. */
    from: z.iso.date().max(10),
    to: z.iso.date().max(10),
    rooms: z.array(roomTranslationFiguresSchema).max(maximumFigureRows),
    /**
     * The projects that the reader can choose: those that the reader has joined and in which people translated. The
     * current choice does not change this list. For an admin, the list also contains the project that is shown now, and
     * the projects of the rooms that the admin is in.
     */
    projects: z.array(projectTranslationFiguresSchema).max(maximumFigureRows),
    /** The statistics of each translator. Empty if the reader is neither a translator nor an admin. */
    translators: z.array(translatorFiguresSchema).max(maximumFigureRows),
    /**
     * The statistics of the bots on which the reader works. Empty if the statistics are limited to a project or a
     * conversation.
     */
    bots: z.array(botTranslationFiguresSchema).max(maximumFigureRows),
    /** The statistics of each day of the period, in order. */
    days: z.array(z.object({ day: z.iso.date().max(10), ...translationWorkFields })).max(maximumFigureDays),
  })
  .meta({ id: "TranslationFigures" });
export type TranslationFigures = z.infer<typeof translationFiguresSchema>;

const figuresQuerySchema = z
  .strictObject({
    conversation_id: idSchema.optional(),
    /** Limits the statistics to all rooms of a project that the caller has joined. An admin may name any project. */
    project_id: idSchema.optional(),
    ...figurePeriodFields,
  })
  .refine(isValidFigurePeriod, { error: "period", path: ["from"] });

export const getTranslationFigures = endpoint({
  method: "GET",
  path: "/translations/figures",
  guard: "signed-in",
  limit: { perMinute: 60 },
  summary: `Returns how much was translated in the caller's conversations, how long it waited, and how soon it could be read. The period is at most ${maximumFigureDays} days; by default, the last ${defaultFigureDays} days.`,
  query: figuresQuerySchema,
  data: translationFiguresSchema,
});

export const downloadTranslationFigures = endpoint({
  method: "GET",
  path: "/translations/figures/csv",
  guard: "signed-in",
  limit: { perMinute: 20 },
  answerFormats: ["bytes"],
  summary:
    "Returns the figures of translations by project, by room, by translator and by bot, as a table for a spreadsheet.",
  query: figuresQuerySchema,
  data: z.object({}),
});
