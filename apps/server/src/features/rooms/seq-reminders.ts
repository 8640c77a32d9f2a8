import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Events } from "../events/service.ts";
import * as store from "./store.ts";

/** Milliseconds over which rooms are gathered, and before a database is asked again that did not answer. */
const gatherMs = 1_000;

/**
 * Rooms in which a change may have been made without anybody being told: its connection to the database broke, or its
 * process died, between the commit and the answer. Their people are told where the room stands, so that who is behind
 * catches up; the others have nothing to do.
 */
export class SeqReminders {
  readonly #db: Kysely<DB>;
  readonly #events: Events;
  readonly #rooms = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #closed = false;

  constructor(db: Kysely<DB>, events: Events) {
    this.#db = db;
    this.#events = events;
  }

  add(roomId: string): void {
    this.#rooms.add(roomId);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer || this.#working || this.#closed || this.#rooms.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#working = this.#remind().finally(() => {
        this.#working = undefined;
        this.#schedule();
      });
    }, gatherMs);
    this.#timer.unref();
  }

  async #remind(): Promise<void> {
    for (const roomId of [...this.#rooms]) {
      // Before the look: a room that is added during it is looked at once more.
      this.#rooms.delete(roomId);
      try {
        const seq = await store.findSettledSeq(this.#db, roomId);
        if (seq !== undefined) this.#events.publish("ChangesMissed", { roomId, seq });
      } catch {
        this.#rooms.add(roomId);
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
