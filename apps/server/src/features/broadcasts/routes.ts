import {
  cancelBroadcast,
  changeBroadcast,
  countAudience,
  createBroadcast,
  downloadBroadcast,
  getAudienceChoices,
  getBroadcast,
  getBroadcastName,
  listBroadcasts,
  pauseBroadcast,
  removeBroadcast,
  resumeBroadcast,
} from "@kakehashi/contract/bot-broadcasts";
import { reportBroadcasts } from "@kakehashi/contract/bot-visitor-broadcasts";
import { visitorTokenHeader } from "@kakehashi/contract/bot-visitors";
import type { SignedInCall } from "../../kit/http/call.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { authorOf } from "../audit/service.ts";
import { type BroadcastDependencies, type Broadcasts, createBroadcasts } from "./service.ts";

const personOf = (call: SignedInCall) => ({
  ...authorOf(call),
  userId: call.actor.userId,
  isAdmin: call.actor.role === "admin",
});

export function broadcastRoutes(route: DefineRoute, broadcasts: Broadcasts): void {
  route(listBroadcasts, (call, { params, query }) => broadcasts.list(personOf(call), params.id, query));
  route(createBroadcast, async (call, { params, body }) => ({
    data: await broadcasts.create(personOf(call), params.id, body),
  }));
  route(changeBroadcast, async (call, { params: { id, bid }, body }) => ({
    data: await broadcasts.change(personOf(call), id, bid, body),
  }));
  route(countAudience, async (call, { params, body }) => ({
    data: await broadcasts.count(personOf(call), params.id, body.audience),
  }));
  route(getAudienceChoices, async (call, { params }) => ({
    data: await broadcasts.listAudienceChoices(personOf(call), params.id),
  }));
  route(getBroadcast, async (call, { params: { id, bid } }) => ({
    data: await broadcasts.view(personOf(call), id, bid),
  }));
  route(getBroadcastName, async (call, { params: { id, bid } }) => ({
    data: await broadcasts.nameOf(personOf(call), id, bid),
  }));
  route(downloadBroadcast, (call, { params: { id, bid } }) =>
    broadcasts.csv(personOf(call), id, bid, call.language),
  );
  route(pauseBroadcast, async (call, { params: { id, bid } }) => ({
    data: await broadcasts.pause(personOf(call), id, bid),
  }));
  route(resumeBroadcast, async (call, { params: { id, bid } }) => ({
    data: await broadcasts.resume(personOf(call), id, bid),
  }));
  route(cancelBroadcast, async (call, { params: { id, bid } }) => ({
    data: await broadcasts.cancel(personOf(call), id, bid),
  }));
  route(reportBroadcasts, async (call, { params, body }) => {
    await broadcasts.storeVisitorReport(params.bot_id, call.readHeader(visitorTokenHeader), body.acts);
    return { data: {} };
  });
  route(removeBroadcast, async (call, { params: { id, bid } }) => {
    await broadcasts.remove(personOf(call), id, bid);
    return { data: { id: bid } };
  });
}

/** Creates the feature `broadcasts`: its service, and the routes of its API calls. */
export const createBroadcastsFeature = (dependencies: BroadcastDependencies) =>
  withRoutes(createBroadcasts(dependencies), ({ route }, broadcasts) => {
    broadcastRoutes(route, broadcasts);
  });
