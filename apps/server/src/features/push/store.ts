import type { Language } from "@kakehashi/contract/languages";
import type { RoomNoticeChoice } from "@kakehashi/contract/notices";
import { maximumPushDevicesPerPerson } from "@kakehashi/contract/push";
import { defaultSettings, type Settings } from "@kakehashi/contract/user-settings";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { newId } from "../../kit/ids.ts";

const deviceColumns = ["id", "session_id", "created_at"] as const;

export function listDevices(db: Executor, userId: string) {
  return db
    .selectFrom("push_subscriptions")
    .select(deviceColumns)
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(maximumPushDevicesPerPerson)
    .execute();
}

export interface NewDevice {
  user_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  time_zone: string | null;
}

/**
 * Deletes a person's least recently used devices if there are more than the maximum. Locks the user's row, so that
 * parallel requests run one after another.
 */
async function deleteOldestDevices(tx: Executor, { user_id, session_id }: NewDevice): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", user_id).forNoKeyUpdate().execute();
  await sql`
    delete from push_subscriptions where id in (
      select p.id from push_subscriptions p join sessions s on s.id = p.session_id
      where p.user_id = ${user_id} and p.session_id <> ${session_id}
      order by s.refreshed_at desc, p.id desc offset ${maximumPushDevicesPerPerson - 1})`.execute(tx);
}

/**
 * Saves a device. A session has at most one device. If several sessions use the same browser, the device belongs to the
 * last one that saved it.
 */
export function saveDevice(db: Executor, device: NewDevice) {
  return db.transaction().execute(async (tx) => {
    await deleteOldestDevices(tx, device);
    await tx
      .deleteFrom("push_subscriptions")
      .where("endpoint", "=", device.endpoint)
      .where("session_id", "<>", device.session_id)
      .execute();
    const { endpoint, p256dh, auth, time_zone } = device;
    return tx
      .insertInto("push_subscriptions")
      .values({ id: newId(), ...device })
      .onConflict((conflict) =>
        conflict.column("session_id").doUpdateSet({ endpoint, p256dh, auth, time_zone }),
      )
      .returning(deviceColumns)
      .executeTakeFirstOrThrow();
  });
}

/**
 * Deletes a device. Returns false if it does not exist. With `userId`, also returns false if it belongs to another
 * person.
 */
export async function removeDevice(db: Executor, id: string, userId?: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("push_subscriptions")
    .where("id", "=", id)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether a member of this room has a device. If `conversationId` is null: whether anybody has one. */
export async function hasDevices(db: Executor, conversationId: string | null): Promise<boolean> {
  const roomWithDevice = await db
    .selectFrom("push_subscriptions as s")
    .select("s.id")
    .$if(conversationId !== null, (query) =>
      query
        .innerJoin("conversation_members as m", "m.user_id", "s.user_id")
        .where("m.conversation_id", "=", conversationId ?? ""),
    )
    .limit(1)
    .executeTakeFirst();
  return roomWithDevice !== undefined;
}

/** A member's device, with all settings that decide whether a message is pushed to it. */
export interface SubscribedDevice {
  id: string;
  user_id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
  interfaceLanguage: Language;
  /** The language that the person reads. */
  readLanguage: Language;
  time_zone: string;
  settings: Settings;
  muted: boolean;
  notify_about: RoomNoticeChoice | null;
  read_number: number;
  /** The `seq` of the last change that was pushed to the device. 0 if there is none. */
  notifiedSeq: number;
}

export async function listSubscribedDevices(
  db: Executor,
  conversationId: string,
): Promise<SubscribedDevice[]> {
  const rows = await db
    .selectFrom("conversation_members as m")
    .innerJoin("push_subscriptions as s", "s.user_id", "m.user_id")
    .innerJoin("sessions", "sessions.id", "s.session_id")
    .innerJoin("users as u", "u.id", "m.user_id")
    .leftJoin("push_marks as p", (join) =>
      join.onRef("p.subscription_id", "=", "s.id").onRef("p.conversation_id", "=", "m.conversation_id"),
    )
    .select(["s.id", "s.user_id", "s.endpoint", "s.p256dh", "s.auth", "s.time_zone"])
    .select(["u.interface_language", "u.working_language"])
    .select(["u.settings", "m.muted_at", "m.notify_about", "m.read_number", "p.seq"])
    .where("m.conversation_id", "=", conversationId)
    .where("sessions.revoked_at", "is", null)
    .where("u.deleted_at", "is", null)
    .execute();
  return rows.map((row) => {
    const settings = { ...defaultSettings, ...row.settings };
    return {
      id: row.id,
      user_id: row.user_id,
      endpoint: row.endpoint,
      keys: { p256dh: row.p256dh, auth: row.auth },
      interfaceLanguage: row.interface_language,
      readLanguage: row.working_language ?? row.interface_language,
      time_zone: settings.time_zone ?? row.time_zone ?? "UTC",
      settings,
      muted: row.muted_at !== null,
      notify_about: row.notify_about,
      read_number: row.read_number,
      notifiedSeq: row.seq ?? 0,
    };
  });
}

/** Stores that all changes up to `seq` were pushed to the device, so that a repeated job does not push them again. */
export function saveNotifiedSeq(db: Executor, subscriptionId: string, conversationId: string, seq: number) {
  return db
    .insertInto("push_marks")
    .columns(["subscription_id", "conversation_id", "seq"])
    .expression((eb) =>
      eb
        .selectFrom("push_subscriptions")
        .select(({ val, ref }) => [
          ref("id").as("subscription_id"),
          val(conversationId).as("conversation_id"),
          val(seq).as("seq"),
        ])
        .where("id", "=", subscriptionId),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["subscription_id", "conversation_id"])
        .doUpdateSet((eb) => ({ seq: eb.fn("greatest", ["push_marks.seq", "excluded.seq"]) })),
    )
    .execute();
}
