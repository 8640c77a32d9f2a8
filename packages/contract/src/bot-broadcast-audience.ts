import { z } from "zod";
import { botPlatformSchema, maximumVariableValueLength } from "./flows/limits.ts";
import { createPlainTextSchema, tagSchema, variableNameSchema } from "./flows/texts.ts";
import { idSchema } from "./kit/ids.ts";
import { languageSchema } from "./languages.ts";

/**
 * Maximum value of `seen_days`. Older visits are unknown, because the server deletes visitors' sessions after about
 * this time.
 */
const maximumLastSeenDays = 365;

const audienceTagSchema = tagSchema.nullable();
const audienceLanguageSchema = languageSchema.nullable();
/** Limits the audience to visitors who started a chat with the bot, or wrote to it, within this many days. */
const lastSeenDays = z.number().int().min(1).max(maximumLastSeenDays).nullable();
/** The value that the audience's variable must have in a visitor's session. Null: any value. */
const audienceValueSchema = createPlainTextSchema(maximumVariableValueLength).nullable();

const audiencePlatformSchema = botPlatformSchema.nullable();
/** Limits the audience to people who write to this page of an outside platform. Null: no limit. */
const pageId = idSchema.nullable();

/**
 * The conditions that select the recipients of a broadcast. A visitor must meet all of them. A null field is no
 * condition.
 */
export const broadcastAudienceSchema = z
  .strictObject({
    platform: audiencePlatformSchema,
    page_id: pageId,
    tag: audienceTagSchema,
    language: audienceLanguageSchema,
    seen_days: lastSeenDays,
    variable: z.strictObject({ name: variableNameSchema, value: audienceValueSchema }).nullable(),
  })
  .meta({ id: "BotBroadcastAudience" });
export type BroadcastAudience = z.infer<typeof broadcastAudienceSchema>;

export const broadcastAudienceBodySchema = z
  .strictObject({
    platform: audiencePlatformSchema.default(null),
    page_id: pageId.default(null),
    tag: audienceTagSchema.default(null),
    language: audienceLanguageSchema.default(null),
    seen_days: lastSeenDays.default(null),
    variable: z
      .strictObject({ name: variableNameSchema, value: audienceValueSchema.default(null) })
      .nullable()
      .default(null),
  })
  .meta({ id: "BotBroadcastAudienceBody" });
