import { z } from "zod";
import { isBlank } from "./blank.ts";
import { platformSchema, textLimits } from "./flows/limits.ts";
import { partId } from "./flows/texts.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { cutList, skipMeta, skipQuery } from "./kit/page.ts";
import { languageSchema, languages } from "./languages.ts";
import { maximumSuggestions, suggestion } from "./memory.ts";
import { storable } from "./storable.ts";
import { userSummary } from "./users.ts";

/** Maximum texts that one page of a translator's job lists. */
export const maximumListedTexts = 200;
/** Number of texts of the story before a text, and of those after it, that come with it. */
export const neighbourTexts = 5;
/** Maximum jobs that a translator's queue lists: one for each bot and language. */
export const maximumTextJobs = 100;

/** The text of a block, by the ids of its block and items: `text`, or `items.a1.label`. */
const textField = z
  .string()
  .max(90)
  .regex(/^[\w-]+(?:\.[\w-]{1,40}){0,2}$/);

const content = z.string().max(textLimits.text);

/**
 * `MISSING`: not written in this language. `OUTDATED`: a translator wrote it, and the text that they translated has
 * changed since. `DONE`: neither.
 */
export const botTextStates = ["MISSING", "OUTDATED", "DONE"] as const;
const botTextState = z.enum(botTextStates).meta({ id: "BotTextState" });
export type BotTextState = z.infer<typeof botTextState>;

const named = z.object({ id: idSchema, name: z.string().max(200) });
const place = { flow_id: idSchema, block_id: partId, field: textField };

const languageOfTexts = z
  .object({
    language: languageSchema,
    missing: z.number().int(),
    outdated: z.number().int(),
    /** The request that is open for this language. Null if nobody has asked, or if all texts are translated. */
    request: z.object({ asked_by: userSummary, asked_at: z.iso.datetime() }).nullable(),
    /** When the last request was done. Null if it is open, or if there was none. */
    done_at: z.iso.datetime().nullable(),
    /** The translators who are at a text now. */
    working: z.array(userSummary).max(50),
    /** The number of people of the bot who can translate the waiting texts. */
    translators: z.number().int(),
  })
  .meta({ id: "BotTextsOfLanguage" });
export type BotTextsOfLanguage = z.infer<typeof languageOfTexts>;

const ofBot = z.strictObject({ id: idSchema });
const ofLanguage = ofBot.extend({ language: languageSchema });

export const getBotTexts = endpoint({
  method: "GET",
  path: "/bots/:id/texts",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "For each language of a bot: how many texts of its stories are missing or outdated, who asked for their translation, and who is at it. `outdated` names the first outdated texts.",
  params: ofBot,
  data: z
    .object({
      languages: z.array(languageOfTexts).max(languages.length),
      outdated: z.array(z.object({ ...place, language: languageSchema })).max(maximumListedTexts),
    })
    .meta({ id: "BotTexts" }),
});

export const askBotTexts = endpoint({
  method: "POST",
  path: "/bots/:id/texts/:language",
  guard: "active",
  limit: limits.form,
  summary:
    "Asks the bot's translators for all texts of its stories that are missing or outdated in this language, also those that will be written meanwhile. For owners and editors. BOT_TEXT.NOTHING if no text waits. The caller is told when all are done.",
  params: ofLanguage,
  data: languageOfTexts,
});

export const withdrawBotTexts = endpoint({
  method: "DELETE",
  path: "/bots/:id/texts/:language",
  guard: "active",
  limit: limits.form,
  summary: "Takes the request back. What is translated already stays. For owners and editors.",
  params: ofLanguage,
  data: languageOfTexts,
});

const botTextJob = z
  .object({
    bot: named,
    language: languageSchema,
    asked_by: userSummary,
    asked_at: z.iso.datetime(),
    /** The number of texts that wait and that the reader can translate. */
    waiting: z.number().int(),
    /** The number of them that somebody else has claimed. */
    claimed: z.number().int(),
  })
  .meta({ id: "BotTextJob" });
export type BotTextJob = z.infer<typeof botTextJob>;

export const listBotTextJobs = endpoint({
  method: "GET",
  path: "/translations/bots",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Bots whose texts wait for me: one entry for each bot and language, the first asked first. For translators who have a part in the bot and know both languages; everybody else finds none.",
  data: z.array(botTextJob).max(maximumTextJobs),
});

