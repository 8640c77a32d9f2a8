import { z } from "zod";
import { maximumValueLength, platformSchema } from "./flows/limits.ts";
import { plainText, tagSchema, variableName } from "./flows/texts.ts";
import { idSchema } from "./kit/ids.ts";
import { languageSchema } from "./languages.ts";

/** The most days for `seen_days`. Sessions of visitors are deleted after about as many days. */
const maximumLastSeenDays = 365;

const tag = tagSchema.nullable();
const language = languageSchema.nullable();
/** Limits the audience to visitors who began to talk to the bot or wrote to it within this many days. */
const lastSeenDays = z.number().int().min(1).max(maximumLastSeenDays).nullable();
/** The value that the audience's variable must have. Null: the variable may have any value. */
const value = plainText(maximumValueLength).nullable();

const platform = platformSchema.nullable();
/** Limits the audience to people who write to this page of a platform. Null: no limit. */
const pageId = idSchema.nullable();

/**
 * The conditions that decide which visitors get a broadcast. A visitor must meet all of them. A field that is null sets
 * no condition.
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
