import type { MachineProviderState } from "@kakehashi/contract/machine";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Log } from "../../kit/log.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";
import type { DeletedNamesRemover } from "../users/service.ts";
import type { MachineDependencies } from "./dependencies.ts";
import { createMachineTranslator } from "./machine-translator.ts";
import { createOnDemandTranslation } from "./on-demand.ts";
import { defineStopWaitingJobs } from "./stop-waiting.ts";
import * as store from "./store.ts";
import * as switchStore from "./switch-store.ts";
import { createMachineSwitches } from "./switches.ts";
import { defineMessageTranslation } from "./work.ts";

export type { MachineTranslationOptions as MachineOptions } from "./providers.ts";

const heartbeatIntervalMs = 60_000;

export type MachineTranslation = ReturnType<typeof createMachineTranslation>;

/**
 * Records in the database at regular intervals that this process has a translation provider. Processes without a
 * provider read there that one exists.
 */
function startHeartbeat(db: Kysely<DB>, log: Log) {
  const recordHeartbeat = () =>
    store
      .recordHeartbeat(db)
      .then(() => {})
      .catch((err: unknown) => log.warn({ err }, "The machine was not told of."));
  let lastHeartbeat = recordHeartbeat();
  const heartbeatTimer = setInterval(() => {
    lastHeartbeat = lastHeartbeat.then(recordHeartbeat);
  }, heartbeatIntervalMs).unref();
  return {
    close(): Promise<void> {
      clearInterval(heartbeatTimer);
      return lastHeartbeat;
    },
  };
}

/** Translates messages by machine in rooms that allow it, if a provider is configured. */
export function createMachineTranslation({
  db,
  rooms,
  messages,
  memory,
  ...dependencies
}: MachineDependencies) {
  const stopSignal = new AbortController();
  const translator = dependencies.machine
    ? createMachineTranslator(db, dependencies.machine, stopSignal.signal)
    : null;
  const machineSwitches = createMachineSwitches(db, rooms, dependencies.jobs, translator);
  const heartbeat = translator && startHeartbeat(db, dependencies.log);
  defineStopWaitingJobs({
    ...dependencies,
    messages,
    mayTranslationsWait: async (roomId, tx = db) =>
      (translator !== null || (await store.doesAnyProcessHaveProvider(tx))) &&
      machineSwitches.isOn(roomId, tx),
  });
  const onDemandTranslation = createOnDemandTranslation({ db, rooms, messages, memory, translator });
  const messageWork =
    translator &&
    defineMessageTranslation({
      ...dependencies,
      db,
      messages,
      memory,
      stop: stopSignal,
      translator,
      switches: machineSwitches,
    });

  async function state(): Promise<MachineProviderState | null> {
    if (!translator) return null;
    const [state, isOnInNewRooms, enabledRoomCount, waitingCount] = [
      await translator.state(),
      await switchStore.isOnInNewRooms(db),
      await switchStore.countRoomsWithMachineTranslation(db),
      await dependencies.translations.countWaitingForMachine(),
    ];
    return { ...state, new_rooms: isOnInNewRooms, room_count: enabledRoomCount, waiting_count: waitingCount };
  }

  return {
    state,
    switches: machineSwitches,
    onDemand: onDemandTranslation,

    /** Whether this process has a translation provider and machine translation is switched on in this room. */
    isTranslatingIn: async (roomId: string): Promise<boolean> =>
      translator !== null && machineSwitches.isOn(roomId, db),

    async chooseForNewRooms(author: AuditAuthor, isOn: boolean): Promise<MachineProviderState | null> {
      if (!translator) throw new AppError("MACHINE.NONE");
      await db.transaction().execute(async (tx) => {
        if (await switchStore.setDefaultOfNewRooms(tx, isOn))
          await recordAudit(tx, author, isOn ? "machine.open" : "machine.close", null);
      });
      return state();
    },

    removeNamesOfDeletedPeople: (names: DeletedNamesRemover) =>
      store.deleteCachedTranslationsWithNames(db, names),

    async close(): Promise<void> {
      stopSignal.abort();
      await heartbeat?.close();
      await messageWork?.close();
    },
  };
}
