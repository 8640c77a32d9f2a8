import { z } from "zod";
import { hasTextInAnyLanguage } from "./bot-articles.ts";
import { createPartialTextsSchema } from "./flows/texts.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { createCutListSchema, cutListPageMetaSchema, cutListPageQuery, maximumPageSize } from "./kit/page.ts";
import { userSummarySchema } from "./users.ts";

/** Maximum canned answers of one bot. */
export const maximumCannedAnswersPerBot = 300;
/** Maximum UTF-16 code units of a canned answer in one language. */
export const maximumCannedTextLength = 2_000;
/** Maximum UTF-16 code units of the shortcut of a canned answer. */
export const maximumCannedShortcutLength = 30;

/**
 * The shortcut that an agent types after `/` in the message box to insert the canned answer. It has letters of any
 * script, digits, `-` and `_`. Case and width do not matter.
 */
const shortcutSchema = z
  .string()
  .max(2 * maximumCannedShortcutLength)
  .transform((text) => text.normalize("NFKC").trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(1)
      .max(maximumCannedShortcutLength)
      .regex(/^[\p{L}\p{M}\p{N}_-]+$/u, { error: "shortcut" }),
  );

const cannedAnswerFields = {
  shortcut: shortcutSchema,
  /**
   * The text of the canned answer in each language. `{{visitor}}`, `{{agent}}` and `{{bot}}` are replaced by names,
   * `{{name}}` by the value of the bot's variable with this name.
   */
  text: createPartialTextsSchema(maximumCannedTextLength).refine(hasTextInAnyLanguage, { error: "required" }),
};

export const cannedAnswerSchema = z
  .object({
    id: idSchema,
    shortcut: z.string().max(maximumCannedShortcutLength),
    text: cannedAnswerFields.text,
    /** The revision of the canned answer. It increases by 1 with each change. */
    revision: z.number().int().min(1),
    edited_by: userSummarySchema,
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "BotCannedAnswer" });
export type CannedAnswer = z.infer<typeof cannedAnswerSchema>;

const botParams = z.strictObject({ id: idSchema });
const cannedAnswerParams = z.strictObject({ id: idSchema, aid: idSchema });

export const listCannedAnswers = endpoint({
  method: "GET",
  path: "/bots/:id/canned",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the canned answers of a bot: the texts with which its people answer visitors. Sorted by shortcut.",
  params: botParams,
  query: cutListPageQuery.extend({ search: z.string().max(200).optional() }),
  data: createCutListSchema(cannedAnswerSchema, maximumPageSize),
  meta: cutListPageMetaSchema,
});

export const cannedAnswerBodySchema = z.strictObject(cannedAnswerFields).meta({ id: "BotCannedAnswerBody" });
export type CannedAnswerBody = z.infer<typeof cannedAnswerBodySchema>;

export const createCannedAnswer = endpoint({
  method: "POST",
  path: "/bots/:id/canned",
  guard: "active",
  limit: limits.form,
  summary: `Creates a canned answer. For owners and editors. A bot has at most ${maximumCannedAnswersPerBot}, each with a shortcut of its own.`,
  params: botParams,
  body: cannedAnswerBodySchema,
  data: cannedAnswerSchema,
});

export const changeCannedAnswer = endpoint({
  method: "PATCH",
  path: "/bots/:id/canned/:aid",
  guard: "active",
  limit: limits.form,
  summary:
    "Changes a canned answer. BOT.EDITED if somebody has saved a later revision; then nothing is saved.",
  params: cannedAnswerParams,
  body: cannedAnswerBodySchema
    .extend({ revision: z.number().int().min(1) })
    .meta({ id: "BotCannedAnswerChange" }),
  data: cannedAnswerSchema,
});

export const removeCannedAnswer = endpoint({
  method: "DELETE",
  path: "/bots/:id/canned/:aid",
  guard: "active",
  limit: limits.form,
  summary: "Deletes a canned answer. For owners and editors.",
  params: cannedAnswerParams,
  data: onlyIdSchema,
});
