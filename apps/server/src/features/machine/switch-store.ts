import type { ConversationKind } from "@kakehashi/contract/conversation-kinds";
import type { RoomRole } from "@kakehashi/contract/conversations";
import type { Language } from "@kakehashi/contract/languages";
import type { Role } from "@kakehashi/contract/users";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { projectNameForUserSql } from "../projects/service.ts";

/** A room and one of its members, with the data that decides whether this member may switch machine translation on. */
export interface RoomWithSwitch {
  kind: ConversationKind;
  room_role: RoomRole;
  user_role: Role;
  is_on: boolean;
  agreed_user_ids: string[];
  /** The name of the project that owns the room. Null for other rooms. */
  project_name: string | null;
  /** Whether this member is a host of the room's project. */
  is_host: boolean;
  /** The ids of the rooms that the switch changes: all rooms of the project, or only this room. */
  room_ids: string[];
}

/** Reads a room for a member. Undefined if the person is not in the room. */
export async function findRoomWithSwitch(
  db: Executor,
  roomId: string,
  userId: string,
): Promise<RoomWithSwitch | undefined> {
  const { rows } = await sql<RoomWithSwitch>`
    select c.kind, m.role as room_role, u.role as user_role, left(${projectNameForUserSql(userId)}, 200) as project_name,
      exists (select from machine_rooms r where r.conversation_id = c.id) as is_on,
      array(select a.user_id from machine_agreements a where a.conversation_id = c.id) as agreed_user_ids,
      exists (select from project_members h where h.project_id = p.id and h.user_id = u.id and h.is_host
        and h.archived_at is null) as is_host,
      array_remove(case when p.id is null then array[c.id] else array[p.team_id, p.client_id, p.support_id] end, null)
        as room_ids
    from conversation_members m join conversations c on c.id = m.conversation_id join users u on u.id = m.user_id
    left join projects p on ${roomId} in (p.team_id, p.client_id, p.support_id)
    where m.conversation_id = ${roomId} and m.user_id = ${userId}`.execute(db);
  return rows[0];
}

export async function isMachineTranslationOn(db: Executor, roomId: string): Promise<boolean> {
  const { rows } = await sql`select from machine_rooms where conversation_id = ${roomId}`.execute(db);
  return rows.length > 0;
}

/** Switches machine translation on or off in a room. Returns false if the room already had this state. */
export async function setMachineTranslation(tx: Executor, roomId: string, isOn: boolean): Promise<boolean> {
  const { rows } = await (isOn
    ? sql`insert into machine_rooms (conversation_id) values (${roomId}) on conflict do nothing returning 1`
    : sql`delete from machine_rooms where conversation_id = ${roomId} returning 1`
  ).execute(tx);
  return rows.length > 0;
}

/** Stores whether a member of a direct room agrees to machine translation. Returns false if nothing changed. */
export async function storeAgreement(
  tx: Executor,
  roomId: string,
  userId: string,
  hasAgreed: boolean,
): Promise<boolean> {
  const { rows } = await (hasAgreed
    ? sql`insert into machine_agreements (conversation_id, user_id) values (${roomId}, ${userId})
        on conflict do nothing returning 1`
    : sql`delete from machine_agreements where conversation_id = ${roomId} and user_id = ${userId} returning 1`
  ).execute(tx);
  return rows.length > 0;
}

/** Whether every member of the room agrees to machine translation. */
export async function haveAllMembersAgreed(tx: Executor, roomId: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversation_members m where m.conversation_id = ${roomId} and not exists (
      select from machine_agreements a where a.conversation_id = m.conversation_id and a.user_id = m.user_id)`.execute(
    tx,
  );
  return rows.length === 0;
}

/** Returns the languages that the other people in a room read. */
export async function listLanguagesOfOthers(
  db: Executor,
  roomId: string,
  userId: string,
): Promise<Language[]> {
  const { rows } = await sql<{ language: Language }>`
    select distinct u.working_language as language from conversation_members m join users u on u.id = m.user_id
    where m.conversation_id = ${roomId} and m.user_id <> ${userId} and u.working_language is not null
    order by 1`.execute(db);
  return rows.map(({ language }) => language);
}

export async function isOnInNewRooms(db: Executor): Promise<boolean> {
  const { rows } = await sql`select from machine_settings where new_rooms`.execute(db);
  return rows.length > 0;
}

/** Sets whether machine translation is on by default in new rooms. Returns false if nothing changed. */
export async function setDefaultOfNewRooms(tx: Executor, isOn: boolean): Promise<boolean> {
  const { rows } = await sql`
    insert into machine_settings as s (new_rooms) values (${isOn})
    on conflict (is_only) do update set new_rooms = excluded.new_rooms
    where s.new_rooms <> excluded.new_rooms returning 1`.execute(tx);
  return rows.length > 0;
}

export async function countRoomsWithMachineTranslation(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from machine_rooms`.execute(db);
  return rows[0]?.count ?? 0;
}
