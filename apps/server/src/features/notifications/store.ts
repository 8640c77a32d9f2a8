import { showDeletedNames } from "@kakehashi/contract/deleted-names";
import { isLanguage, type Language } from "@kakehashi/contract/languages";
import {
  maximumQuoteLength,
  type Notification,
  type NotificationData,
  type NotificationType,
} from "@kakehashi/contract/notifications";
import { toPlainLine } from "@kakehashi/contract/plain-words";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import { isMailed } from "./digest-sentences.ts";

export interface NewNotification {
  userId: string;
  type: NotificationType;
  /** The person who acted. Null if the notification is about no person's action. */
  actorId: string | null;
  data?: NotificationData;
}

export function insertNotification(db: Executor, id: string, notification: NewNotification) {
  return db
    .insertInto("notifications")
    .values({
      id,
      user_id: notification.userId,
      type: notification.type,
      actor_id: notification.actorId,
      data: toJson(notification.data ?? {}),
      mail_pending: isMailed(notification.type),
    })
    .execute();
}

/**
 * Maximum number of characters that are read of a message to find its first line of plain text. A message may have 120
 * kB, but a quote is short.
 */
const quoteSourceCharacters = 2 * maximumQuoteLength;

/** SQL for the current translation of the quoted message into the reader's working language. */
const translationForReader = sql<string | null>`(
  select left(t ->> 'content', ${sql.lit(quoteSourceCharacters)}) from jsonb_array_elements(said.translations) t
  where t ->> 'language' = reader.working_language and (t ->> 'revision')::int = said.revision)`;

/**
 * The current name of the visitor in a notification about a chat. The name inside the notification may be a
 * placeholder, because a platform sends the real name only after the first message.
 */
const outsidePersonName = sql<string | null>`case when n.type like 'LIVECHAT%' then (
  select v.name from livechats l join users v on v.id = l.visitor_id
  where l.conversation_id = (n.data ->> 'conversation_id')::uuid) end`;

/** Whether the quoted message is a question that a translator asks the reader about the reader's own message. */
const isQuestionToReader = sql<boolean>`exists (
  select from translation_questions q
  join translations asked on asked.id = q.translation_id
  join messages about on about.conversation_id = said.conversation_id and about.id = asked.subject_id
  where q.message_id = said.id and about.user_id = n.user_id)`;

const selectNotifications = (db: Executor) =>
  db
    .selectFrom("notifications as n")
    .innerJoin("users as reader", "reader.id", "n.user_id")
    .leftJoin("users as actor", "actor.id", "n.actor_id")
    // A message is quoted only if the reader can still open it.
    .leftJoin("messages as said", (join) =>
      join
        .on(sql`said.conversation_id`, "=", sql`(n.data->>'conversation_id')::uuid`)
        .on(sql`said.id`, "=", sql`(n.data->>'message_id')::uuid`)
        .on("said.deleted_at", "is", null)
        .on(({ exists, selectFrom }) =>
          exists(
            selectFrom("conversation_members as m")
              .select("m.user_id")
              .whereRef("m.conversation_id", "=", "said.conversation_id")
              .whereRef("m.user_id", "=", "n.user_id"),
          ),
        ),
    )
    .select(["n.id", "n.type", "n.read_at", "n.created_at", "n.data", "n.user_id"])
    .select(["actor.id as actor_id", "actor.name as actor_name", "actor.avatar as actor_avatar"])
    .select(["actor.reading as actor_reading", "actor.latin_name as actor_latin_name"])
    .select(sql<string | null>`left(said.content, ${sql.lit(quoteSourceCharacters)})`.as("said_content"))
    .select("said.language as said_language")
    .select(sql<Language | null>`reader.working_language`.as("reader_language"))
    .select(sql<Language>`reader.interface_language`.as("interface_language"))
    .select(translationForReader.as("said_to_reader"))
    .select(isQuestionToReader.as("asks_author"))
    .select(outsidePersonName.as("outside_name"));

type NotificationRow = Awaited<ReturnType<ReturnType<typeof selectNotifications>["execute"]>>[number];

function quoteMessage(row: NotificationRow): Notification["quote"] {
  const [content, language] = row.said_to_reader
    ? [row.said_to_reader, row.reader_language]
    : [row.said_content, row.said_language];
  const text = toPlainLine(showDeletedNames(content ?? "", row.interface_language)).slice(
    0,
    maximumQuoteLength,
  );
  return text !== "" && isLanguage(language) ? { text, language } : null;
}

function toActor({ actor_id, actor_name, actor_reading, actor_latin_name, actor_avatar }: NotificationRow) {
  if (!actor_id) return null;
  const names = { name: actor_name ?? "", reading: actor_reading ?? "", latin_name: actor_latin_name ?? "" };
  return { id: actor_id, ...names, avatar: actor_avatar };
}

function toNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    type: row.type as NotificationType,
    read: row.read_at !== null,
    created_at: row.created_at.toISOString(),
    actor: toActor(row),
    data: {
      ...row.data,
      ...(row.asks_author && { asks_author: true }),
      ...(row.outside_name && { place: row.outside_name }),
    },
    quote: quoteMessage(row),
  };
}

export async function findNotification(
  db: Executor,
  id: string,
): Promise<{ userId: string; notification: Notification } | undefined> {
  const row = await selectNotifications(db).where("n.id", "=", id).executeTakeFirst();
  return row && { userId: row.user_id, notification: toNotification(row) };
}

export interface NotificationFilter {
  /** The id of a notification. Only older notifications are selected. */
  beforeId?: string;
  onlyUnread?: boolean;
  type?: NotificationType | undefined;
  limit: number;
}

/** Returns notifications, the newest first, at most `limit`. */
export async function listNotifications(
  db: Executor,
  userId: string,
  filter: NotificationFilter,
): Promise<Notification[]> {
  const notification = await selectNotifications(db)
    .where("n.user_id", "=", userId)
    .$if(filter.beforeId !== undefined, (query) => query.where("n.id", "<", filter.beforeId ?? ""))
    .$if(filter.onlyUnread === true, (query) => query.where("n.read_at", "is", null))
    .$if(filter.type !== undefined, (query) => query.where("n.type", "=", filter.type ?? ""))
    .orderBy("n.id", "desc")
    .limit(filter.limit)
    .execute();
  return notification.map(toNotification);
}

export async function countUnread(db: Executor, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("notifications")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Marks one notification as read. Returns false if the person has no such notification. */
export async function markRead(db: Executor, userId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("notifications")
    .set({ read_at: sql`coalesce(read_at, now())` })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a person's notifications about a project as read. Returns whether any of them was unread. */
export async function markProjectNotificationsRead(
  db: Executor,
  userId: string,
  projectId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("notifications")
    .set({ read_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .where(sql`data -> 'project' ->> 'id'`, "=", projectId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function markAllRead(db: Executor, userId: string) {
  return db
    .updateTable("notifications")
    .set({ read_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .execute();
}

export async function isOwnNotification(db: Executor, userId: string, id: string): Promise<boolean> {
  const ownNotification = await db
    .selectFrom("notifications")
    .select("id")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return ownNotification !== undefined;
}
