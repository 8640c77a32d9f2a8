import {
  cancelBroadcast,
  changeBroadcast,
  countBroadcastAudience,
  createBroadcast,
  downloadBroadcastResults,
  getBroadcast,
  getBroadcastAudienceChoices,
  getBroadcastName,
  listBroadcasts,
  pauseBroadcast,
  removeBroadcast,
  resumeBroadcast,
} from "@kakehashi/contract/bot-broadcasts";
import { sendBroadcastReceipts } from "@kakehashi/contract/bot-visitor-broadcasts";
import { visitorTokenHeaderName } from "@kakehashi/contract/bot-visitors";
import type { SignedInCall } from "../../kit/http/call.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { auditAuthorOf } from "../audit/service.ts";
import { type BroadcastDependencies, type Broadcasts, createBroadcasts } from "./service.ts";

const toBroadcastPerson = (signedInCall: SignedInCall) => ({
  ...auditAuthorOf(signedInCall),
  userId: signedInCall.actor.userId,
  isAdmin: signedInCall.actor.role === "admin",
});

export function defineBroadcastRoutes(route: DefineRoute, broadcasts: Broadcasts): void {
  route(listBroadcasts, (signedInCall, { params, query }) =>
    broadcasts.list(toBroadcastPerson(signedInCall), params.id, query),
  );
  route(createBroadcast, async (signedInCall, { params, body }) => ({
    data: await broadcasts.create(toBroadcastPerson(signedInCall), params.id, body),
  }));
  route(changeBroadcast, async (signedInCall, { params: { id, bid }, body }) => ({
    data: await broadcasts.change(toBroadcastPerson(signedInCall), id, bid, body),
  }));
  route(countBroadcastAudience, async (signedInCall, { params, body }) => ({
    data: await broadcasts.count(toBroadcastPerson(signedInCall), params.id, body.audience),
  }));
  route(getBroadcastAudienceChoices, async (signedInCall, { params }) => ({
    data: await broadcasts.listAudienceChoices(toBroadcastPerson(signedInCall), params.id),
  }));
  route(getBroadcast, async (signedInCall, { params: { id, bid } }) => ({
    data: await broadcasts.view(toBroadcastPerson(signedInCall), id, bid),
  }));
  route(getBroadcastName, async (signedInCall, { params: { id, bid } }) => ({
    data: await broadcasts.nameOf(toBroadcastPerson(signedInCall), id, bid),
  }));
  route(downloadBroadcastResults, (signedInCall, { params: { id, bid } }) =>
    broadcasts.csv(toBroadcastPerson(signedInCall), id, bid, signedInCall.language),
  );
  route(pauseBroadcast, async (signedInCall, { params: { id, bid } }) => ({
    data: await broadcasts.pause(toBroadcastPerson(signedInCall), id, bid),
  }));
  route(resumeBroadcast, async (signedInCall, { params: { id, bid } }) => ({
    data: await broadcasts.resume(toBroadcastPerson(signedInCall), id, bid),
  }));
  route(cancelBroadcast, async (signedInCall, { params: { id, bid } }) => ({
    data: await broadcasts.cancel(toBroadcastPerson(signedInCall), id, bid),
  }));
  route(sendBroadcastReceipts, async (signedInCall, { params, body }) => {
    await broadcasts.storeVisitorReport(
      params.bot_id,
      signedInCall.readHeader(visitorTokenHeaderName),
      body.acts,
    );
    return { data: {} };
  });
  route(removeBroadcast, async (signedInCall, { params: { id, bid } }) => {
    await broadcasts.remove(toBroadcastPerson(signedInCall), id, bid);
    return { data: { id: bid } };
  });
}

/** Creates the feature `broadcasts`: its service, and the routes of its API calls. */
export const createBroadcastsFeature = (dependencies: BroadcastDependencies) =>
  withRoutes(createBroadcasts(dependencies), ({ route }, broadcasts) => {
    defineBroadcastRoutes(route, broadcasts);
  });
