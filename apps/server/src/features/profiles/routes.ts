import {
  acceptProfile,
  blockProfile,
  getOwnActivationStatus,
  refuseProfile,
  requestActivation,
  unblockProfile,
} from "@kakehashi/contract/activation";
import { limits } from "@kakehashi/contract/kit/limits";
import {
  createProfile,
  getMyProfile,
  getPublicProfile,
  setAvatar,
  updateProfile,
} from "@kakehashi/contract/profiles";
import type { FastifyInstance } from "fastify";
import { createNotFoundError } from "../../kit/errors.ts";
import { createCallLimiter } from "../../kit/http/limits.ts";
import { networkOf } from "../../kit/http/network.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { sendPicture } from "../../kit/pictures.ts";
import { auditAuthorOf } from "../audit/service.ts";
import type { ProfileDependencies } from "./dependencies.ts";
import { createProfiles, type Profiles } from "./service.ts";

const getAuditAuthor = (apiCall: { actor: { userId: string }; ip: string }) => ({
  userId: apiCall.actor.userId,
  ip: apiCall.ip,
});

export function defineProfileRoutes(route: DefineRoute, profiles: Profiles): void {
  route(getMyProfile, async ({ actor }) => ({ data: await profiles.findOwn(actor.userId) }));
  route(createProfile, async (apiCall, { body }) => ({
    data: await profiles.create(getAuditAuthor(apiCall), { description: "", website: "", ...body }),
  }));
  route(updateProfile, async (apiCall, { body }) => ({
    data: await profiles.update(getAuditAuthor(apiCall), body),
  }));
  route(requestActivation, async (apiCall) => ({ data: await profiles.request(getAuditAuthor(apiCall)) }));
  route(getOwnActivationStatus, async ({ actor }) => ({ data: await profiles.getStatus(actor.userId) }));
  route(getPublicProfile, async ({ actor }, { params }) => ({
    data: await profiles.publicView(actor.userId, params.id),
  }));
  route(setAvatar, async ({ actor }, { body }) => ({
    data: { avatar: await profiles.setAvatar(actor.userId, body as Uint8Array) },
  }));

  route(acceptProfile, async (apiCall, { params }) => ({
    data: await profiles.applyDecision(auditAuthorOf(apiCall), params.id, "accept", null),
  }));
  route(refuseProfile, async (apiCall, { params, body }) => ({
    data: await profiles.applyDecision(auditAuthorOf(apiCall), params.id, "refuse", body.reason),
  }));
  route(blockProfile, async (apiCall, { params, body }) => ({
    data: await profiles.applyDecision(auditAuthorOf(apiCall), params.id, "block", body.reason),
  }));
  route(unblockProfile, async (apiCall, { params }) => ({
    data: await profiles.applyDecision(auditAuthorOf(apiCall), params.id, "unblock", null),
  }));
}

/** Serves profile pictures. A changed picture gets a new URL, so browsers may cache each URL forever. */
export function defineAvatarDownloadRoute(httpServer: FastifyInstance, profiles: Profiles): void {
  const limit = createCallLimiter(httpServer, limits.public.perMinute);
  httpServer.get<{ Params: { name: string } }>("/avatars/:name", async (request, reply) => {
    limit(networkOf(request.ip));
    const bytes = await profiles.avatar(request.params.name);
    if (!bytes) throw createNotFoundError();
    return sendPicture(reply, bytes);
  });
}

/** Creates the service of this feature and registers its API routes. */
export const createProfilesFeature = (dependencies: ProfileDependencies) =>
  withRoutes(createProfiles(dependencies), ({ route, httpServer }, profiles) => {
    defineProfileRoutes(route, profiles);
    defineAvatarDownloadRoute(httpServer, profiles);
  });
