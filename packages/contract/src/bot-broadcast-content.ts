import { z } from "zod";
import { botArticle, hasText } from "./bot-articles.ts";
import { textLimits } from "./flows/limits.ts";
import { textsSchema } from "./flows/texts.ts";
import { idSchema } from "./kit/ids.ts";

const text = z.strictObject({
  kind: z.literal("text"),
  /** The text of a broadcast in each language. `{{name}}` stands for the value of the variable with this name. */
  text: textsSchema(textLimits.text).refine(hasText, { error: "required" }),
});
export const content = z
  .discriminatedUnion("kind", [text, z.strictObject({ kind: z.literal("article"), article_id: idSchema })])
  .meta({ id: "BotBroadcastContent" });
export type BroadcastContent = z.infer<typeof content>;

/**
 * The content in the body of a call that changes a broadcast. `kept`: the broadcast keeps its present content, such as
 * its copy of an article.
 */
export const changedBroadcastContent = z
  .discriminatedUnion("kind", [...content.options, z.strictObject({ kind: z.literal("kept") })])
  .meta({ id: "BotBroadcastChangedContent" });
export type ChangedBroadcastContent = z.infer<typeof changedBroadcastContent>;

/**
 * The content of a broadcast. An article is copied, so that later changes of the article do not change the broadcast.
 */
export const storedContent = z
  .discriminatedUnion("kind", [
    text,
    z.object({
      kind: z.literal("article"),
      ...botArticle.pick({ name: true, title: true, text: true, image: true, buttons: true }).shape,
    }),
  ])
  .meta({ id: "BotBroadcastStoredContent" });
export type StoredBroadcastContent = z.infer<typeof storedContent>;
