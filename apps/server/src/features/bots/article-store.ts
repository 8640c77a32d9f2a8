import type { BotArticle, BotArticleBody, BotArticleUse } from "@kakehashi/contract/bot-articles";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import { personJson } from "../users/service.ts";

type ArticleRow = Omit<BotArticle, "updated_at"> & { updated_at: Date };

const articleColumns = sql`a.id, a.name, a.title, a.text, a.image, a.buttons, a.revision, a.updated_at,
  (select count(*)::int from bot_phrases p where p.article_id = a.id) as use_count,
  (select ${personJson} from users u where u.id = a.edited_by) as edited_by`;

const toArticle = ({ updated_at, ...row }: ArticleRow): BotArticle => ({
  ...row,
  updated_at: updated_at.toISOString(),
});

export async function listArticles(
  db: Executor,
  botId: string,
  search: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ articles: BotArticle[]; total: number }> {
  const texts = sql`a.name || ' ' || a.title::text || ' ' || a.text::text`;
  const searchCondition =
    search === "" ? sql`true` : sql`position(fold_text(${search}) in fold_text(${texts})) > 0`;
  const { rows } = await sql<ArticleRow & { total: number }>`
    select ${articleColumns}, count(*) over ()::int as total from bot_articles a
    where a.bot_id = ${botId} and ${searchCondition} order by lower(a.name), a.id
    limit ${limit} offset ${offset}`.execute(db);
  return { total: rows[0]?.total ?? 0, articles: rows.map(({ total: _, ...row }) => toArticle(row)) };
}

export async function findArticle(
  db: Executor,
  botId: string,
  id: string,
  shouldLock = false,
): Promise<BotArticle | undefined> {
  const { rows } = await sql<ArticleRow>`
    select ${articleColumns} from bot_articles a where a.id = ${id} and a.bot_id = ${botId}
    ${shouldLock ? sql`for update of a` : sql``}`.execute(db);
  return rows[0] && toArticle(rows[0]);
}

export type ArticleTexts = Pick<BotArticle, "id" | "name" | "title" | "text" | "buttons">;

/** Lists the texts of a bot's articles, or of one article, sorted by name. */
export async function listTextsOfArticles(
  db: Executor,
  botId: string,
  id: string | null,
): Promise<ArticleTexts[]> {
  const { rows } = await sql<ArticleTexts>`
    select a.id, a.name, a.title, a.text, a.buttons from bot_articles a
    where a.bot_id = ${botId} ${id === null ? sql`` : sql`and a.id = ${id}`} order by lower(a.name), a.id`.execute(
    db,
  );
  return rows;
}

export async function countArticles(tx: Executor, botId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bot_articles where bot_id = ${botId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function listPhrasesUsingArticle(
  db: Executor,
  id: string,
  limit: number,
): Promise<BotArticleUse[]> {
  const { rows } = await sql<BotArticleUse>`
    select p.id as phrase_id, p.keywords from bot_phrases p where p.article_id = ${id}
    order by p.position, p.id limit ${limit}`.execute(db);
  return rows;
}

export async function insertArticle(
  tx: Executor,
  { id, botId, userId }: { id: string; botId: string; userId: string },
  { name, title, text, image, buttons }: BotArticleBody,
): Promise<void> {
  await sql`
    insert into bot_articles (id, bot_id, name, title, text, image, buttons, edited_by)
    values (${id}, ${botId}, ${name}, ${toJson(title)}::jsonb, ${toJson(text)}::jsonb, ${image},
      ${toJson(buttons)}::jsonb, ${userId})`.execute(tx);
}

export async function updateArticle(
  tx: Executor,
  id: string,
  { name, title, text, image, buttons }: BotArticleBody,
  userId: string,
): Promise<void> {
  await sql`
    update bot_articles set name = ${name}, title = ${toJson(title)}::jsonb, text = ${toJson(text)}::jsonb,
      image = ${image}, buttons = ${toJson(buttons)}::jsonb, revision = revision + 1, edited_by = ${userId},
      updated_at = now()
    where id = ${id}`.execute(tx);
}

export async function deleteArticle(tx: Executor, id: string): Promise<void> {
  await sql`delete from bot_articles where id = ${id}`.execute(tx);
}
