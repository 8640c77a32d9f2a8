import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { TurnRow } from "./turn-store.ts";

/**
 * The functions of the feature `channels` for sessions on outside platforms: it sends the messages of their
 * bots.
 */
export interface OutsideSender {
  /**
   * Stores the messages of a turn in the turn's transaction. `broadcastId`: the broadcast that the turn
   * belongs to.
   */
  storeSends(
    tx: Kysely<DB>,
    sessionId: string,
    turn: Pick<TurnRow, "number" | "effects">,
    broadcastId?: string,
  ): Promise<void>;
  /**
   * Drops the unsent messages of broadcasts to the person of this session, because people talk to them now.
   * Returns the broadcasts.
   */
  giveUpBroadcasts(tx: Kysely<DB>, sessionId: string): Promise<string[]>;
  /** Returns the broadcasts of which the person of this session has not got everything yet. */
  waitingBroadcasts(tx: Kysely<DB>, sessionId: string): Promise<string[]>;
  /** Returns the address of a file that somebody outside sent. It lasts as long as the file. */
  addressOfFile(fileId: string): string;
  /** Sends the stored messages. Call it after the commit. */
  readonly wakeSender: () => void;
}
