import type { BotPhrase, BotPhraseBody, PhraseMatchKind } from "@kakehashi/contract/bot-phrases";
import type { PartialTextsByLanguage } from "@kakehashi/contract/flows/texts";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import { personJson } from "../users/service.ts";
import type { MatcherPhrase } from "./phrase-matcher.ts";

interface PhraseRow extends Omit<BotPhrase, "target" | "updated_at"> {
  answer: PartialTextsByLanguage | null;
  article_id: string | null;
  flow_id: string | null;
  updated_at: Date;
}

const phraseColumns = sql`p.id, p.kind, p.keywords, p.answer, p.article_id, p.flow_id, p.is_enabled, p.revision, p.updated_at,
  (select ${personJson} from users u where u.id = p.edited_by) as edited_by`;
const phraseOrder = sql`p.position, p.id`;

function toPhrase({ answer, article_id, flow_id, updated_at, ...row }: PhraseRow): BotPhrase {
  const target: BotPhrase["target"] = article_id
    ? { kind: "article", article_id }
    : flow_id
      ? { kind: "story", flow_id }
      : { kind: "answer", text: answer ?? {} };
  return { ...row, target, updated_at: updated_at.toISOString() };
}

export async function listPhrases(
  db: Executor,
  botId: string,
  search: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ phrases: BotPhrase[]; total: number }> {
  const texts = sql`array_to_string(p.keywords, ' ') || ' ' || coalesce(p.answer::text, '')`;
  const isFound = search === "" ? sql`true` : sql`position(fold_text(${search}) in fold_text(${texts})) > 0`;
  const { rows } = await sql<PhraseRow & { total: number }>`
    select ${phraseColumns}, count(*) over ()::int as total from bot_phrases p
    where p.bot_id = ${botId} and ${isFound} order by ${phraseOrder} limit ${limit} offset ${offset}`.execute(
    db,
  );
  return { total: rows[0]?.total ?? 0, phrases: rows.map(({ total: _, ...row }) => toPhrase(row)) };
}

export async function findPhrases(db: Executor, botId: string, ids: readonly string[]): Promise<BotPhrase[]> {
  const { rows } = await sql<PhraseRow>`
    select ${phraseColumns} from bot_phrases p where p.bot_id = ${botId} and p.id = any(${ids}::uuid[])`.execute(
    db,
  );
  return rows.map(toPhrase);
}

export interface PhraseAnswerText {
  readonly id: string;
  readonly keywords: readonly string[];
  readonly text: PartialTextsByLanguage;
}

/** Lists the answers of a bot's phrases, or of one phrase, in the order of the bot's phrase list. */
export async function listAnswerTextsOfPhrases(
  db: Executor,
  botId: string,
  id: string | null,
): Promise<PhraseAnswerText[]> {
  const { rows } = await sql<PhraseAnswerText>`
    select p.id, p.keywords, p.answer as text from bot_phrases p
    where p.bot_id = ${botId} and p.answer is not null ${id === null ? sql`` : sql`and p.id = ${id}`}
    order by ${phraseOrder}`.execute(db);
  return rows;
}

export async function findPhraseListVersion(db: Executor, botId: string): Promise<number | undefined> {
  const { rows } = await sql<{ phrase_version: number }>`
    select phrase_version from bots where id = ${botId}`.execute(db);
  return rows[0]?.phrase_version;
}

/** Returns the bot's phrases that are switched on, in the order of the bot's list. */
export async function listEnabledPhrasesForMatcher(db: Executor, botId: string): Promise<MatcherPhrase[]> {
  const { rows } = await sql<MatcherPhrase>`
    select p.id, p.kind, p.keywords from bot_phrases p
    where p.bot_id = ${botId} and p.is_enabled order by ${phraseOrder}`.execute(db);
  return rows;
}

export interface PhraseListSize {
  readonly phrases: number;
  /** The number of patterns. Each keyword of a phrase of the kind `pattern` counts as one pattern. */
  readonly patterns: number;
  /** The number of characters in all keywords together. */
  readonly characters: number;
}

export async function readPhraseListSize(tx: Executor, botId: string): Promise<PhraseListSize> {
  const { rows } = await sql<PhraseListSize>`
    select count(*)::int as phrases,
      coalesce(sum(cardinality(keywords)) filter (where kind = 'pattern'), 0)::int as patterns,
      coalesce(sum(length(array_to_string(keywords, ''))), 0)::int as characters
    from bot_phrases where bot_id = ${botId}`.execute(tx);
  return rows[0] ?? { phrases: 0, patterns: 0, characters: 0 };
}

const toTargetColumns = (target: BotPhrase["target"]) => ({
  answer: target.kind === "answer" ? toJson(target.text) : null,
  article_id: target.kind === "article" ? target.article_id : null,
  flow_id: target.kind === "story" ? target.flow_id : null,
});

