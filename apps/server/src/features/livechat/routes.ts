import { getBotOfLivechat, getLivechat, listLivechats } from "@kakehashi/contract/bot-livechat";
import { downloadLivechatFigures, getLivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import {
  claimLivechat,
  closeLivechat,
  endLivechatSnooze,
  releaseLivechat,
  snoozeLivechat,
  undoLivechatHandOver,
} from "@kakehashi/contract/bot-livechat-steps";
import type { SignedInCall } from "../../kit/http/call.ts";
import { createCsvDownload } from "../../kit/http/csv-download.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { auditAuthorOf } from "../audit/service.ts";
import type { LivechatDependencies } from "./dependencies.ts";
import { livechatCsvFileNamePrefix, toLivechatCsv } from "./figures-csv.ts";
import { createLivechat, type LivechatService } from "./service.ts";

const personOf = (apiCall: SignedInCall) => ({
  ...auditAuthorOf(apiCall),
  userId: apiCall.actor.userId,
  isAdmin: apiCall.actor.role === "admin",
});

export function defineLivechatRoutes(route: DefineRoute, livechat: LivechatService): void {
  route(listLivechats, (apiCall, { params, query }) => livechat.list(personOf(apiCall), params.id, query));
  route(getLivechat, async (apiCall, { params: { id, cid } }) => ({
    data: await livechat.view(personOf(apiCall), id, cid),
  }));
  route(getBotOfLivechat, async (apiCall, { params: { cid } }) => ({
    data: await livechat.findPlace(personOf(apiCall), cid),
  }));
  route(claimLivechat, async (apiCall, { params: { id, cid } }) => ({
    data: await livechat.claim(personOf(apiCall), id, cid),
  }));
  route(releaseLivechat, async (apiCall, { params: { id, cid }, body }) => ({
    data: await livechat.release(personOf(apiCall), id, cid, body.user_id),
  }));
  route(undoLivechatHandOver, async (apiCall, { params: { id, cid } }) => ({
    data: await livechat.takeBack(personOf(apiCall), id, cid),
  }));
  route(closeLivechat, async (apiCall, { params: { id, cid }, body }) => ({
    data: await livechat.end(personOf(apiCall), id, cid, body.resume),
  }));
  route(snoozeLivechat, async (apiCall, { params: { id, cid }, body }) => ({
    data: await livechat.snooze(personOf(apiCall), id, cid, body.until),
  }));
  route(endLivechatSnooze, async (apiCall, { params: { id, cid } }) => ({
    data: await livechat.wake(personOf(apiCall), id, cid),
  }));
  route(getLivechatFigures, async (apiCall, { params, query }) => ({
    data: await livechat.figures(personOf(apiCall), params.id, query),
  }));
  route(downloadLivechatFigures, async (apiCall, { params, query }) => {
    const figures = await livechat.figures(personOf(apiCall), params.id, query);
    return createCsvDownload(
      `${livechatCsvFileNamePrefix[apiCall.language]} ${figures.from} ${figures.to}`,
      toLivechatCsv(figures, apiCall.language),
    );
  });
}

/** Creates the service for talks with bots' visitors, and registers its API routes. */
export const createLivechatFeature = (dependencies: LivechatDependencies) =>
  withRoutes(createLivechat(dependencies), ({ route }, livechat) => {
    defineLivechatRoutes(route, livechat);
  });
