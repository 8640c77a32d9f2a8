import { z } from "zod";
import { flowLimits, flowTextLimits } from "./flows/limits.ts";
import { flowPartIdSchema } from "./flows/part-id.ts";
import { createPartialTextsSchema, mediaAddressSchema } from "./flows/texts.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { createCutListSchema, cutListPageMetaSchema, cutListPageQuery, maximumPageSize } from "./kit/page.ts";
import { nameSchema } from "./names.ts";
import { userSummarySchema } from "./users.ts";

/** Maximum articles of one bot. */
export const maximumArticlesPerBot = 500;
/**
 * Maximum phrases that the response about an article lists as its uses. A phrase uses an article if it sends it as its
 * answer.
 */
export const maximumListedArticleUses = 20;

const translatedTextSchema = createPartialTextsSchema(flowTextLimits.text);
const translatedTitleSchema = createPartialTextsSchema(flowTextLimits.title);
const translatedLabelSchema = createPartialTextsSchema(flowTextLimits.label);
type TextsInSomeLanguages = z.infer<typeof translatedTextSchema>;

/** Whether the text is not blank in at least one language. */
export const hasTextInAnyLanguage = ({ en = "", vi = "", ja = "" }: TextsInSomeLanguages): boolean =>
  [en, vi, ja].some((text) => text.trim() !== "");

const cardButtonSchema = z
  .strictObject({
    id: flowPartIdSchema,
    label: translatedLabelSchema.refine(hasTextInAnyLanguage, { error: "required" }),
    /** The URL of the page that the button opens. */
    address: mediaAddressSchema.refine((address) => address !== "", { error: "required" }),
  })
  .meta({ id: "BotArticleButton" });
export type BotArticleButton = z.infer<typeof cardButtonSchema>;

/**
 * An article is a card that is written once and can be sent by several phrases. A visitor gets each text in their own
 * language, or in the bot's first language if that text is missing.
 */
const articleFields = {
  /** The article's name. Only the people who work on the bot see it. */
  name: nameSchema,
  title: translatedTitleSchema.refine(hasTextInAnyLanguage, { error: "required" }),
  text: translatedTextSchema,
  /** The https URL of the card's picture. Null: the card has no picture. */
  image: mediaAddressSchema.refine((address) => address !== "", { error: "required" }).nullable(),
  buttons: z.array(cardButtonSchema).max(flowLimits.buttons),
};

export const botArticleSchema = z
  .object({
    id: idSchema,
    ...articleFields,
    name: z.string().max(200),
    /** The article's revision. It increases by 1 with each change. */
    revision: z.number().int().min(1),
    /** The number of the bot's phrases that send this article. */
    use_count: z.number().int(),
    edited_by: userSummarySchema,
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "BotArticle" });
export type BotArticle = z.infer<typeof botArticleSchema>;

const botParams = z.strictObject({ id: idSchema });
const articleParams = z.strictObject({ id: idSchema, aid: idSchema });

export const listBotArticles = endpoint({
  method: "GET",
  path: "/bots/:id/articles",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Lists the articles of a bot, sorted by name.",
  params: botParams,
  query: cutListPageQuery.extend({ search: z.string().max(200).optional() }),
  data: createCutListSchema(botArticleSchema, maximumPageSize),
  meta: cutListPageMetaSchema,
});

export const botArticleBodySchema = z
  .strictObject({
    ...articleFields,
    image: articleFields.image.default(null),
    buttons: articleFields.buttons.default([]),
  })
  .meta({ id: "BotArticleBody" });
export type BotArticleBody = z.infer<typeof botArticleBodySchema>;

export const createBotArticle = endpoint({
  method: "POST",
  path: "/bots/:id/articles",
  guard: "active",
  limit: limits.form,
  summary: `Creates an article. For owners and editors. A bot has at most ${maximumArticlesPerBot} articles.`,
  params: botParams,
  body: botArticleBodySchema,
  data: botArticleSchema,
});

const articleUse = z
  .object({ phrase_id: idSchema, keywords: z.array(z.string().max(200)).max(20) })
  .meta({ id: "BotArticleUse" });
export type BotArticleUse = z.infer<typeof articleUse>;

export const getBotArticle = endpoint({
  method: "GET",
  path: "/bots/:id/articles/:aid",
  guard: "signed-in",
  limit: limits.lookup,
  summary: `Returns an article, and the first ${maximumListedArticleUses} of the phrases that answer with it.`,
  params: articleParams,
  data: botArticleSchema
    .extend({ uses: z.array(articleUse).max(maximumListedArticleUses) })
    .meta({ id: "WholeBotArticle" }),
});

export const changeBotArticle = endpoint({
  method: "PATCH",
  path: "/bots/:id/articles/:aid",
  guard: "active",
  limit: limits.form,
  summary:
    "Changes an article wherever it is used. BOT.EDITED if somebody has saved a later revision; then nothing is saved.",
  params: articleParams,
  body: botArticleBodySchema.extend({ revision: z.number().int().min(1) }).meta({ id: "BotArticleChange" }),
  data: botArticleSchema,
});

export const removeBotArticle = endpoint({
  method: "DELETE",
  path: "/bots/:id/articles/:aid",
  guard: "active",
  limit: limits.form,
  summary: "Deletes an article. BOT.ARTICLE_USED if a phrase still answers with it.",
  params: articleParams,
  data: onlyIdSchema,
});
