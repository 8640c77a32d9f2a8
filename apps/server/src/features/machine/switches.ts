import type { RoomMachineTranslation } from "@kakehashi/contract/machine-rooms";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { PublishRoomChange, Rooms } from "../rooms/service.ts";
import type { MachineTranslator } from "./machine-translator.ts";
import { type StopWaitingJobData, stopWaitingInRoomJob } from "./stop-waiting.ts";
import * as store from "./switch-store.ts";

type MachineSwitchMessage = { kind: "MACHINE_AGREED" | "MACHINE_ON" | "MACHINE_OFF"; actorId: string };

/**
 * Whether this person may switch machine translation on or off in a room: hosts in a project's room, owners in a group,
 * and admins in any of these rooms of which they are members. In a direct room, each of the two people may switch their
 * own agreement. Nobody may in the room of their own notes.
 */
function maySwitchMachineTranslation({
  kind,
  room_role,
  user_role,
  project_name,
  is_host,
}: store.RoomWithSwitch): boolean {
  if (kind === "MY_CHAT") return false;
  if (kind === "DIRECT" || user_role === "admin") return true;
  return project_name === null ? room_role === "OWNER" : is_host;
}

export type MachineSwitches = ReturnType<typeof createMachineSwitches>;

/** Stores in which rooms texts may be sent to the translation provider, and checks who may change this. */
export function createMachineSwitches(
  db: Kysely<DB>,
  rooms: Rooms,
  jobs: Pick<Jobs, "send">,
  translator: MachineTranslator | null,
) {
  async function findRoom(
    executor: Kysely<DB>,
    userId: string,
    roomId: string,
  ): Promise<store.RoomWithSwitch> {
    const room = await store.findRoomWithSwitch(executor, roomId, userId);
    if (!room) throw createNotFoundError();
    return room;
  }

  /**
   * Switches machine translation off in a room. Also queues a job, so that the room's texts no longer wait for next
   * month's budget of the translation provider.
   */
  async function switchOffInRoom(tx: Kysely<DB>, roomId: string): Promise<boolean> {
    if (!(await store.setMachineTranslation(tx, roomId, false))) return false;
    const data: StopWaitingJobData = { roomId };
    await jobs.send(tx, stopWaitingInRoomJob, data);
    return true;
  }

  async function setAgreement(
    tx: Kysely<DB>,
    roomId: string,
    actorId: string,
    isOn: boolean,
  ): Promise<MachineSwitchMessage[] | null> {
    if (!(await store.storeAgreement(tx, roomId, actorId, isOn))) return null;
    if (!isOn) {
      await switchOffInRoom(tx, roomId);
      return [{ kind: "MACHINE_OFF", actorId }];
    }
    if (!(await store.haveAllMembersAgreed(tx, roomId))) return [{ kind: "MACHINE_AGREED", actorId }];
    await store.setMachineTranslation(tx, roomId, true);
    return [{ kind: "MACHINE_ON", actorId }];
  }

  async function setMachineSwitch(
    tx: Kysely<DB>,
    roomId: string,
    actorId: string,
    isOn: boolean,
  ): Promise<MachineSwitchMessage[] | null> {
    return (await (isOn ? store.setMachineTranslation(tx, roomId, true) : switchOffInRoom(tx, roomId)))
      ? [{ kind: isOn ? "MACHINE_ON" : "MACHINE_OFF", actorId }]
      : null;
  }

  async function getSwitchState(userId: string, roomId: string): Promise<RoomMachineTranslation | null> {
    const room = await findRoom(db, userId, roomId);
    if (!translator) return null;
    const { provider, host } = translator;
    const { is_on, agreed_user_ids, project_name } = room;
    return {
      provider,
      host,
      is_on,
      agreed_user_ids,
      may_switch: maySwitchMachineTranslation(room),
      project_name,
    };
  }

  return {
    state: getSwitchState,

    isOn: (roomId: string, executor: Kysely<DB> = db) => store.isMachineTranslationOn(executor, roomId),

    async change(userId: string, roomId: string, isOn: boolean): Promise<RoomMachineTranslation | null> {
      const { room_ids } = await findRoom(db, userId, roomId);
      if (!translator) throw new AppError("MACHINE.NONE");
      const publishFunctions = await db.transaction().execute(async (tx) => {
        const changePublishers: PublishRoomChange[] = [];
        // Locks the rooms in the same order in every transaction, so that two transactions cannot deadlock.
        for (const id of [...room_ids].sort()) {
          const switchRoom = async () => {
            // Reads the person's rights again: they may have changed before the rooms were locked.
            const room = await findRoom(tx, userId, roomId);
            if (!maySwitchMachineTranslation(room)) throw new AppError("ERR.FORBIDDEN");
            return room.kind === "DIRECT"
              ? setAgreement(tx, id, userId, isOn)
              : setMachineSwitch(tx, id, userId, isOn);
          };
          changePublishers.push(await rooms.changeInTransaction(tx, id, switchRoom));
        }
        return changePublishers;
      });
      for (const publish of publishFunctions) await publish();
      return getSwitchState(userId, roomId);
    },
  };
}
