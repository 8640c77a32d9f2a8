import type { Language } from "@kakehashi/contract/languages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

export interface TranslationWaitingForMachine {
  conversation_id: string;
  subject_id: string;
  language: Language;
}

/**
 * Lists the translations that wait for next month's budget of the translation provider. Those of the newest messages
 * come first.
 */
export async function listWaitingForMachine(
  db: Executor,
  { offset, limit }: { offset: number; limit: number },
): Promise<TranslationWaitingForMachine[]> {
  const { rows } = await sql<TranslationWaitingForMachine>`
    select conversation_id, subject_id, language from translations where waits_for_machine
    order by subject_id desc offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

export async function listRoomIdsWaitingForMachine(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ conversation_id: string }>`
    select distinct conversation_id from translations where waits_for_machine`.execute(db);
  return rows.map(({ conversation_id }) => conversation_id);
}

/**
 * Lists a room's translations that wait for next month's budget of the translation provider. The list begins after the
 * translation `afterTranslation`.
 */
export async function listWaitingForMachineInRoom(
  db: Executor,
  roomId: string,
  afterTranslation: TranslationWaitingForMachine | null,
  limit: number,
): Promise<TranslationWaitingForMachine[]> {
  const { rows } = await sql<TranslationWaitingForMachine>`
    select conversation_id, subject_id, language from translations
    where waits_for_machine and conversation_id = ${roomId}
      ${afterTranslation ? sql`and (subject_id, language) < (${afterTranslation.subject_id}::uuid, ${afterTranslation.language})` : sql``}
    order by subject_id desc, language desc limit ${limit}`.execute(db);
  return rows;
}

export async function countWaitingForMachine(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from translations where waits_for_machine`.execute(db);
  return rows[0]?.count ?? 0;
}
