import type { MachineState } from "@kakehashi/contract/machine";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Router } from "../../kit/http/route.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import { type Author, record } from "../audit/service.ts";
import type { Events } from "../events/service.ts";
import type { Memory } from "../memory/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Rooms } from "../rooms/service.ts";
import type { Translations } from "../translations/service.ts";
import { createAsking } from "./asking.ts";
import { defineLetGo } from "./let-go.ts";
import type { MachineOptions } from "./providers.ts";
import { machineRoutes } from "./routes.ts";
import * as store from "./store.ts";
import * as switchStore from "./switch-store.ts";
import { createSwitches } from "./switches.ts";
import { createTranslator } from "./translator.ts";
import { translateMessages } from "./work.ts";

export type { MachineOptions } from "./providers.ts";

export interface MachineParts {
  db: Kysely<DB>;
  events: Events;
  log: Log;
  jobs: Jobs;
  rooms: Rooms;
  messages: Messages;
  translations: Translations;
  memory: Memory;
  /** Null: no machine is configured. */
  machine?: MachineOptions | null;
}

const tellEveryMs = 60_000;

export type Machine = ReturnType<typeof createMachine>;

/** Tells the processes without a machine that this one has one. */
function tellOthers(db: Kysely<DB>, log: Log) {
  const tell = () =>
    store
      .tellOfMachine(db)
      .then(() => {})
      .catch((err: unknown) => log.warn({ err }, "The machine was not told of."));
  let told = tell();
  const timer = setInterval(() => {
    told = told.then(tell);
  }, tellEveryMs).unref();
  return {
    close(): Promise<void> {
      clearInterval(timer);
      return told;
    },
  };
}

/** Translates where a machine is configured and the room allows it. */
export function createMachine({ db, rooms, messages, memory, ...parts }: MachineParts) {
  const stopSignal = new AbortController();
  const translator = parts.machine ? createTranslator(db, parts.machine, stopSignal.signal) : null;
  const switches = createSwitches(db, rooms, parts.jobs, translator);
  const telling = translator && tellOthers(db, parts.log);
  defineLetGo({
    ...parts,
    messages,
    mayWait: async (roomId, tx = db) =>
      (translator !== null || (await store.someProcessHasMachine(tx))) && switches.isOn(roomId, tx),
  });
  const asking = createAsking({ db, rooms, messages, memory, translator });
  const work =
    translator &&
    translateMessages({ ...parts, db, messages, memory, stop: stopSignal, translator, switches });

  async function state(): Promise<MachineState | null> {
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
    asking,

    async chooseForNewRooms(author: Author, on: boolean): Promise<MachineState | null> {
      if (!translator) throw new AppError("MACHINE.NONE");
      await db.transaction().execute(async (tx) => {
        if (await switchStore.setNewRooms(tx, on))
          await record(tx, author, on ? "machine.open" : "machine.close", null);
      });
      return state();
    },

    routes({ route }: Router): void {
      machineRoutes(route, rooms, this);
    },

    async close(): Promise<void> {
      stopSignal.abort();
      await telling?.close();
      await work?.close();
    },
  };
}
