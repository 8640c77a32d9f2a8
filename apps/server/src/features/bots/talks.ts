import type { VisitorTalk } from "@kakehashi/contract/bot-visitor-shapes";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { DownloadAnswer } from "../../kit/http/download.ts";
import type { SessionRow } from "./session-store.ts";
import type { TurnRow } from "./turn-store.ts";

/** The fields of a session that the feature `livechat` needs. */
export type TalkSession = Pick<
  SessionRow,
  "id" | "bot_id" | "platform" | "state" | "conversation_id" | "page_id" | "visitor_name" | "first_session_id"
>;
/** The fields of a turn (an event and the bot's reaction) that the feature `livechat` needs. */
export type TalkTurn = Pick<TurnRow, "number" | "client_id" | "event" | "effects" | "created_at">;

/**
 * The functions of the feature `livechat` that the feature `bots` uses for the conversation between a visitor and
 * people.
 */
export interface Talks {
  /**
   * Writes into the conversation with people what has happened in the session since the last call. Call `publish` after
   * the commit. Returns null if the talk has been deleted.
   */
  writeNewTurns(
    tx: Kysely<DB>,
    session: TalkSession,
    listTurnsAfter: (number: number, limit: number) => Promise<readonly TalkTurn[]>,
  ): Promise<{ conversationId: string; publish: () => Promise<void> } | null>;
  /**
   * Writes what the bot has said since the last call into the visitor's conversation with people. Used while the bot
   * answers and not people. Keeps the talk's state, and does not mark the conversation as unread. Does nothing if the
   * session has no conversation. Call the returned function after the commit.
   */
  writeBotTurns(
    tx: Kysely<DB>,
    session: TalkSession,
    listTurnsAfter: (number: number, limit: number) => Promise<readonly TalkTurn[]>,
  ): Promise<() => Promise<void>>;
  /**
   * Writes one turn (the visitor's message and the bot's reaction) of each session into its conversation.
   * `unwrittenSessionIds` has the ids of the sessions for which the caller must use `writeNewTurns` instead. Call
   * `publish` after the commit.
   */
  writeEachTurn(
    tx: Kysely<DB>,
    written: readonly { session: TalkSession; turn: TalkTurn }[],
  ): Promise<{ unwrittenSessionIds: readonly string[]; publish: () => Promise<void> }>;
  /** Returns what people wrote or changed after this `seq` of the conversation. Null if the talk has been deleted. */
  listChangesByPeople(
    conversationId: string,
    since: number,
    language: Language,
  ): Promise<Omit<VisitorTalk, "opens_at"> | null>;
  /**
   * Returns a file of the conversation that the visitor may see. Null if there is no such file, or if the talk has been
   * deleted.
   */
  file(conversationId: string, fileId: string): Promise<DownloadAnswer | null>;
  /**
   * Stores the visitor's rating of a closed round. A round is the time from the request for a person to the closing of
   * the talk. Throws "not found" if nobody answered in the round.
   */
  rateTalkRound(
    conversationId: string,
    given: { round: number; rating: number; comment: string },
  ): Promise<void>;
  /** Stores the language that the visitor has chosen. Call the returned function after the commit. */
  setLanguage(tx: Kysely<DB>, conversationId: string, language: Language): Promise<() => Promise<void>>;
  /** Stores the tags of a visitor. People filter the inbox by tags. */
  setTags(tx: Kysely<DB>, conversationId: string, tags: readonly string[]): Promise<void>;
  /** Gives the visitor and their conversation a name. Call the returned function after the commit. */
  renameVisitor(tx: Kysely<DB>, conversationId: string, name: string): Promise<() => Promise<void>>;
  /**
   * Tells all clients of a conversation to look for changes. Call it if a process may have died after its commit,
   * before it sent its live events.
   */
  requestClientRefresh(conversationId: string): Promise<void>;
  /**
   * Calls `onChange` at each change of the conversation, until the returned function is called. The argument of
   * `onChange` is true if a person is writing. Does not report that the visitor is writing.
   */
  watchConversation(conversationId: string, onChange: (isTyping: boolean) => void): Promise<() => void>;
  /** Tells the people who answer that the visitor is writing. Returns false if nobody answers. */
  tellTyping(conversationId: string): Promise<boolean>;
  /**
   * Tells the people who answer that the visitor has seen this message. Throws "not found" if the conversation does not
   * have it.
   */
  tellSeen(conversationId: string, messageId: string): Promise<void>;
}
