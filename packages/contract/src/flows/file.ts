import { z } from "zod";
import { botArticleBodySchema, maximumArticlesPerBot } from "../bot-articles.ts";
import { cannedAnswerBodySchema, maximumCannedAnswersPerBot } from "../bot-canned.ts";
import { botPhraseBodySchema, maximumPhrasesPerBot } from "../bot-phrases.ts";
import { requestHostsSchema } from "../bot-requests.ts";
import { isInAllowedHolidayYears } from "../holidays.ts";
import { idSchema } from "../kit/ids.ts";
import { daySchema } from "../kit/moments.ts";
import { languageSchema, languages } from "../languages.ts";
import { nameSchema } from "../names.ts";
import { findFirstOverlappingSpan } from "../opening-spans.ts";
import { timeZoneSchema } from "../user-settings.ts";
import { flowSchema } from "./flow.ts";
import { allBotPlatforms, botPlatformSchema } from "./limits.ts";

/** Maximum stories of one bot. */
export const maximumFlowsPerBot = 50;
/** Maximum bytes of a bot's file. */
export const maximumExportedBotBytes = 5_000_000;
/**
 * Maximum bytes of a bot's drafts, articles, phrases and canned answers together, as JSON in UTF-8. It is lower than
 * `maximumExportedBotBytes`, because a file also contains the settings and the picture. So every exported file can be
 * imported.
 */
export const maximumBotContentBytes = 4_500_000;

const openingSpan = z.strictObject({
  day: z
    .number()
    .int()
    .min(1)
    .max(7)
    .meta({ description: "The weekday on which the hours begin. 1 is Monday, as in ISO 8601." }),
  from: z
    .string()
    .max(5)
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: "invalid" }),
  until: z
    .string()
    .max(5)
    .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: "invalid" })
    .meta({
      description:
        "24:00 is the end of the day. A time that is not after `from` is on the next day, also if that is a holiday.",
    }),
});

const holidaySchema = daySchema.max(10).refine(isInAllowedHolidayYears, { error: "holiday" });

/**
 * The business hours of a bot, in its own time zone. Days without an opening time are closed. On a holiday no hours
 * begin.
 */
export const businessHoursSchema = z
  .strictObject({
    time_zone: timeZoneSchema,
    spans: z.array(openingSpan).max(28),
    holidays: z.array(holidaySchema).max(200),
  })
  .superRefine(({ spans }, context) => {
    const overlappingSpan = findFirstOverlappingSpan(spans);
    if (overlappingSpan)
      context.addIssue({
        code: "custom",
        message: "overlap",
        path: ["spans", overlappingSpan.index, overlappingSpan.field],
      });
  })
  .meta({ id: "BotHours" });
export type BusinessHours = z.infer<typeof businessHoursSchema>;

const areUnique = <T>(values: readonly T[]) => new Set(values).size === values.length;

/** The settings of a bot. If the bot does not speak a visitor's language, the visitor gets the bot's first language. */
export const botSettingsFields = {
  name: nameSchema,
  languages: z.array(languageSchema).min(1).max(languages.length).refine(areUnique, { error: "repeated" }),
  platforms: z
    .array(botPlatformSchema)
    .min(1)
    .max(allBotPlatforms.length)
    .refine(areUnique, { error: "repeated" }),
  hours: businessHoursSchema.nullable(),
};

export const exportedBotFormat = "kakehashi-bot";
/**
 * The version of the file format. Files of other versions are refused, because their fields may have other meanings.
 */
export const exportedBotVersion = 1;

const exportedFlow = z.strictObject({
  /** The id of the story in a bot's file, for jump blocks in the same file. An import gives each story a new id. */
  id: idSchema,
  name: nameSchema,
  flow: flowSchema,
});

/** Maximum characters of the bot's picture in base64. A square WebP picture of 256 pixels is much smaller. */
const maximumPictureLength = 400_000;

/** The id of the article in a bot's file, for phrases in the same file. An import gives each article a new id. */
const fileArticle = botArticleBodySchema.extend({ id: idSchema });

/**
 * A bot as one file: settings, picture, drafts of stories, articles, phrases in their order, and canned answers. The
 * file has no people and no data of visitors.
 */
export const exportedBotFileSchema = z
  .strictObject({
    format: z.literal(exportedBotFormat),
    version: z.literal(exportedBotVersion),
    // Bot files that were exported by older versions lack `request_hosts`.
    bot: z.strictObject({ ...botSettingsFields, request_hosts: requestHostsSchema.default([]) }),
    /** The bot's picture in base64: a JPEG, PNG, WebP or GIF. Files from older versions have no picture. */
    picture: z.base64({ error: "picture" }).max(maximumPictureLength).nullable().default(null),
    flows: z.array(exportedFlow).max(maximumFlowsPerBot),
    // Bot files that were exported by older versions lack articles, phrases and canned answers.
    articles: z.array(fileArticle).max(maximumArticlesPerBot).default([]),
    phrases: z.array(botPhraseBodySchema).max(maximumPhrasesPerBot).default([]),
    canned: z.array(cannedAnswerBodySchema).max(maximumCannedAnswersPerBot).default([]),
  })
  .superRefine(({ flows, articles, phrases, canned }, context) => {
    const addRefusal = (message: string, path: (string | number)[]) =>
      context.addIssue({ code: "custom", message, path });
    const collectUniqueIds = (list: readonly { id: string }[], name: string) => {
      const seenIds = new Set<string>();
      for (const [index, { id }] of list.entries()) {
        if (seenIds.has(id)) addRefusal("repeated", [name, index, "id"]);
        seenIds.add(id);
      }
      return seenIds;
    };
    const flowIds = collectUniqueIds(flows, "flows");
    const articleIds = collectUniqueIds(articles, "articles");
    const seenShortcuts = new Set<string>();
    for (const [index, { shortcut }] of canned.entries()) {
      if (seenShortcuts.has(shortcut)) addRefusal("repeated", ["canned", index, "shortcut"]);
      seenShortcuts.add(shortcut);
    }
    for (const [index, { target }] of phrases.entries()) {
      if (target.kind === "story" && !flowIds.has(target.flow_id))
        addRefusal("choice", ["phrases", index, "target", "flow_id"]);
      if (target.kind === "article" && !articleIds.has(target.article_id))
        addRefusal("choice", ["phrases", index, "target", "article_id"]);
    }
  })
  .meta({ id: "ExportedBotFile" });
export type ExportedBotFile = z.infer<typeof exportedBotFileSchema>;

/** Returns the JSON Schema of a bot's file, for other programs that write such files. */
export const createExportedBotJsonSchema = (): object => ({
  title: "A bot of Kakehashi as a file",
  ...z.toJSONSchema(exportedBotFileSchema, { io: "input", unrepresentable: "any" }),
});
