import type { Message } from "@kakehashi/contract/messages";
import { type Selectable, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";

/** The columns that are selected by queries for messages. */
export const messageColumns = [
  "id",
  "conversation_id",
  "seq",
  "changed_seq",
  "number",
  "parent_id",
  "user_id",
  "client_id",
  "content",
  "language",
  "files",
  "outside",
  "previews",
  "translations",
  "revision",
  "edited_at",
  "deleted_at",
  "pinned_at",
  "bookmarked_at",
  "reactions",
  "reply_count",
  "reply_user_ids",
  "last_reply_at",
  "is_note",
  "created_at",
] as const;

type StoredMessageColumns = Selectable<DB["messages"]>;
/**
 * The type of a time in a row. The database driver returns a `Date`. If the database has built JSON from the row, the
 * time is a text.
 */
type DateOrText = Date | string;

/** A row of a query that selects `messageColumns`. */
export type MessageRow = {
  [Column in (typeof messageColumns)[number]]: Date extends StoredMessageColumns[Column]
    ? StoredMessageColumns[Column] | string
    : StoredMessageColumns[Column];
};

const toIsoTime = (time: DateOrText): string => new Date(time).toISOString();

/** The columns of a message that may contain large values, besides its text. */
const largeColumns = ["files", "outside", "previews", "reactions"] as const;
/** The columns whose sizes `bytesOfMessage` adds up. */
export const messageSizeColumns = ["content", "translation_bytes", ...largeColumns] as const;

/**
 * An SQL expression for the approximate size in bytes of a message as JSON. `tableAlias` names the table of messages.
 * Long texts are not read, and lists are measured inside the database. Only two thirds of a list's bytes count, because
 * PostgreSQL writes a space after each `,` and `:` and our API does not.
 */
export const bytesOfMessage = (tableAlias?: string) => {
  const columnReference = (name: (typeof messageSizeColumns)[number]) =>
    sql.ref(tableAlias ? `${tableAlias}.${name}` : name);
  const listBytes = largeColumns.map(
    (name) => sql`coalesce(octet_length(${columnReference(name)}::text) * 2 / 3, 0)`,
  );
  return sql`(octet_length(${columnReference("content")}) + coalesce(${columnReference("translation_bytes")}, 0)
    + ${sql.join(listBytes, sql` + `)})`;
};

export function messageOfRow(row: MessageRow): Message {
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    seq: row.seq,
    changed_seq: row.changed_seq,
    number: row.number,
    parent_id: row.parent_id,
    ...(row.is_note && { kind: "NOTE" as const }),
    user_id: row.user_id,
    client_id: row.client_id,
    content: row.content,
    language: row.language,
    files: row.files ?? [],
    ...(row.outside && { outside: row.outside }),
    ...(row.previews && { previews: row.previews }),
    ...(row.translations && { translations: row.translations }),
    revision: row.revision,
    edited: row.edited_at !== null,
    deleted: row.deleted_at !== null,
    pinned: row.pinned_at !== null,
    bookmarked: row.bookmarked_at !== null,
    reactions: row.reactions ?? [],
    reply_count: row.reply_count ?? 0,
    reply_user_ids: row.reply_user_ids ?? [],
    last_reply_at: row.last_reply_at === null ? null : toIsoTime(row.last_reply_at),
    created_at: toIsoTime(row.created_at),
  };
}
