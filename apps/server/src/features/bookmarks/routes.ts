import {
  countBookmarks,
  listBookmarks,
  markBookmarkRead,
  markForTranslation,
  markSeveralForTranslation,
} from "@kakehashi/contract/bookmarks";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import type { Rooms } from "../rooms/service.ts";
import type { BookmarkDependencies } from "./dependencies.ts";
import { type Bookmarks, createBookmarks } from "./service.ts";

export function defineBookmarkRoutes(route: DefineRoute, bookmarkService: Bookmarks, rooms: Rooms): void {
  const registerRoomRoute = rooms.routesChangingRoom(route);
  registerRoomRoute(markForTranslation, async ({ actor }, { params, body }) => ({
    data: await bookmarkService.markMessage(actor, params.id, params.mid, body),
  }));
  registerRoomRoute(
    markSeveralForTranslation,
    async ({ actor }, { params: { id }, body: { message_ids, ...bookmarkRequest } }) => ({
      data: { message_ids: await bookmarkService.bookmarkMessages(actor, id, message_ids, bookmarkRequest) },
    }),
  );
  route(markBookmarkRead, async ({ actor }, { params }) => ({
    data: await bookmarkService.markRead(actor.userId, params.id, params.mid),
  }));
  route(listBookmarks, ({ actor }, { query }) => bookmarkService.list(actor.userId, query));
  route(countBookmarks, async ({ actor }) => ({ data: await bookmarkService.count(actor.userId) }));
}

/** Creates the feature `bookmarks`: its service, and the routes of its API calls. */
export const createBookmarksFeature = (dependencies: BookmarkDependencies) =>
  withRoutes(createBookmarks(dependencies), ({ route }, bookmarks) => {
    defineBookmarkRoutes(route, bookmarks, dependencies.rooms);
  });
