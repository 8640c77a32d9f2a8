import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { TurnRow } from "./turn-store.ts";

/** What the feature `channels` adds to sessions on outside platforms: it sends what their bots say. */
export interface OutsideSender {
  /** Stores what a turn of this session says, in the turn's transaction. `broadcastId`: the broadcast that says it. */
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
  /** Sends the stored messages. Call it after the commit. */
  readonly wakeSender: () => void;
}
