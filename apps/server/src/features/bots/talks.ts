import type { VisitorPeople } from "@kakehashi/contract/bot-visitors";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Download } from "../../kit/http/download.ts";
import type { SessionRow, TurnRow } from "./session-store.ts";

/** What `livechat` needs of the session of a visitor who talks to people. */
export type TalkSession = Pick<SessionRow, "id" | "bot_id" | "platform" | "state" | "conversation_id">;
/** What `livechat` needs of a turn. */
export type TalkTurn = Pick<TurnRow, "number" | "client_id" | "event" | "effects" | "created_at">;

/** What the feature `livechat` adds to sessions: a conversation between people and the visitor. */
export interface Talks {
  /**
   * Writes the turns since the last call into the conversation. Call `publish` after the commit. Null if the talk does
   * not exist any more.
   */
  write(
    tx: Kysely<DB>,
    session: TalkSession,
    turnsAfter: (number: number, limit: number) => Promise<readonly TalkTurn[]>,
  ): Promise<{ conversationId: string; publish: () => Promise<void> } | null>;
  /**
   * Returns what people wrote or changed after this `seq` of the conversation. Null if the talk does not exist any
   * more.
   */
  read(conversationId: string, since: number, language: Language): Promise<VisitorPeople | null>;
  /** Returns a file of the conversation for the visitor. Null if the talk does not exist any more. */
  file(conversationId: string, fileId: string): Promise<Download | null>;
  /** Stores what the visitor says of a closed round. Throws "not found" if nobody answered in it. */
  rate(conversationId: string, given: { round: number; rating: number; comment: string }): Promise<void>;
  /** Hints at what has happened in a conversation, in case a process died after a commit and told nobody of it. */
  hint(conversationId: string): Promise<void>;
  /**
   * Calls `onChange` when something happens in the conversation, with true if a person is writing, until the returned
   * function is called. What the visitor writes is not for the visitor.
   */
  watch(conversationId: string, onChange: (isTyping: boolean) => void): Promise<() => void>;
  /** Tells the people who answer that the visitor is writing. False if nobody answers. */
  tellTyping(conversationId: string): Promise<boolean>;
  /** Tells them that the visitor has seen this message. Throws "not found" if it is not in the conversation. */
  tellSeen(conversationId: string, messageId: string): Promise<void>;
}
