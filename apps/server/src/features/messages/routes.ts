import {
  deleteMessage,
  editMessage,
  listMessageRevisions,
  listPins,
  removeMessageFiles,
  setMessageLanguage,
  setMessagePinned,
  toggleMessageReaction,
} from "@kakehashi/contract/changes";
import {
  getMessage,
  listMessages,
  listMessagesAbove,
  listMessagesAround,
  listMessagesBelow,
  sendMessage,
} from "@kakehashi/contract/messages";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { type Files, readMultipartAndStoreFiles } from "../files/service.ts";
import type { Rooms } from "../rooms/service.ts";
import type { MessageDependencies } from "./dependencies.ts";
import { createMessages, type Messages } from "./service.ts";

export function defineMessageRoutes(
  route: DefineRoute,
  messages: Messages,
  files: Files,
  rooms: Rooms,
): void {
  const routeChangingRoom = rooms.routesChangingRoom(route);
  routeChangingRoom(
    sendMessage,
    async ({ actor }, { params, body }) => ({ data: await messages.send(actor, params.id, body) }),
    ({ actor }, { id }, request) =>
      readMultipartAndStoreFiles(files, { userId: actor.userId, roomId: id }, request, sendMessage.body),
  );
  route(listMessages, ({ actor }, { params, query }) =>
    query.after === undefined
      ? messages.newest(actor.userId, params.id, query.paging)
      : messages.after(actor.userId, params.id, query.after, query.paging),
  );
  route(getMessage, async ({ actor }, { params }) => ({
    data: await messages.findOne(actor.userId, params.id, params.mid),
  }));
  route(listMessagesAbove, ({ actor }, { params, query }) =>
    messages.above(actor.userId, params.id, params.mid, query.paging),
  );
  route(listMessagesBelow, ({ actor }, { params, query }) =>
    messages.below(actor.userId, params.id, params.mid, query.paging),
  );
  route(listMessagesAround, ({ actor }, { params, query }) =>
    messages.around(actor.userId, params.id, params.mid, query.paging),
  );
  routeChangingRoom(editMessage, async ({ actor }, { params, body }) => ({
    data: await messages.edit(actor, params.id, params.mid, body),
  }));
  routeChangingRoom(deleteMessage, async ({ actor }, { params }) => ({
    data: await messages.remove(actor.userId, params.id, params.mid),
  }));
  routeChangingRoom(removeMessageFiles, async ({ actor }, { params, query }) => ({
    data: await messages.removeFiles(actor.userId, params.id, params.mid, query.file_id),
  }));
  route(listMessageRevisions, ({ actor }, { params, query }) =>
    messages.revisions(actor.userId, params.id, params.mid, query),
  );
  route(setMessageLanguage, async ({ actor }, { params, body }) => {
    const { conversation_id } = await messages.findForMember(actor.userId, params.mid);
    return { data: await messages.setLanguage(actor.userId, conversation_id, params.mid, body.language) };
  });
  routeChangingRoom(toggleMessageReaction, async ({ actor }, { params, query }) => ({
    data: await messages.react(actor.userId, params.id, params.mid, query.type),
  }));
  routeChangingRoom(setMessagePinned, async ({ actor }, { params, body }) => ({
    data: await messages.pin(actor.userId, params.id, params.mid, body.pinned),
  }));
  route(listPins, ({ actor }, { params, query }) => messages.pins(actor.userId, params.id, query.skip ?? 0));
}

/** Creates the service of this feature and registers its API routes. */
export const createMessagesFeature = (dependencies: MessageDependencies) =>
  withRoutes(createMessages(dependencies), ({ route }, messages) => {
    defineMessageRoutes(route, messages, dependencies.files, dependencies.rooms);
  });