/** Adds a phrase at the end of the bot's phrase list. */
export async function insertPhrase(
  tx: Executor,
  { id, botId, userId }: { id: string; botId: string; userId: string },
  { kind, keywords, target, is_enabled }: BotPhraseBody,
): Promise<void> {
  const { answer, article_id, flow_id } = toTargetColumns(target);
  await sql`
    insert into bot_phrases (id, bot_id, position, kind, keywords, answer, article_id, flow_id, is_enabled, edited_by)
    select ${id}, ${botId}, coalesce(max(position), 0) + 1, ${kind}, ${keywords}, ${answer}::jsonb, ${article_id},
      ${flow_id}, ${is_enabled}, ${userId} from bot_phrases where bot_id = ${botId}`.execute(tx);
}

/** Adds all phrases of a new bot, in this order. */
export async function insertPhrases(
  tx: Executor,
  { botId, userId }: { botId: string; userId: string },
  phrases: readonly (BotPhraseBody & { readonly id: string })[],
): Promise<void> {
  const rows = phrases.map(({ target, ...phrase }, index) => ({
    ...phrase,
    position: index + 1,
    ...toTargetColumns(target),
    answer: target.kind === "answer" ? target.text : null,
  }));
  await sql`
    insert into bot_phrases (id, bot_id, position, kind, keywords, answer, article_id, flow_id, is_enabled, edited_by)
    select id, ${botId}, position, kind, keywords, answer, article_id, flow_id, is_enabled, ${userId}
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as row(id uuid, position float8, kind text, keywords text[],
      answer jsonb, article_id uuid, flow_id uuid, is_enabled boolean)`.execute(tx);
}

export interface PhraseChange {
  readonly kind?: PhraseMatchKind | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly target?: BotPhrase["target"] | undefined;
  readonly is_enabled?: boolean | undefined;
}

export async function updatePhrase(
  tx: Executor,
  id: string,
  { kind, keywords, target, is_enabled }: PhraseChange,
  userId: string,
): Promise<void> {
  const assignments: RawBuilder<unknown>[] = [
    sql`revision = revision + 1, edited_by = ${userId}, updated_at = now()`,
  ];
  if (kind !== undefined) assignments.push(sql`kind = ${kind}`);
  if (keywords !== undefined) assignments.push(sql`keywords = ${keywords}`);
  if (is_enabled !== undefined) assignments.push(sql`is_enabled = ${is_enabled}`);
  if (target !== undefined) {
    const { answer, article_id, flow_id } = toTargetColumns(target);
    assignments.push(sql`answer = ${answer}::jsonb, article_id = ${article_id}, flow_id = ${flow_id}`);
  }
  await sql`update bot_phrases set ${sql.join(assignments)} where id = ${id}`.execute(tx);
}

/**
 * If the gap between the positions of two neighbouring phrases is smaller than this, all phrases get new positions.
 * Each move may halve a gap, and after many halvings two positions would be equal.
 */
const smallestPositionGap = 1e-6;

/**
 * Moves a phrase to the place after another phrase, or to the first place. Returns false if the other phrase does not
 * exist.
 */
export async function movePhrase(
  tx: Executor,
  botId: string,
  id: string,
  afterId: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ before: number | null; after: number | null }>`
    with others as (
      select p.id, p.position, lead(p.position) over (order by ${phraseOrder}) as next
      from bot_phrases p where p.bot_id = ${botId} and p.id <> ${id})
    select ${afterId === null ? sql`null::float8` : sql`position`} as before,
      ${afterId === null ? sql`min(position)` : sql`next`} as after
    from others ${afterId === null ? sql`` : sql`where id = ${afterId}`}`.execute(tx);
  const [row] = rows;
  if (!row) return false;
  const { before, after } = row;
  const newPosition = before === null ? (after ?? 1) - 1 : after === null ? before + 1 : (before + after) / 2;
  await sql`update bot_phrases set position = ${newPosition} where id = ${id}`.execute(tx);
  if (before !== null && after !== null && after - before < smallestPositionGap)
    await sql`
      update bot_phrases p set position = n.number from (
        select p.id, row_number() over (order by ${phraseOrder}) as number from bot_phrases p where p.bot_id = ${botId}) n
      where p.id = n.id`.execute(tx);
  return true;
}

export async function deletePhrase(tx: Executor, id: string): Promise<void> {
  await sql`delete from bot_phrases where id = ${id}`.execute(tx);
}

/**
 * Gives the bot's phrases a new version, so that every process compiles them again. Call it after each change of the
 * phrases.
 */
export async function raisePhraseListVersion(tx: Executor, botId: string): Promise<void> {
  await sql`
    update bots set phrase_version = phrase_version + 1, updated_at = now() where id = ${botId}`.execute(tx);
}
