import {
  countUnreadThreads,
  followThread,
  getThread,
  listMessageReaders,
  listOmittedReplies,
  listReplies,
  listRepliesAbove,
  listRepliesAround,
  listRepliesBelow,
  listThreads,
  markMessageRead,
  markMessageUnread,
  unfollowThread,
} from "@kakehashi/contract/threads";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import type { Messages } from "../messages/service.ts";
import { createThreads, type ThreadDependencies, type Threads } from "./service.ts";

export function defineThreadRoutes(route: DefineRoute, threads: Threads, messages: Messages): void {
  route(listReplies, ({ actor }, { params, query }) =>
    messages.newestReplies(actor.userId, params.id, params.mid, query.paging),
  );
  route(listRepliesAbove, async ({ actor }, { params, query }) => {
    await threads.requireReply(actor.userId, params.id, params.mid, params.rid);
    return messages.above(actor.userId, params.id, params.rid, query.paging);
  });
  route(listRepliesBelow, async ({ actor }, { params, query }) => {
    await threads.requireReply(actor.userId, params.id, params.mid, params.rid);
    return messages.below(actor.userId, params.id, params.rid, query.paging);
  });
  route(listRepliesAround, async ({ actor }, { params, query }) => {
    await threads.requireReply(actor.userId, params.id, params.mid, params.rid);
    return messages.around(actor.userId, params.id, params.rid, query.paging);
  });
  route(listThreads, ({ actor }, { query }) => threads.list(actor.userId, query));
  route(getThread, async ({ actor }, { params }) => ({ data: await threads.one(actor.userId, params.id) }));
  route(followThread, async ({ actor }, { params }) => ({
    data: await threads.setFollowing(actor.userId, params.id, true),
  }));
  route(unfollowThread, async ({ actor }, { params }) => ({
    data: await threads.setFollowing(actor.userId, params.id, false),
  }));
  route(listOmittedReplies, ({ actor }, { params, query }) =>
    threads.repliesAfterMissing(actor.userId, params.id, query.count_other_message),
  );
  route(countUnreadThreads, async ({ actor }) => ({
    data: { count_unread: await threads.countUnread(actor.userId) },
  }));
  route(markMessageRead, async ({ actor }, { params }) => ({
    data: await threads.markRead(actor.userId, params.id, params.mid),
  }));
  route(markMessageUnread, async ({ actor }, { params }) => ({
    data: await threads.markUnread(actor.userId, params.id, params.mid),
  }));
  route(listMessageReaders, async ({ actor }, { params }) => ({
    data: await threads.listSeenBy(actor.userId, params.id, params.mid),
  }));
}

/** Creates the service of this feature and registers its API routes. */
export const createThreadsFeature = (dependencies: ThreadDependencies) =>
  withRoutes(createThreads(dependencies), ({ route }, threads) => {
    defineThreadRoutes(route, threads, dependencies.messages);
  });