const botText = z
  .object({
    ...place,
    bot: named,
    story: named,
    block_type: z.string().max(20),
    /** The title of the block's group. Empty if it has none. */
    group: z.string().max(textLimits.title),
    source_language: languageSchema,
    source: content,
    language: languageSchema,
    /** The text in `language`. Empty if it is missing. */
    target: content,
    state: botTextState,
    /** The text that `target` was made from, if the text has changed since. */
    earlier_source: content.nullable(),
    /** The most characters, without variables, and the platform that shows no more. */
    maximum: z.number().int(),
    platform: platformSchema,
    /** The translator who is at it. Null if nobody is. */
    claimed_by: userSummary.nullable(),
    claimed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "BotTranslationText" });
export type BotText = z.infer<typeof botText>;

export const listBotTexts = endpoint({
  method: "GET",
  path: "/translations/bots/:id/:language",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "The texts of a bot that wait for me in this language, story by story, in the order of the story.",
  params: ofLanguage,
  query: skipQuery,
  data: cutList(botText, maximumListedTexts),
  meta: skipMeta,
});

const byText = z.strictObject({
  id: idSchema,
  fid: idSchema,
  block: partId,
  field: textField,
  language: languageSchema,
});
const path = "/bots/:id/flows/:fid/texts/:block/:field/:language";

const draft = z
  .object({ content, edited_at: z.iso.datetime() })
  .nullable()
  .meta({ id: "BotTextDraft", description: "What I have typed and not saved, on any device." });

const neighbour = z.object({ ...place, source: content, target: content }).meta({ id: "BotTextNeighbour" });
export type BotTextNeighbour = z.infer<typeof neighbour>;

export const getBotText = endpoint({
  method: "GET",
  path,
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "One text with the texts around it in its story. For translators who have a part in the bot and know both languages. Not found if its block was deleted.",
  params: byText,
  data: z
    .object({
      text: botText,
      above: cutList(neighbour, neighbourTexts),
      below: cutList(neighbour, neighbourTexts),
      draft,
      /** Whether somebody still asks for the bot's texts in this language. */
      is_asked: z.boolean(),
      bot_archived: z.boolean(),
    })
    .meta({ id: "WholeBotText" }),
});

export const listBotTextSuggestions = endpoint({
  method: "GET",
  path: `${path}/suggestions`,
  guard: "signed-in",
  limit: limits.lookup,
  summary: "What the firm's memory has for this text, the most alike first.",
  params: byText,
  data: cutList(suggestion, maximumSuggestions),
});

export const claimBotText = endpoint({
  method: "POST",
  path: `${path}/claim`,
  guard: "active",
  limit: limits.click,
  summary:
    "Says that I am translating it; again, that I still am. BOT_TEXT.CLAIMED while somebody else is, until 15 minutes after they were last heard of.",
  params: byText,
  data: botText,
});

export const releaseBotText = endpoint({
  method: "POST",
  path: `${path}/release`,
  guard: "active",
  limit: limits.click,
  summary: "Gives my claim back.",
  params: byText,
  data: botText,
});

export const saveBotTextDraft = endpoint({
  method: "POST",
  path: `${path}/draft`,
  guard: "active",
  limit: limits.automatic,
  summary: "Keeps what I have typed; blank content throws it away. The last call wins.",
  params: byText,
  body: z.strictObject({ content: content.transform(storable) }).meta({ id: "BotTextDraftBody" }),
  data: draft,
});

export const translateBotText = endpoint({
  method: "POST",
  path,
  guard: "active",
  limit: limits.click,
  summary:
    "Writes the translation into the draft of the story, as an editor's change. `source` and `target` are what I have read: BOT_TEXT.ORIGINAL or BOT_TEXT.CHANGED if they are others now. BOT_TEXT.PLACEHOLDERS names each variable that is missing or not in the original, BOT_TEXT.TOO_LONG the platform. My draft stays where it is refused.",
  params: byText,
  body: z
    .strictObject({
      content: content
        .transform((text) => storable(text).trim())
        .refine((text) => !isBlank(text), { error: "required" }),
      source: content,
      target: content,
    })
    .meta({ id: "BotTextTranslation" }),
  data: botText,
});
