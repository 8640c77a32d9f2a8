import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { TurnRow } from "./turn-store.ts";

/** The functions with which the feature `channels` sends the messages of bots to people on outside platforms. */
export interface OutsideSender {
  /**
   * Queues the messages that the bot says in a turn (an event and the bot's reaction) for the platform. Runs in the
   * transaction that stores the turn. `broadcastId` is set if the turn contains the message of this broadcast.
   */
  storeMessagesToSend(
    tx: Kysely<DB>,
    sessionId: string,
    turn: Pick<TurnRow, "number" | "effects">,
    broadcastId?: string,
  ): Promise<void>;
  /**
   * Deletes broadcast messages to this session's person that are not sent yet, because people now talk with that
   * person. Returns the ids of these broadcasts.
   */
  dropUnsentBroadcasts(tx: Kysely<DB>, sessionId: string): Promise<string[]>;
  /** Returns the ids of the broadcasts whose message to this session's person is not sent yet. */
  waitingBroadcasts(tx: Kysely<DB>, sessionId: string): Promise<string[]>;
  /** Returns the URL of a file that a visitor sent. The URL works as long as the file is stored. */
  addressOfFile(fileId: string): string;
  /** Starts sending the stored messages to the platforms. Call it after the commit. */
  readonly wakeSender: () => void;
}
