import type { Database } from "../../kit/db/database.ts";
import type { Actor } from "../../kit/http/call.ts";
import type { TextBytesLimiter } from "../../kit/http/text-limiter.ts";
import type { Log } from "../../kit/log.ts";
import type { Events } from "../events/service.ts";
import type { Files } from "../files/service.ts";
import type { Live } from "../live/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Rooms } from "../rooms/service.ts";

export interface MessageDependencies {
  db: Database;
  events: Events;
  log: Log;
  live: Live;
  rooms: Rooms;
  files: Files;
  notifications: Notifications;
  textLimiter: TextBytesLimiter;
}

export type MessageAuthor = Pick<Actor, "userId" | "writingLanguage">;

/**
 * Adds colleagues to a room because a note mentions them. For the added people, messages after `readNumber` are unread.
 * If `readNumber` is null, all existing messages count as read.
 */
export type AddMentionedColleagues = (
  mentionNote: { authorId: string; roomId: string; readNumber: number | null },
  userIds: readonly string[],
) => Promise<void>;
