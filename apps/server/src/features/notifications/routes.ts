import {
  countUnreadNotifications,
  listNotifications,
  listOlderNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from "@kakehashi/contract/notifications";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { createNotifications, type NotificationDependencies, type Notifications } from "./service.ts";

export function defineNotificationRoutes(route: DefineRoute, notifications: Notifications): void {
  route(listNotifications, ({ actor }, { query }) =>
    notifications.list(actor.userId, { ...query, onlyUnread: query.unread === "true" }),
  );
  route(listOlderNotifications, ({ actor }, { params, query }) =>
    notifications.above(actor.userId, params.id, query.paging),
  );
  route(countUnreadNotifications, async ({ actor }) => ({
    data: await notifications.countUnread(actor.userId),
  }));
  route(markNotificationRead, async ({ actor }, { params }) => ({
    data: await notifications.markRead(actor.userId, params.id),
  }));
  route(markAllNotificationsRead, async ({ actor }, { query }) => ({
    data: query.project_id
      ? await notifications.markProjectRead(actor.userId, query.project_id)
      : await notifications.markAllRead(actor.userId),
  }));
}

/** Creates the service of this feature and registers its API routes. */
export const createNotificationsFeature = (dependencies: NotificationDependencies) =>
  withRoutes(createNotifications(dependencies), ({ route }, notifications) => {
    defineNotificationRoutes(route, notifications);
  });
