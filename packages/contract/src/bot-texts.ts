import { z } from "zod";
import { isBlank } from "./blank.ts";
import { botPlatformSchema, flowTextLimits } from "./flows/limits.ts";
import { createPlainTextSchema } from "./flows/texts.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { createCutListSchema, nextSkipMetaSchema, skipQuery } from "./kit/page.ts";
import { languageSchema, languages } from "./languages.ts";
import { maximumMemorySuggestions, memorySuggestionSchema } from "./memory.ts";
import { toStorableText } from "./storable.ts";
import { userSummarySchema } from "./users.ts";

/**
 * Maximum texts on one page of a translation job. A job contains all texts of one bot that need a translation into one
 * language.
 */
export const maximumTextsPerTranslationJobPage = 200;
/**
 * The response about one text also contains its neighbours: up to this many texts before it, and as many after it, from
 * the same story, article or broadcast.
 */
export const maximumNeighbourTexts = 5;
/** Maximum translations in the list of a translator's own translations. The list has the newest ones. */
export const maximumListedOwnTranslations = 100;
/** Maximum UTF-16 code units of the note with which a translator hands a text over to another translator. */
export const maximumHandOverNoteLength = 500;
/** Maximum jobs in a translator's queue. There is one job for each bot and language. */
export const maximumListedTranslationJobs = 100;

/**
 * The kinds of objects that contain texts of a bot: a story, an article, the answer to a phrase, a canned answer, or a
 * broadcast that has not begun.
 */
export const botTextContainerKinds = ["STORY", "ARTICLE", "PHRASE", "CANNED", "BROADCAST"] as const;
export type BotTextContainerKind = (typeof botTextContainerKinds)[number];

/**
 * The path of a text inside the object that contains it, made of ids: `title`, or `buttons.b1.label`. In a story the
 * path begins with the id of the block: `hello.text`.
 */
const textPathSchema = z
  .string()
  .max(170)
  .regex(/^[\w-]{1,40}(?:\.[\w-]{1,40}){0,3}$/);

const translatedContentSchema = z.string().max(flowTextLimits.text);

/**
 * The state of a bot's text in one language. `MISSING`: there is no translation. `OUTDATED`: the original has changed
 * since a translator wrote the translation. `DONE`: the translation is up to date.
 */
export const botTextStates = ["MISSING", "OUTDATED", "DONE"] as const;
const botTextState = z.enum(botTextStates).meta({ id: "BotTextState" });
export type BotTextState = z.infer<typeof botTextState>;

const idAndNameSchema = z.object({ id: idSchema, name: z.string().max(200) });
export const botTextLocationFields = { container_id: idSchema, field: textPathSchema };

export const botParams = z.strictObject({ id: idSchema });
export const botLanguageParams = botParams.extend({ language: languageSchema });

const botTextJob = z
  .object({
    bot: idAndNameSchema,
    language: languageSchema,
    asked_by: userSummarySchema,
    asked_at: z.iso.datetime(),
    /** The number of the bot's waiting texts that the reader can translate. */
    waiting: z.number().int(),
    /** The languages in which the originals of the bot's waiting texts are written. */
    sources: z.array(languageSchema).max(languages.length),
    /** The number of the bot's waiting texts that other translators have claimed. */
    claimed: z.number().int(),
  })
  .meta({ id: "BotTextJob" });
export type BotTranslationJob = z.infer<typeof botTextJob>;

export const listBotTranslationJobs = endpoint({
  method: "GET",
  path: "/translations/bots",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the bots whose texts wait for the caller's translation: one entry for each bot and language, earliest request first. For translators who have a part in the bot and know both languages; for everybody else the list is empty.",
  data: z.array(botTextJob).max(maximumListedTranslationJobs),
});

export const botTextSchema = z
  .object({
    ...botTextLocationFields,
    bot: idAndNameSchema,
    /**
     * The id, kind and name of the object that contains the text. A phrase is named by its first keyword, a canned
     * answer by its shortcut.
     */
    container: idAndNameSchema.extend({ kind: z.enum(botTextContainerKinds) }),
    /** The kind of message that contains the text. The names equal the types of a story's blocks: `text`, `card`. */
    block_type: z.string().max(20),
    /**
     * The title of the group that contains the story's block. Empty: the group has no title, or the text is not
     * in a story.
     */
    group: z.string().max(flowTextLimits.title),
    source_language: languageSchema,
    source: translatedContentSchema,
    language: languageSchema,
    /** The translation in `language`. Empty: the text has no translation. */
    target: translatedContentSchema,
    state: botTextState,
    /** The original text from which `target` was translated. Null: the original has not changed since then. */
    earlier_source: translatedContentSchema.nullable(),
    /**
     * Maximum characters of the bot's text without its variables. This is the lowest limit of all platforms of the bot,
     * and `platform` is the platform with this limit.
     */
    maximum: z.number().int(),
    platform: botPlatformSchema,
    /** The translator who has claimed the text. Null: nobody has claimed it. */
    claimed_by: userSummarySchema.nullable(),
    claimed_at: z.iso.datetime().nullable(),
    /** The person who handed the text over to the translator `claimed_by`. Null: nobody handed it over. */
    handed_over_by: userSummarySchema.nullable(),
    hand_over_note: z.string().max(maximumHandOverNoteLength),
  })
  .meta({ id: "BotTranslationText" });
