import type { LiveEvent } from "@kakehashi/contract/live";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Live } from "../live/service.ts";
import * as store from "./store.ts";

/** Milliseconds over which rooms in doubt are gathered, and before a database is asked again that did not answer. */
const pause = 1_000;

/**
 * Rooms in which a change may have been made without anybody being told: its connection to the database broke, or its
 * process died, between the commit and the answer. Their people are told where the room stands, so that who is behind
 * catches up; the others have nothing to do.
 */
export class Reminders {
  readonly #db: Kysely<DB>;
  readonly #live: Live;
  readonly #doubted = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #closed = false;

  constructor(db: Kysely<DB>, live: Live) {
    this.#db = db;
    this.#live = live;
  }

  doubt(roomId: string): void {
    this.#doubted.add(roomId);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer || this.#working || this.#closed || this.#doubted.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#working = this.#remind().finally(() => {
        this.#working = undefined;
        this.#schedule();
      });
    }, pause);
    this.#timer.unref();
  }

  async #remind(): Promise<void> {
    for (const roomId of [...this.#doubted]) {
      // Before the look: who comes into doubt during it is looked at once more.
      this.#doubted.delete(roomId);
      try {
        const seq = await store.findSettledSeq(this.#db, roomId);
        const event: LiveEvent = { type: "CHANGES_MISSED", conversation_id: roomId, seq: seq ?? 0 };
        if (seq !== undefined) this.#live.toRoom(roomId, event);
      } catch {
        this.#doubted.add(roomId);
        return;
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#working;
  }
}
