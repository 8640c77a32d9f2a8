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
import { csvDownload } from "../../kit/http/csv-download.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { authorOf } from "../audit/service.ts";
import type { LivechatDependencies } from "./dependencies.ts";
import { fileNamePrefix, toCsv } from "./figures-csv.ts";
import { createLivechat, type Livechat } from "./service.ts";

const personOf = (call: SignedInCall) => ({
  ...authorOf(call),
  userId: call.actor.userId,
  isAdmin: call.actor.role === "admin",
});

export function livechatRoutes(route: DefineRoute, livechat: Livechat): void {
  route(listLivechats, (call, { params, query }) => livechat.list(personOf(call), params.id, query));
  route(getLivechat, async (call, { params: { id, cid } }) => ({
    data: await livechat.view(personOf(call), id, cid),
  }));
  route(getBotOfLivechat, async (call, { params: { cid } }) => ({
    data: await livechat.findPlace(personOf(call), cid),
  }));
  route(claimLivechat, async (call, { params: { id, cid } }) => ({
    data: await livechat.claim(personOf(call), id, cid),
  }));
  route(releaseLivechat, async (call, { params: { id, cid }, body }) => ({
    data: await livechat.release(personOf(call), id, cid, body.user_id),
  }));
  route(undoLivechatHandOver, async (call, { params: { id, cid } }) => ({
    data: await livechat.takeBack(personOf(call), id, cid),
  }));
  route(closeLivechat, async (call, { params: { id, cid }, body }) => ({
    data: await livechat.end(personOf(call), id, cid, body.resume),
  }));
  route(snoozeLivechat, async (call, { params: { id, cid }, body }) => ({
    data: await livechat.snooze(personOf(call), id, cid, body.until),
  }));
  route(endLivechatSnooze, async (call, { params: { id, cid } }) => ({
    data: await livechat.wake(personOf(call), id, cid),
  }));
  route(getLivechatFigures, async (call, { params, query }) => ({
    data: await livechat.figures(personOf(call), params.id, query),
  }));
  route(downloadLivechatFigures, async (call, { params, query }) => {
    const figures = await livechat.figures(personOf(call), params.id, query);
    return csvDownload(
      `${fileNamePrefix[call.language]} ${figures.from} ${figures.to}`,
      toCsv(figures, call.language),
    );
  });
}

/** Creates the service for talks with bots' visitors, and registers its API routes. */
export const createLivechatFeature = (dependencies: LivechatDependencies) =>
  withRoutes(createLivechat(dependencies), ({ route }, livechat) => {
    livechatRoutes(route, livechat);
  });
