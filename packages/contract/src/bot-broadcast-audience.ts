import { z } from "zod";
import { maximumValueLength, platformSchema } from "./flows/limits.ts";
import { plainText, tagSchema, variableName } from "./flows/texts.ts";
import { idSchema } from "./kit/ids.ts";
import { languageSchema } from "./languages.ts";

/** Maximum value of `seen_days`. The server deletes visitors' sessions after about as many days. */
const maximumLastSeenDays = 365;

const tag = tagSchema.nullable();
const language = languageSchema.nullable();
/** Limits the audience to visitors who started a chat with the bot, or wrote to it, within this many days. */
const lastSeenDays = z.number().int().min(1).max(maximumLastSeenDays).nullable();
/** The required value of the audience's variable. Null: any value. */
const value = plainText(maximumValueLength).nullable();

const platform = platformSchema.nullable();
/** Limits the audience to people who write to this page of an outside platform. Null: no limit. */
const pageId = idSchema.nullable();

/**
 * The conditions that select the recipients of a broadcast. A visitor must meet all of them. A null field is no
 * condition.
 */
export const audience = z
  .strictObject({
    platform,
    page_id: pageId,
    tag,
    language,
    seen_days: lastSeenDays,
    variable: z.strictObject({ name: variableName, value }).nullable(),
  })
  .meta({ id: "BotBroadcastAudience" });
export type BroadcastAudience = z.infer<typeof audience>;

export const audienceBody = z
  .strictObject({
    platform: platform.default(null),
    page_id: pageId.default(null),
    tag: tag.default(null),
    language: language.default(null),
    seen_days: lastSeenDays.default(null),
    variable: z
      .strictObject({ name: variableName, value: value.default(null) })
      .nullable()
      .default(null),
  })
  .meta({ id: "BotBroadcastAudienceBody" });
