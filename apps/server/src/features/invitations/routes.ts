import {
  acceptInvitation,
  getInvitation,
  listRoomInvitations,
  revokeInvitation,
  sendInvitation,
} from "@kakehashi/contract/invitations";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { createInvitations, type InvitationDependencies, type Invitations } from "./service.ts";

export function defineInvitationRoutes(route: DefineRoute, invitations: Invitations): void {
  route(sendInvitation, async ({ actor }, { body }) => ({
    data: await invitations.send(actor.userId, body),
  }));
  route(listRoomInvitations, async ({ actor }, { params }) => ({
    data: await invitations.listOfRoom(actor.userId, params.id),
  }));
  route(revokeInvitation, async ({ actor }, { params }) => {
    await invitations.revokeInvitation(actor.userId, params.id);
    return { data: {} };
  });
  route(getInvitation, async ({ actor }, { params }) => ({
    data: await invitations.findReceived(actor.userId, params.id),
  }));
  route(acceptInvitation, async ({ actor }, { params }) => ({
    data: await invitations.accept(actor.userId, params.id),
  }));
}

/** Creates the service for invitations, and registers its API routes. */
export const createInvitationsFeature = (dependencies: InvitationDependencies) =>
  withRoutes(createInvitations(dependencies), ({ route }, invitations) => {
    defineInvitationRoutes(route, invitations);
  });
