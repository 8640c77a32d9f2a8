import { z } from "zod";
import {
  channelPageStates,
  channelProblemSchema,
  outsidePlatformSchema,
  outsidePlatforms,
} from "./channel-states.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";

/** Maximum pages of outside platforms in the list of the reader's pages. */
export const maximumListedChannelPages = 200;
/** Maximum pages that a person can choose from after they have allowed access on a platform. */
export const maximumFoundChannelPages = 200;
/** Minutes that a person has to allow access on the platform and return to this site. */
export const channelConnectionTimeoutMinutes = 30;

const externalIdSchema = z.string().min(1).max(100);
const botOfPage = z.object({ id: idSchema, name: z.string().max(200) });

/** A Facebook page or a Zalo Official Account that is connected to a bot. */
export const channelPageSchema = z
  .object({
    id: idSchema,
    platform: outsidePlatformSchema,
    /** The id of the page on its outside platform. */
    external_id: externalIdSchema,
    name: z.string().max(200),
    bot: botOfPage,
    /**
     * Whether the bot's settings include the page's platform. If not, the bot does not answer on this page, and only
     * people write there.
     */
    bot_answers: z.boolean(),
    state: z.enum(channelPageStates),
    /** When the page's access token expires. Null: it does not expire, or the server renews it. */
    token_expires_at: z.iso.datetime().nullable(),
    /** When the platform last sent a webhook event about this page. Null: never. */
    last_event_at: z.iso.datetime().nullable(),
    /** The last error of the page. Null: there was none, or a later request to the platform succeeded. */
    last_error: channelProblemSchema.nullable(),
    /** The number of messages that wait to be sent from the page. */
    queued_count: z.number().int(),
    /** The number of webhook events for the page that the server does not support. */
    unknown_count: z.number().int(),
    /** The URL to register as webhook on the platform. */
    webhook_url: z.string().max(2_000),
    /** Whether the reader may reconnect, pause and disconnect the page. Only owners of the bot and admins may. */
    may_manage: z.boolean(),
  })
  .meta({ id: "ChannelPage" });
export type ChannelPage = z.infer<typeof channelPageSchema>;

/** An outside platform, and whether this installation has an app there. */
const platformAvailability = z
  .object({ platform: outsidePlatformSchema, is_configured: z.boolean() })
  .meta({ id: "ChannelPlatform" });

export const listAllChannelPages = endpoint({
  method: "GET",
  path: "/schat/pages",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the pages of outside platforms that are joined to the caller's bots, sorted by platform and name. Disconnected pages come last.",
  data: z.array(channelPageSchema).max(maximumListedChannelPages),
  meta: z.object({ platforms: z.array(platformAvailability).max(outsidePlatforms.length) }),
});

const platformParams = z.strictObject({ platform: outsidePlatformSchema });
const channelPageParams = z.strictObject({ id: idSchema });

export const beginChannelConnection = endpoint({
  method: "POST",
  path: "/schat/pages/:platform/connect",
  guard: "active",
  limit: limits.form,
  summary: `Begins to join pages to a bot. \`url\` is the platform's page on which the person allows this. The platform sends the person back to \`/bots/callback\` within ${channelConnectionTimeoutMinutes} minutes. For owners of the bot. CHANNEL.NOT_CONFIGURED if this installation is not registered with the platform.`,
  params: platformParams,
  body: z.strictObject({ bot_id: idSchema }).meta({ id: "ChannelConnectBody" }),
  data: z.object({ url: z.string().max(4_000) }).meta({ id: "ChannelConnect" }),
});

/**
 * A page of an outside platform that can be connected to a bot. `joined_to` is the bot to which the page is connected
 * now.
 */
const foundPage = z
  .object({ external_id: externalIdSchema, name: z.string().max(200), joined_to: botOfPage.nullable() })
  .meta({ id: "FoundChannelPage" });

export const foundChannelPagesSchema = z
  .object({
    platform: outsidePlatformSchema,
    bot: botOfPage,
    /** Whether the bot's settings include the platform of these pages. */
    bot_answers: z.boolean(),
    pages: z.array(foundPage).max(maximumFoundChannelPages),
  })
  .meta({ id: "FoundChannelPages" });
export type FoundChannelPages = z.infer<typeof foundChannelPagesSchema>;

/** A query value in the URL with which a platform redirects a person back. Logs do not contain such values. */
const callbackParamSchema = z.string().max(4_000);

export const finishChannelConnection = endpoint({
  method: "POST",
  path: "/schat/pages/callback",
  guard: "active",
  limit: limits.form,
  summary:
    "Passes on what a platform has sent to `/bots/callback`: the whole query. Returns the pages that the person may join. Repeating the call gives the same answer. CHANNEL.CONNECT_ENDED if the attempt is unknown, belongs to somebody else or is too old; CHANNEL.REFUSED if the person or the platform has refused.",
  body: z
    .strictObject({ query: z.record(z.string().max(100), callbackParamSchema) })
    .meta({ id: "ChannelCallbackBody" }),
  data: foundChannelPagesSchema,
});

export const joinChannelPages = endpoint({
  method: "POST",
  path: "/schat/pages/join",
  guard: "active",
  limit: limits.form,
  summary:
    "Joins chosen pages to the bot for which the connection began. A page that was joined to this bot before is connected again. CHANNEL.PAGE_TAKEN if one of them is joined to another bot.",
  body: z
    .strictObject({
      /** The `state` parameter in the URL with which the platform redirected the person back. */
      state: callbackParamSchema,
      external_ids: z.array(externalIdSchema).min(1).max(maximumFoundChannelPages),
    })
    .meta({ id: "ChannelJoinBody" }),
  data: z.array(channelPageSchema).max(maximumFoundChannelPages),
});

export const setChannelPagePaused = endpoint({
  method: "POST",
  path: "/schat/pages/:id/pause",
  guard: "active",
  limit: limits.form,
  summary:
    "Stops sending messages to the people of a page, or starts again with the messages that have waited. Messages from these people still arrive. For owners of the bot.",
  params: channelPageParams,
  body: z.strictObject({ is_paused: z.boolean() }).meta({ id: "ChannelPauseBody" }),
  data: channelPageSchema,
});

export const disconnectChannelPage = endpoint({
  method: "DELETE",
  path: "/schat/pages/:id",
  guard: "active",
  limit: limits.form,
  summary:
    "Disconnects a page and deletes its tokens. The conversations stay. Messages that wait to be sent fail. For owners of the bot.",
  params: channelPageParams,
  data: channelPageSchema,
});
