import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { TurnRow } from "./turn-store.ts";

/** The functions with which the feature `channels` sends the messages of bots to people on outside platforms. */
export interface OutsideSender {
  /**
   * Stores the bot's messages of a turn, so that they will be sent. Runs in the turn's transaction. `broadcastId` is
   * the broadcast that the turn belongs to, if there is one.
   */
  storeMessagesToSend(
    tx: Kysely<DB>,
    sessionId: string,
    turn: Pick<TurnRow, "number" | "effects">,
    broadcastId?: string,
  ): Promise<void>;
  /**
   * Drops the unsent messages of broadcasts to the person of this session, because people talk with that person now.
   * Returns the ids of these broadcasts.
   */
  dropUnsentBroadcasts(tx: Kysely<DB>, sessionId: string): Promise<string[]>;
  /** Returns the ids of the broadcasts with messages that still wait to be sent to the person of this session. */
  waitingBroadcasts(tx: Kysely<DB>, sessionId: string): Promise<string[]>;
  /** Returns the URL of a file that a visitor sent. The URL works as long as the file is stored. */
  addressOfFile(fileId: string): string;
  /** Starts sending the stored messages to the platforms. Call it after the commit. */
  readonly wakeSender: () => void;
}
