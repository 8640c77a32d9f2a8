import {
  deleteWaitingOutsideMessage,
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
  listAllChannelPages,
  setChannelPagePaused,
} from "@kakehashi/contract/channel-pages";
import {
  downloadFileForPlatform,
  downloadFileFromOutside,
  getOutsideTalk,
  listAllOutsideTags,
  listOutsideTalks,
  setOutsidePersonBlocked,
  setOutsidePersonTags,
  suggestTagsForOutsidePerson,
} from "@kakehashi/contract/channels";
import type { SignedInCall } from "../../kit/http/call.ts";
import { createCsvDownload } from "../../kit/http/csv-download.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { auditAuthorOf } from "../audit/service.ts";
import { figuresFileNamePrefix, toFiguresCsv } from "./figures-csv.ts";
import { type ChannelFeatureDependencies, type Channels, createChannels } from "./service.ts";
import { defineWebhookRoutes } from "./webhook-routes.ts";

const toChannelPerson = (apiCall: SignedInCall) => ({
  ...auditAuthorOf(apiCall),
  userId: apiCall.actor.userId,
  isAdmin: apiCall.actor.role === "admin",
});

export function defineChannelRoutes(
  route: DefineRoute,
  { pages, connect: pageConnection, inbox, links, figures }: Channels,
): void {
  route(listAllChannelPages, async (apiCall) => ({
    data: await pages.list(toChannelPerson(apiCall)),
    meta: { platforms: pages.platforms() },
  }));
  route(beginChannelConnection, async (apiCall, { params, body }) => ({
    data: { url: await pageConnection.begin(toChannelPerson(apiCall), params.platform, body.bot_id) },
  }));
  route(finishChannelConnection, async (apiCall, { body }) => ({
    data: await pageConnection.finish(toChannelPerson(apiCall), body.query),
  }));
  route(joinChannelPages, async (apiCall, { body }) => {
    const joinedPages = await pageConnection.join(toChannelPerson(apiCall), body.state, body.external_ids);
    return { data: await pages.joined(toChannelPerson(apiCall), joinedPages) };
  });
  route(setChannelPagePaused, async (apiCall, { params, body }) => ({
    data: await pages.pause(toChannelPerson(apiCall), params.id, body.is_paused),
  }));
  route(disconnectChannelPage, async (apiCall, { params }) => ({
    data: await pages.disconnect(toChannelPerson(apiCall), params.id),
  }));

  route(getChannelFigures, async (apiCall, { query }) => ({
    data: await figures(toChannelPerson(apiCall), query),
  }));
  route(downloadChannelFigures, async (apiCall, { query }) => {
    const channelFigures = await figures(toChannelPerson(apiCall), query);
    return createCsvDownload(
      `${figuresFileNamePrefix[apiCall.language]} ${channelFigures.from} ${channelFigures.to}`,
      toFiguresCsv(channelFigures, apiCall.language),
    );
  });
  route(listOutsideTalks, (apiCall, { query }) => inbox.list(toChannelPerson(apiCall), query));
  route(getOutsideTalk, async (apiCall, { params }) => ({
    data: await inbox.view(toChannelPerson(apiCall), params.id),
  }));
  route(retryDelivery, async (apiCall, { params }) => ({
    data: await inbox.retry(toChannelPerson(apiCall), params.id, params.message_id),
  }));
  route(sendUntranslated, async (apiCall, { params }) => ({
    data: await inbox.sendUntranslated(toChannelPerson(apiCall), params.id, params.message_id),
  }));
  route(deleteWaitingOutsideMessage, async (apiCall, { params }) => {
    await inbox.takeBack(toChannelPerson(apiCall), params.id, params.message_id);
    return { data: { id: params.message_id } };
  });
  route(setOutsidePersonBlocked, async (apiCall, { params, body }) => {
    await inbox.block(toChannelPerson(apiCall), params.id, body.is_blocked);
    return { data: { id: params.id } };
  });
  route(setOutsidePersonTags, async (apiCall, { params, body }) => {
    await inbox.tag(toChannelPerson(apiCall), params.id, body.tags);
    return { data: { id: params.id } };
  });
  route(listLinkCandidates, async (apiCall, { params, query }) => ({
    data: await links.candidates(toChannelPerson(apiCall), params.id, query.search ?? ""),
  }));
  route(linkOutsidePeople, async (apiCall, { params, body }) => {
    await links.link(toChannelPerson(apiCall), params.id, body);
    return { data: { id: params.id } };
  });
  route(unlinkOutsidePerson, async (apiCall, { params, body }) => {
    await links.separate(toChannelPerson(apiCall), params.id, body.conversation_id);
    return { data: { id: params.id } };
  });
  route(listAllOutsideTags, async (apiCall, { query }) => ({
    data: await inbox.allTags(toChannelPerson(apiCall), query.search ?? ""),
  }));
  route(suggestTagsForOutsidePerson, async (apiCall, { params, query }) => ({
    data: await inbox.tags(toChannelPerson(apiCall), params.id, query.search ?? ""),
  }));
  route(downloadFileForPlatform, (_, { params, query }) => inbox.file(params, query));
  route(downloadFileFromOutside, (_, { params, query }) =>
    inbox.downloadSentFile(params.id, query.signature),
  );
}

/**
 * Creates the feature `channels`: its service, the routes of its API calls, and the routes for the platforms' webhooks.
 */
export const createChannelsFeature = (channelDependencies: ChannelFeatureDependencies) =>
  withRoutes(createChannels(channelDependencies), ({ route, httpServer }, channels) => {
    defineChannelRoutes(route, channels);
    defineWebhookRoutes(httpServer, channels.webhooks);
  });
