import { z } from "zod";
import { botArticleSchema, hasTextInAnyLanguage } from "./bot-articles.ts";
import { flowTextLimits } from "./flows/limits.ts";
import { createPartialTextsSchema } from "./flows/texts.ts";
import { idSchema } from "./kit/ids.ts";

const textContentSchema = z.strictObject({
  kind: z.literal("text"),
  /** The text of a broadcast in each language. `{{name}}` is replaced by the value of the variable with this name. */
  text: createPartialTextsSchema(flowTextLimits.text).refine(hasTextInAnyLanguage, { error: "required" }),
});
export const broadcastContentSchema = z
  .discriminatedUnion("kind", [
    textContentSchema,
    z.strictObject({ kind: z.literal("article"), article_id: idSchema }),
  ])
  .meta({ id: "BotBroadcastContent" });
export type BroadcastContent = z.infer<typeof broadcastContentSchema>;

/**
 * The content in the body of a request that changes a broadcast. With `kept` the broadcast keeps its stored content,
 * for example its copy of an article.
 */
export const changedBroadcastContentSchema = z
  .discriminatedUnion("kind", [
    ...broadcastContentSchema.options,
    z.strictObject({ kind: z.literal("kept") }),
  ])
  .meta({ id: "BotBroadcastChangedContent" });
export type ChangedBroadcastContent = z.infer<typeof changedBroadcastContentSchema>;

/**
 * The content of a broadcast. The server copies an article into it, so later changes of the article do not affect the
 * broadcast.
 */
export const storedBroadcastContentSchema = z
  .discriminatedUnion("kind", [
    textContentSchema,
    z.object({
      kind: z.literal("article"),
      ...botArticleSchema.pick({ name: true, title: true, text: true, image: true, buttons: true }).shape,
    }),
  ])
  .meta({ id: "BotBroadcastStoredContent" });
export type StoredBroadcastContent = z.infer<typeof storedBroadcastContentSchema>;
