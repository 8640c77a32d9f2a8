import type { CannedAnswer, CannedAnswerBody } from "@kakehashi/contract/bot-canned";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import { personJson } from "../users/service.ts";

type CannedAnswerRow = Omit<CannedAnswer, "updated_at"> & { updated_at: Date };

const cannedAnswerColumns = sql`a.id, a.shortcut, a.text, a.revision, a.updated_at,
  (select ${personJson} from users u where u.id = a.edited_by) as edited_by`;

const toCannedAnswer = ({ updated_at, ...row }: CannedAnswerRow): CannedAnswer => ({
  ...row,
  updated_at: updated_at.toISOString(),
});

export async function listCannedAnswers(
  db: Executor,
  botId: string,
  search: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ answers: CannedAnswer[]; total: number }> {
  const texts = sql`a.shortcut || ' ' || a.text::text`;
  const searchCondition =
    search === "" ? sql`true` : sql`position(fold_text(${search}) in fold_text(${texts})) > 0`;
  const { rows } = await sql<CannedAnswerRow & { total: number }>`
    select ${cannedAnswerColumns}, count(*) over ()::int as total from bot_canned_answers a
    where a.bot_id = ${botId} and ${searchCondition} order by a.shortcut, a.id
    limit ${limit} offset ${offset}`.execute(db);
  return { total: rows[0]?.total ?? 0, answers: rows.map(({ total: _, ...row }) => toCannedAnswer(row)) };
}

export type CannedAnswerTexts = Pick<CannedAnswer, "id" | "shortcut" | "text">;

/** Lists the texts of a bot's canned answers, or of one answer, sorted by shortcut. */
export async function listTextsOfCannedAnswers(
  db: Executor,
  botId: string,
  id: string | null,
): Promise<CannedAnswerTexts[]> {
  const { rows } = await sql<CannedAnswerTexts>`
    select a.id, a.shortcut, a.text from bot_canned_answers a
    where a.bot_id = ${botId} ${id === null ? sql`` : sql`and a.id = ${id}`} order by a.shortcut, a.id`.execute(
    db,
  );
  return rows;
}

export async function findCannedAnswer(
  db: Executor,
  botId: string,
  id: string,
): Promise<CannedAnswer | undefined> {
  const { rows } = await sql<CannedAnswerRow>`
    select ${cannedAnswerColumns} from bot_canned_answers a where a.id = ${id} and a.bot_id = ${botId}`.execute(
    db,
  );
  return rows[0] && toCannedAnswer(rows[0]);
}

export async function countCannedAnswers(tx: Executor, botId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bot_canned_answers where bot_id = ${botId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Whether another canned answer of the bot already has this shortcut. */
export async function isShortcutTaken(
  tx: Executor,
  botId: string,
  shortcut: string,
  id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from bot_canned_answers where bot_id = ${botId} and shortcut = ${shortcut} and id <> ${id}`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function insertCannedAnswer(
  tx: Executor,
  { id, botId, userId }: { id: string; botId: string; userId: string },
  { shortcut, text }: CannedAnswerBody,
): Promise<void> {
  await sql`
    insert into bot_canned_answers (id, bot_id, shortcut, text, edited_by)
    values (${id}, ${botId}, ${shortcut}, ${toJson(text)}::jsonb, ${userId})`.execute(tx);
}

export async function updateCannedAnswer(
  tx: Executor,
  id: string,
  { shortcut, text }: CannedAnswerBody,
  userId: string,
): Promise<void> {
  await sql`
    update bot_canned_answers set shortcut = ${shortcut}, text = ${toJson(text)}::jsonb, revision = revision + 1,
      edited_by = ${userId}, updated_at = now()
    where id = ${id}`.execute(tx);
}

export async function deleteCannedAnswer(tx: Executor, id: string): Promise<void> {
  await sql`delete from bot_canned_answers where id = ${id}`.execute(tx);
}
