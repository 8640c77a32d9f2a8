import type { MachineTranslationState } from "@kakehashi/contract/machine";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Router } from "../../kit/http/route.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import { type Author, recordAudit } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import type { TranslationMemory } from "../memory/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Rooms } from "../rooms/service.ts";
import type { Translations } from "../translations/service.ts";
import { createOnDemand } from "./on-demand.ts";
import type { MachineOptions } from "./providers.ts";
import { machineRoutes } from "./routes.ts";
import { defineStopWaiting } from "./stop-waiting.ts";
import * as store from "./store.ts";
import * as switchStore from "./switch-store.ts";
import { createSwitches } from "./switches.ts";
import { createTranslator } from "./translator.ts";
import { translateMessages } from "./work.ts";

export type { MachineOptions } from "./providers.ts";

export interface MachineDependencies {
  db: Kysely<DB>;
  events: Events;
  log: Log;
  jobs: Jobs;
  rooms: Rooms;
  messages: Messages;
  translations: Translations;
  memory: TranslationMemory;
  /** The configured machine translation provider. Null: none. */
  machine?: MachineOptions | null;
}

const heartbeatIntervalMs = 60_000;

export type Machine = ReturnType<typeof createMachine>;

/**
 * Records regularly that this process has a translation provider, so that processes without one know about
 * it.
 */
function startHeartbeat(db: Kysely<DB>, log: Log) {
  const recordHeartbeat = () =>
    store
      .recordHeartbeat(db)
      .then(() => {})
      .catch((err: unknown) => log.warn({ err }, "The machine was not told of."));
  let lastBeat = recordHeartbeat();
  const timer = setInterval(() => {
    lastBeat = lastBeat.then(recordHeartbeat);
  }, heartbeatIntervalMs).unref();
  return {
    close(): Promise<void> {
      clearInterval(timer);
      return lastBeat;
    },
  };
}

/** Translates messages automatically if a provider is configured and the room allows it. */
export function createMachine({ db, rooms, messages, memory, ...parts }: MachineDependencies) {
  const stopSignal = new AbortController();
  const translator = parts.machine ? createTranslator(db, parts.machine, stopSignal.signal) : null;
  const switches = createSwitches(db, rooms, parts.jobs, translator);
  const heartbeat = translator && startHeartbeat(db, parts.log);
  defineStopWaiting({
    ...parts,
    messages,
    mayWait: async (roomId, tx = db) =>
      (translator !== null || (await store.someProcessHasMachine(tx))) && switches.isOn(roomId, tx),
  });
  const onDemand = createOnDemand({ db, rooms, messages, memory, translator });
  const work =
    translator &&
    translateMessages({ ...parts, db, messages, memory, stop: stopSignal, translator, switches });

  async function state(): Promise<MachineTranslationState | null> {
    if (!translator) return null;
    const [state, newRooms, roomCount, waitingCount] = [
      await translator.state(),
      await switchStore.newRoomsAreOn(db),
      await switchStore.countRooms(db),
      await parts.translations.countWaitingForMachine(),
    ];
    return { ...state, new_rooms: newRooms, room_count: roomCount, waiting_count: waitingCount };
  }

  return {
    state,
    switches,
    onDemand,

    /** Whether this process has a translation provider, and machine translation is on in this room. */
    isTranslatingIn: async (roomId: string): Promise<boolean> =>
      translator !== null && switches.isOn(roomId, db),

    async chooseForNewRooms(author: Author, on: boolean): Promise<MachineTranslationState | null> {
      if (!translator) throw new AppError("MACHINE.NONE");
      await db.transaction().execute(async (tx) => {
        if (await switchStore.setNewRooms(tx, on))
          await recordAudit(tx, author, on ? "machine.open" : "machine.close", null);
      });
      return state();
    },

    routes({ route }: Router): void {
      machineRoutes(route, rooms, this);
    },

    async close(): Promise<void> {
      stopSignal.abort();
      await heartbeat?.close();
      await work?.close();
    },
  };
}
