import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import type { AuditAuthor } from "../audit/service.ts";
import type { Bots } from "../bots/service.ts";
import type { Conversations } from "../conversations/service.ts";
import type { Events } from "../events/service.ts";
import type { Files } from "../files/service.ts";
import type { Live } from "../live/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Rooms } from "../rooms/service.ts";
import type { Users } from "../users/service.ts";

export interface LivechatDependencies {
  db: Kysely<DB>;
  events: Events;
  jobs: Jobs;
  live: Live;
  log: Log;
  users: Users;
  rooms: Rooms;
  /** The URL of this site, without a slash at the end. */
  publicUrl: string;
  files: Pick<Files, "discardFilesOfRoom" | "download" | "outside">;
  messages: Messages;
  conversations: Pick<Conversations, "publishTyping" | "markRead">;
  bots: Bots;
  notifications: Pick<
    Notifications,
    "write" | "writeWaiting" | "readWaiting" | "removeWaiting" | "announce" | "publishUnreadCount"
  >;
}

export type LivechatActor = AuditAuthor & { readonly userId: string; readonly isAdmin: boolean };