export type BotText = z.infer<typeof botTextSchema>;

export const listBotTexts = endpoint({
  method: "GET",
  path: "/translations/bots/:id/:language",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the texts of a bot that wait for the caller's translation into this language: those of its stories, articles, phrases, canned answers and scheduled broadcasts, each in their order.",
  params: botLanguageParams,
  query: skipQuery.extend({ source: languageSchema.optional() }),
  data: createCutListSchema(botTextSchema, maximumTextsPerTranslationJobPage),
  meta: nextSkipMetaSchema,
});

export const listOwnBotTranslations = endpoint({
  method: "GET",
  path: "/translations/bots/mine",
  guard: "signed-in",
  limit: limits.lookup,
  summary: `Lists the texts of bots that the caller is translating or has translated, the last first, at most ${maximumListedOwnTranslations}. Leaves out texts that were deleted, and bots in which the caller has no part any more.`,
  query: z.strictObject({ into: languageSchema.optional() }),
  data: createCutListSchema(botTextSchema, maximumListedOwnTranslations),
});

export const botTextParams = z.strictObject({
  id: idSchema,
  container: idSchema,
  field: textPathSchema,
  language: languageSchema,
});
export const botTextPath = "/bots/:id/texts/:container/:field/:language";

const draftSchema = z
  .object({ content: translatedContentSchema, edited_at: z.iso.datetime() })
  .nullable()
  .meta({
    id: "BotTextDraft",
    description: "The text that the caller has typed and not submitted, on any device.",
  });

const neighbourSchema = z
  .object({ ...botTextLocationFields, source: translatedContentSchema, target: translatedContentSchema })
  .meta({ id: "BotTextNeighbour" });
export type BotTextNeighbour = z.infer<typeof neighbourSchema>;

export const getBotText = endpoint({
  method: "GET",
  path: botTextPath,
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Returns one text with the texts around it. For translators who have a part in the bot and know both languages. Not found if the text was deleted.",
  params: botTextParams,
  data: z
    .object({
      text: botTextSchema,
      above: createCutListSchema(neighbourSchema, maximumNeighbourTexts),
      below: createCutListSchema(neighbourSchema, maximumNeighbourTexts),
      draft: draftSchema,
      /** Whether a request for translations of the bot's texts into this language is still open. */
      is_asked: z.boolean(),
      bot_archived: z.boolean(),
      /** Whether the text belongs to a broadcast that has begun. Nobody can change such a text. */
      is_sent: z.boolean(),
    })
    .meta({ id: "WholeBotText" }),
});

export const listBotTextSuggestions = endpoint({
  method: "GET",
  path: `${botTextPath}/suggestions`,
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Lists what the firm's translation memory suggests for a text, the most similar suggestion first.",
  params: botTextParams,
  data: createCutListSchema(memorySuggestionSchema, maximumMemorySuggestions),
});

export const saveBotTextDraft = endpoint({
  method: "POST",
  path: `${botTextPath}/draft`,
  guard: "active",
  limit: limits.automatic,
  summary: "Saves the caller's draft of a translation. Blank content discards the draft. The last call wins.",
  params: botTextParams,
  body: z
    .strictObject({ content: translatedContentSchema.transform(toStorableText) })
    .meta({ id: "BotTextDraftBody" }),
  data: draftSchema,
});

export const translateBotText = endpoint({
  method: "POST",
  path: botTextPath,
  guard: "active",
  limit: limits.click,
  summary:
    "Writes the translation, as an editor's change, into the draft of the text's story, or into its article, phrase, canned answer or broadcast. BOT_TEXT.SENT if the broadcast has begun. `source` and `target` are the original and the translation that the caller has read: BOT_TEXT.ORIGINAL or BOT_TEXT.CHANGED if they are different now. BOT_TEXT.PLACEHOLDERS names each variable that is missing or not in the original; BOT_TEXT.TOO_LONG names the platform. If the call is refused, the caller's draft stays.",
  params: botTextParams,
  body: z
    .strictObject({
      content: createPlainTextSchema(flowTextLimits.text)
        .transform((text) => text.trim())
        .refine((text) => !isBlank(text), { error: "required" }),
      source: translatedContentSchema,
      target: translatedContentSchema,
    })
    .meta({ id: "BotTextTranslation" }),
  data: botTextSchema,
});
