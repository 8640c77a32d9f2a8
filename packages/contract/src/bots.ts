import { z } from "zod";
import { botRoles } from "./bot-permissions.ts";
import { requestHostsSchema } from "./bot-requests.ts";
import { botSitesSchema } from "./bot-sites.ts";
import {
  botSettingsFields,
  businessHoursSchema,
  exportedBotFileSchema,
  maximumExportedBotBytes,
  maximumFlowsPerBot,
} from "./flows/file.ts";
import { allBotPlatforms, botPlatformSchema } from "./flows/limits.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";
import { languageSchema, languages } from "./languages.ts";
import { pictureBody } from "./profiles.ts";
import { userSummarySchema } from "./users.ts";

/** Maximum bots that one person can create. */
export const maximumBotsPerPerson = 50;
/** Maximum people who work on one bot. */
export const maximumPeoplePerBot = 50;

const botRoleSchema = z.enum(botRoles).meta({ id: "BotPart" });

const botItemFields = {
  id: idSchema,
  name: z.string().max(200),
  /** The URL of the bot's picture. Null: the bot has no picture. */
  picture: z.string().max(500).nullable(),
  languages: z.array(languageSchema).max(languages.length),
  platforms: z.array(botPlatformSchema).max(allBotPlatforms.length),
  archived_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  /** When the bot's settings or one of its stories last changed. */
  updated_at: z.iso.datetime(),
  /** The reader's role in the bot. OWNER for admins. */
  part: botRoleSchema,
  flow_count: z.number().int(),
  /** The number of the bot's stories that are switched on. */
  enabled_count: z.number().int(),
};

export const botListItemSchema = z.object(botItemFields).meta({ id: "BotItem" });
export type BotListItem = z.infer<typeof botListItemSchema>;

const botPerson = z
  .object({ user: userSummarySchema, part: botRoleSchema })
  .meta({ id: "PersonWithBotRole" });
export type PersonWithBotRole = z.infer<typeof botPerson>;

export const botSchema = z
  .object({
    ...botItemFields,
    /** The platform chosen in the bot's settings. The client's specification calls this field "Bot state". */
    current_platform: botPlatformSchema,
    hours: businessHoursSchema.nullable(),
    /** The story that starts for a visitor who opens the chat for the first time. */
    start_flow_id: idSchema.nullable(),
    /** The websites that may embed the bot's chat. The bot's own page is always available. */
    sites: botSitesSchema,
    /** The hosts to which the bot's stories may send requests. */
    request_hosts: requestHostsSchema,
    /** Whether web visitors are asked to rate a chat after agents have closed it. */
    asks_rating: z.boolean(),
    people: z.array(botPerson).max(maximumPeoplePerBot),
  })
  .meta({ id: "Bot" });
export type Bot = z.infer<typeof botSchema>;

const idParams = z.strictObject({ id: idSchema });

