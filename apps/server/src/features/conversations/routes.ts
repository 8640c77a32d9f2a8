import {
  addConversationMembers,
  listConversationMembers,
  removeConversationMember,
  setConversationMemberRole,
} from "@kakehashi/contract/conversation-members";
import {
  changeConversationName,
  chooseRoomNotices,
  setConversationMuted,
  setConversationPinned,
} from "@kakehashi/contract/conversation-settings";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import {
  countUnreadConversations,
  createConversation,
  getConversation,
  listConversations,
  markConversationRead,
  reportIsTyping,
} from "@kakehashi/contract/conversations";
import { AppError } from "../../kit/errors.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import type { Rooms } from "../rooms/service.ts";
import { type ConversationDependencies, type Conversations, createConversations } from "./service.ts";

export function defineConversationRoutes(
  route: DefineRoute,
  conversations: Conversations,
  rooms: Rooms,
): void {
  const defineChangeRoute = rooms.routesChangingRoom(route);
  route(createConversation, async ({ actor: { userId } }, { body }) => {
    if (body.kind === "MY_CHAT") return { data: await conversations.openMyChat(userId) };
    if (body.kind === "GROUP")
      return { data: await conversations.startGroup(userId, body.user_ids, body.name) };
    return { data: await conversations.startDirect(userId, body.user_ids[0] ?? "") };
  });
  route(listConversations, ({ actor }, { query }) => conversations.list(actor.userId, query));
  route(countUnreadConversations, async ({ actor }) => ({
    data: await conversations.countUnread(actor.userId),
  }));
  route(getConversation, async ({ actor }, { params }) => ({
    data: await conversations.view(actor.userId, params.id),
  }));
  route(getConversationChanges, ({ actor }, { params, query }) =>
    conversations.listChanges(actor.userId, params.id, query.since),
  );
  route(listConversationMembers, ({ actor }, { params, query }) =>
    conversations.listMembers(actor.userId, params.id, query),
  );
  defineChangeRoute(addConversationMembers, async ({ actor }, { params, body }) => ({
    data: await conversations.addMembers(actor.userId, params.id, body.user_ids),
  }));
  defineChangeRoute(setConversationMemberRole, async ({ actor }, { params, body }) => ({
    data: await conversations.changeRole(actor.userId, params.id, params.user_id, body.role),
  }));
  defineChangeRoute(removeConversationMember, async ({ actor }, { params, query }) => {
    // A blocked person may leave a room, but may not remove others.
    if (!actor.mayWrite && query.user_id !== actor.userId) throw new AppError("ERR.BLOCKED");
    await rooms.removeMember(actor.userId, params.id, query.user_id);
    return { data: { id: params.id } };
  });
  defineChangeRoute(changeConversationName, async ({ actor }, { params, body }) => ({
    data: await conversations.rename(actor.userId, params.id, body.name),
  }));
  route(setConversationPinned, async ({ actor }, { params, body }) => ({
    data: await conversations.setPinnedOrMuted(actor.userId, params.id, "pinned_at", body.pinned),
  }));
  route(chooseRoomNotices, async ({ actor }, { params, body }) => ({
    data: await conversations.setNotices(actor.userId, params.id, body.notify_about),
  }));
  route(setConversationMuted, async ({ actor }, { params, body }) => ({
    data: await conversations.setPinnedOrMuted(actor.userId, params.id, "muted_at", body.muted),
  }));
  route(markConversationRead, async ({ actor }, { params, body }) => ({
    data: await conversations.markRead(actor.userId, params.id, body.number),
  }));
  route(reportIsTyping, async ({ actor }, { params, body }) => {
    await conversations.publishTyping(actor.userId, params.id, body.parent_id);
    return { data: {} };
  });
}

/** Creates the service for conversations, and the routes of its API calls. */
export const createConversationsFeature = (dependencies: ConversationDependencies) =>
  withRoutes(createConversations(dependencies), ({ route }, conversations) => {
    defineConversationRoutes(route, conversations, dependencies.rooms);
  });
