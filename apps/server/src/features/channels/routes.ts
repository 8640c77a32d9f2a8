import {
  deleteWaitingDelivery,
  retryDelivery,
  sendUntranslated,
} from "@kakehashi/contract/channel-deliveries";
import { downloadChannelFigures, getChannelFigures } from "@kakehashi/contract/channel-figures";
import {
  linkOutsidePeople,
  listLinkCandidates,
  unlinkOutsidePerson,
} from "@kakehashi/contract/channel-links";
import {
  beginChannelConnection,
  disconnectChannelPage,
  finishChannelConnection,
  joinChannelPages,
  listChannelPages,
  pauseChannelPage,
} from "@kakehashi/contract/channel-pages";
import {
  blockOutsidePerson,
  downloadOutsideFile,
  downloadSentFile,
  getOutsideTalk,
  listAllOutsideTags,
  listOutsideTags,
  listOutsideTalks,
  tagOutsidePerson,
} from "@kakehashi/contract/channels";
import type { SignedInCall } from "../../kit/http/call.ts";
import { csvDownload } from "../../kit/http/csv-download.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { authorOf } from "../audit/service.ts";
import { fileNamePrefix, toCsv } from "./figures-csv.ts";
import { type ChannelFeatureDependencies, type Channels, createChannels } from "./service.ts";
import { webhookRoutes } from "./webhook-routes.ts";

const personOf = (call: SignedInCall) => ({
  ...authorOf(call),
  userId: call.actor.userId,
  isAdmin: call.actor.role === "admin",
});

export function channelRoutes(
  route: DefineRoute,
  { pages, connect: pageConnection, inbox, links, figures }: Channels,
): void {
  route(listChannelPages, async (call) => ({
    data: await pages.list(personOf(call)),
    meta: { platforms: pages.platforms() },
  }));
  route(beginChannelConnection, async (call, { params, body }) => ({
    data: { url: await pageConnection.begin(personOf(call), params.platform, body.bot_id) },
  }));
  route(finishChannelConnection, async (call, { body }) => ({
    data: await pageConnection.finish(personOf(call), body.query),
  }));
  route(joinChannelPages, async (call, { body }) => {
    const joinedPages = await pageConnection.join(personOf(call), body.state, body.external_ids);
    return { data: await pages.joined(personOf(call), joinedPages) };
  });
  route(pauseChannelPage, async (call, { params, body }) => ({
    data: await pages.pause(personOf(call), params.id, body.is_paused),
  }));
  route(disconnectChannelPage, async (call, { params }) => ({
    data: await pages.disconnect(personOf(call), params.id),
  }));

  route(getChannelFigures, async (call, { query }) => ({ data: await figures(personOf(call), query) }));
  route(downloadChannelFigures, async (call, { query }) => {
    const found = await figures(personOf(call), query);
    return csvDownload(
      `${fileNamePrefix[call.language]} ${found.from} ${found.to}`,
      toCsv(found, call.language),
    );
  });
  route(listOutsideTalks, (call, { query }) => inbox.list(personOf(call), query));
  route(getOutsideTalk, async (call, { params }) => ({ data: await inbox.view(personOf(call), params.id) }));
  route(retryDelivery, async (call, { params }) => ({
    data: await inbox.retry(personOf(call), params.id, params.message_id),
  }));
  route(sendUntranslated, async (call, { params }) => ({
    data: await inbox.sendUntranslated(personOf(call), params.id, params.message_id),
  }));
  route(deleteWaitingDelivery, async (call, { params }) => {
    await inbox.takeBack(personOf(call), params.id, params.message_id);
    return { data: { id: params.message_id } };
  });
  route(blockOutsidePerson, async (call, { params, body }) => {
    await inbox.block(personOf(call), params.id, body.is_blocked);
    return { data: { id: params.id } };
  });
  route(tagOutsidePerson, async (call, { params, body }) => {
    await inbox.tag(personOf(call), params.id, body.tags);
    return { data: { id: params.id } };
  });
  route(listLinkCandidates, async (call, { params, query }) => ({
    data: await links.candidates(personOf(call), params.id, query.search ?? ""),
  }));
  route(linkOutsidePeople, async (call, { params, body }) => {
    await links.link(personOf(call), params.id, body);
    return { data: { id: params.id } };
  });
  route(unlinkOutsidePerson, async (call, { params, body }) => {
    await links.separate(personOf(call), params.id, body.conversation_id);
    return { data: { id: params.id } };
  });
  route(listAllOutsideTags, async (call, { query }) => ({
    data: await inbox.allTags(personOf(call), query.search ?? ""),
  }));
  route(listOutsideTags, async (call, { params, query }) => ({
    data: await inbox.tags(personOf(call), params.id, query.search ?? ""),
  }));
  route(downloadOutsideFile, (_, { params, query }) => inbox.file(params, query));
  route(downloadSentFile, (_, { params, query }) => inbox.downloadSentFile(params.id, query.signature));
}

/**
 * Creates the feature `channels`: its service, the routes of its API calls, and the routes for the platforms' webhooks.
 */
export const createChannelsFeature = (parts: ChannelFeatureDependencies) =>
  withRoutes(createChannels(parts), ({ route, api }, channels) => {
    channelRoutes(route, channels);
    webhookRoutes(api, channels.webhooks);
  });
