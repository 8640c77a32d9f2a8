import { z } from "zod";
import { hasTextInAnyLanguage } from "./bot-articles.ts";
import { flowTextLimits, maximumVisitorMessageLength } from "./flows/limits.ts";
import { createPartialTextsSchema, createPlainTextSchema } from "./flows/texts.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { createCutListSchema, cutListPageMetaSchema, cutListPageQuery, maximumPageSize } from "./kit/page.ts";
import { userSummarySchema } from "./users.ts";

/** Maximum phrases of one bot. Even with this many, the bot finds the phrases that match a message within 2 ms. */
export const maximumPhrasesPerBot = 5_000;
/** Maximum phrases of one bot that are patterns. Each pattern costs time for every message. */
export const maximumPatternPhrasesPerBot = 100;
export const maximumKeywordsPerPhrase = 20;
/** Maximum UTF-16 code units of one keyword. */
export const maximumKeywordLength = 200;
/**
 * Maximum characters of all keywords of a bot together. With this limit, the compiled phrases of a bot need less than
 * about 100 MB of memory.
 */
export const maximumKeywordCharactersPerBot = 300_000;
/**
 * The bot looks for keywords only in this many UTF-16 code units at the beginning of a message, because visitors say at
 * the beginning what they want.
 */
export const searchedMessageUnits = 1_000;
/** Maximum phrases in the response to a test of which phrases match a message. */
export const maximumPhraseMatches = 10;

/**
 * How a keyword is compared with a message. The comparison ignores case, width, accents (`foldText`) and punctuation.
 *
 * - `exact`: the message equals the keyword.
 * - `starts`: the message begins with the keyword.
 * - `contains`: the keyword is in the message as whole words. In Japanese, which has no spaces, it may occur anywhere.
 * - `fuzzy`: like `contains`, but a keyword of 4 to 7 letters may have one wrong letter, and a longer one two.
 * - `pattern`: a regular expression of RE2, which takes linear time for every pattern. It is tried on the folded
 *   message and on the message as written.
 */
export const phraseMatchKinds = ["contains", "exact", "starts", "fuzzy", "pattern"] as const;
export type PhraseMatchKind = (typeof phraseMatchKinds)[number];

const keywordSchema = createPlainTextSchema(maximumKeywordLength).refine((text) => text.trim() !== "", {
  error: "required",
});

/** What the bot does when the phrase matches: it sends a text or an article, or begins a story. */
const phraseTargetSchema = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("answer"),
      text: createPartialTextsSchema(flowTextLimits.text).refine(hasTextInAnyLanguage, { error: "required" }),
    }),
    z.strictObject({ kind: z.literal("article"), article_id: idSchema }),
    z.strictObject({ kind: z.literal("story"), flow_id: idSchema }),
  ])
  .meta({ id: "BotPhraseTarget" });
export type PhraseTarget = z.infer<typeof phraseTargetSchema>;

export const botPhraseSchema = z
  .object({
    id: idSchema,
    kind: z.enum(phraseMatchKinds),
    keywords: z.array(z.string().max(maximumKeywordLength)).max(maximumKeywordsPerPhrase),
    target: phraseTargetSchema,
    is_enabled: z.boolean(),
    revision: z.number().int().min(1),
    edited_by: userSummarySchema,
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "BotPhrase" });
export type BotPhrase = z.infer<typeof botPhraseSchema>;

const botParams = z.strictObject({ id: idSchema });
const phraseParams = z.strictObject({ id: idSchema, pid: idSchema });

export const listBotPhrases = endpoint({
  method: "GET",
  path: "/bots/:id/phrases",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the phrases of a bot in their order. The first phrase that fits a message answers it. `search` looks in keywords and answers.",
  params: botParams,
  query: cutListPageQuery.extend({ search: z.string().max(200).optional() }),
  data: createCutListSchema(botPhraseSchema, maximumPageSize),
  meta: cutListPageMetaSchema,
});

export const botPhraseBodySchema = z
  .strictObject({
    kind: z.enum(phraseMatchKinds),
    keywords: z.array(keywordSchema).min(1, { error: "required" }).max(maximumKeywordsPerPhrase),
    target: phraseTargetSchema,
    is_enabled: z.boolean().default(true),
  })
  .meta({ id: "BotPhraseBody" });
export type BotPhraseBody = z.infer<typeof botPhraseBodySchema>;

export const createBotPhrase = endpoint({
  method: "POST",
  path: "/bots/:id/phrases",
  guard: "active",
  limit: limits.click,
  summary: `Adds a phrase at the end of the list. For owners and editors. A bot has at most ${maximumPhrasesPerBot} phrases and ${maximumPatternPhrasesPerBot} patterns among them. If RE2 cannot read a pattern, or it is too large, the error names its keyword.`,
  params: botParams,
  body: botPhraseBodySchema,
  data: botPhraseSchema,
});

export const changeBotPhrase = endpoint({
  method: "PATCH",
  path: "/bots/:id/phrases/:pid",
  guard: "active",
  limit: limits.click,
  summary: "Changes a phrase. BOT.EDITED if somebody has saved a later revision; then nothing is saved.",
  params: phraseParams,
  body: botPhraseBodySchema
    .partial()
    .extend({ is_enabled: z.boolean().optional(), revision: z.number().int().min(1) })
    .meta({ id: "BotPhraseChange" }),
  data: botPhraseSchema,
});

export const moveBotPhrase = endpoint({
  method: "POST",
  path: "/bots/:id/phrases/:pid/move",
  guard: "active",
  limit: limits.click,
  summary:
    "Moves a phrase right after another one, or to the first place. If several phrases fit a message, the earliest one answers.",
  params: phraseParams,
  body: z.strictObject({ after_id: idSchema.nullable() }).meta({ id: "BotPhraseMove" }),
  data: onlyIdSchema,
});

export const removeBotPhrase = endpoint({
  method: "DELETE",
  path: "/bots/:id/phrases/:pid",
  guard: "active",
  limit: limits.click,
  summary: "Deletes a phrase.",
  params: phraseParams,
  data: onlyIdSchema,
});

const phraseMatch = z
  .object({
    phrase: botPhraseSchema,
    /** The phrase's keyword that matches the message best. */
    keyword: z.string().max(maximumKeywordLength),
    /** The part of the visitor's message that matches the keyword, as the visitor wrote it. */
    found: z.string().max(searchedMessageUnits),
    /** How many letters of the keyword are wrong in the message. */
    distance: z.number().int().min(0).max(2),
  })
  .meta({ id: "MatchingBotPhrase" });
export type MatchingBotPhrase = z.infer<typeof phraseMatch>;

export const testBotPhrases = endpoint({
  method: "POST",
  path: "/bots/:id/phrases/test",
  guard: "active",
  limit: limits.lookup,
  summary: `Returns the phrases that fit a message, at most ${maximumPhraseMatches}, each with the reason. The first one would answer. Nothing is sent.`,
  params: botParams,
  body: z
    .strictObject({ text: z.string().trim().min(1).max(maximumVisitorMessageLength) })
    .meta({ id: "BotPhraseTest" }),
  data: z.object({
    /**
     * The message without differences of case, width and accents (`foldText`), and with spaces in place of punctuation.
     * Keywords are compared with this folded text.
     */
    folded: z.string().max(2 * searchedMessageUnits),
    matches: createCutListSchema(phraseMatch, maximumPhraseMatches),
  }),
});
