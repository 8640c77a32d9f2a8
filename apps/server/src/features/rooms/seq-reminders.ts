import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Events } from "../events/service.ts";
import * as store from "./store.ts";

/**
 * Milliseconds for which rooms are collected before their last `seq` is published. If the database is unreachable, the
 * next attempt follows after the same delay.
 */
const collectRoomsMs = 1_000;

/**
 * Publishes the last `seq` of rooms whose members may have missed an event, because a connection broke or a process
 * stopped between commit and publishing. Clients that missed a change then request it. Other clients do nothing.
 */
export class SeqReminders {
  readonly #db: Kysely<DB>;
  readonly #events: Events;
  readonly #rooms = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  runningSend: Promise<void> | undefined;
  isClosed = false;

  constructor(db: Kysely<DB>, events: Events) {
    this.#db = db;
    this.#events = events;
  }

  add(roomId: string): void {
    this.#rooms.add(roomId);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer || this.runningSend || this.isClosed || this.#rooms.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.runningSend = this.#sendReminders().finally(() => {
        this.runningSend = undefined;
        this.#schedule();
      });
    }, collectRoomsMs);
    this.#timer.unref();
  }

  async #sendReminders(): Promise<void> {
    for (const roomId of [...this.#rooms]) {
      // The room is removed from the collected rooms before the query. If the room changes during the query, it is
      // added again and queried once more.
      this.#rooms.delete(roomId);
      try {
        const seq = await store.findSeqAfterRunningChanges(this.#db, roomId);
        if (seq !== undefined) this.#events.publish("ChangesMissed", { roomId, seq });
      } catch {
        this.#rooms.add(roomId);
        return;
      }
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.#timer);
    await this.runningSend;
  }
}