export const listBots = endpoint({
  method: "GET",
  path: "/bots",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the bots that the caller works on; for admins, all bots. Sorted by the last change, newest first.",
  query: pageQuery.extend({
    search: z.string().max(200).optional(),
    archived: z.stringbool().default(false),
  }),
  data: z.array(botListItemSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

export const newBotBodySchema = z
  .strictObject({
    ...botSettingsFields,
    platforms: botSettingsFields.platforms.default(["MESSENGER"]),
    hours: botSettingsFields.hours.default(null),
  })
  .meta({ id: "NewBotBody" });
export type NewBotBody = z.infer<typeof newBotBodySchema>;

export const createBot = endpoint({
  method: "POST",
  path: "/bots",
  guard: "active",
  limit: limits.form,
  summary: "Creates a bot without stories. For BrSEs, clients and admins. The caller becomes its owner.",
  body: newBotBodySchema,
  data: botSchema,
});

export const getBot = endpoint({
  method: "GET",
  path: "/bots/:id",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Returns a bot with the people who work on it.",
  params: idParams,
  data: botSchema,
});

export const botChangeBodySchema = z
  .strictObject({
    ...z.strictObject(botSettingsFields).partial().shape,
    current_platform: botPlatformSchema.optional(),
    start_flow_id: idSchema.nullable().optional(),
    sites: botSitesSchema.optional(),
    request_hosts: requestHostsSchema.optional(),
    asks_rating: z.boolean().optional(),
    /** Whether the bot is archived. An archived bot does not reply to visitors. */
    archived: z.boolean().optional(),
  })
  .meta({ id: "BotChangeBody" });
export type BotChangeBody = z.infer<typeof botChangeBodySchema>;

export const changeBot = endpoint({
  method: "PATCH",
  path: "/bots/:id",
  guard: "active",
  limit: limits.form,
  summary: "Changes the given fields of a bot. For owners and editors.",
  params: idParams,
  body: botChangeBodySchema,
  data: botSchema,
});

export const setBotPicture = endpoint({
  method: "POST",
  path: "/bots/:id/picture",
  guard: "active",
  limit: limits.form,
  summary:
    "Sets a bot's picture. The body is the bytes of a JPEG, PNG, WebP or GIF file, at most 5 MB. For owners and editors.",
  bodyFormats: ["image"],
  params: idParams,
  body: pictureBody,
  data: botSchema,
});

export const removeBotPicture = endpoint({
  method: "DELETE",
  path: "/bots/:id/picture",
  guard: "active",
  limit: limits.form,
  summary: "Removes a bot's picture. For owners and editors.",
  params: idParams,
  data: botSchema,
});

export const removeBot = endpoint({
  method: "DELETE",
  path: "/bots/:id",
  guard: "active",
  limit: limits.form,
  summary: "Deletes a bot for good, with its stories and all messages of its visitors. For owners.",
  params: idParams,
  data: onlyIdSchema,
});

export const duplicateBot = endpoint({
  method: "POST",
  path: "/bots/:id/duplicate",
  guard: "active",
  limit: limits.form,
  summary:
    "Creates a bot with the same settings, picture, drafts, articles and phrases. Nothing of it is published. Only the caller works on it.",
  params: idParams,
  body: z.strictObject({ name: botSettingsFields.name }).meta({ id: "BotDuplicateBody" }),
  data: botSchema,
});

export const exportBot = endpoint({
  method: "GET",
  path: "/bots/:id/file",
  guard: "signed-in",
  limit: limits.form,
  answerFormats: ["bytes"],
  summary:
    "Returns a bot as one JSON file: its settings, its picture, the drafts of its stories, its articles and its phrases. `packages/contract/bot-file.schema.json` is the file's JSON Schema.",
  params: idParams,
  data: z.unknown(),
});

export const importBot = endpoint({
  method: "POST",
  path: "/bots/import",
  guard: "active",
  limit: { perMinute: 10 },
  maximumBodyBytes: maximumExportedBotBytes,
  summary: `Creates a bot from an exported file of at most ${maximumExportedBotBytes / 1_000_000} MB and ${maximumFlowsPerBot} stories. Its stories become drafts; its articles and phrases are used at once. A story that could not be published is imported too; its \`problems\` say why.`,
  body: exportedBotFileSchema,
  data: botSchema,
});

const botPersonParams = z.strictObject({ id: idSchema, user_id: idSchema });

export const setBotPerson = endpoint({
  method: "POST",
  path: "/bots/:id/people/:user_id",
  guard: "active",
  limit: limits.form,
  summary: "Adds a person or changes their part. For owners. BOT.LAST_OWNER if no owner would be left.",
  params: botPersonParams,
  body: z.strictObject({ part: botRoleSchema }).meta({ id: "BotPersonBody" }),
  data: botSchema,
});

export const removeBotPerson = endpoint({
  method: "DELETE",
  path: "/bots/:id/people/:user_id",
  guard: "active",
  limit: limits.form,
  summary:
    "Removes a person from a bot. For owners, and for the person. BOT.LAST_OWNER if no owner would be left.",
  params: botPersonParams,
  data: onlyIdSchema,
});
