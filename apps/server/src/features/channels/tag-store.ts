import { maximumOfferedTags } from "@kakehashi/contract/channels";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { foldText } from "../../kit/text/fold.ts";
import type { TalkReader } from "./talk-query.ts";

/**
 * The list of tags counts only the talks that changed most recently, at most this many. So the query stays fast for a
 * bot with many talks.
 */
const maximumTalksForTags = 5_000;

const escapeLikePattern = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

const readableBotsQuery = ({ userId, isAdmin }: TalkReader) => sql`
  select b.id from bots b where b.removed_at is null and exists (select from channel_pages g where g.bot_id = b.id)
    and (${isAdmin} or b.id in (select w.bot_id from bot_people w where w.user_id = ${userId}))`;

/**
 * Lists the tags of people on the selected bots, but only tags that match the condition. The most used tags come first.
 */
async function listTagCounts(
  db: Executor,
  bots: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    with b as materialized (${bots})
    select tag from (
      select t.tag, count(*) as count
      from b cross join lateral (
        select l.tags from livechats l where l.bot_id = b.id and l.tags <> '{}' order by l.changed_at desc
        limit (select greatest(1, ${maximumTalksForTags}::int / nullif(count(*), 0)) from b)) l,
      unnest(l.tags) t(tag)
      group by t.tag) counted
    where ${condition} order by count desc, tag limit ${maximumOfferedTags}`.execute(db);
  return rows.map(({ tag }) => tag);
}

/**
 * SQL condition: the tag contains the search text. Ignores case, accents and the width of characters, like every
 * search.
 */
const tagContainsCondition = (search: string) =>
  sql`fold_text(tag) like ${`%${escapeLikePattern(foldText(search))}%`}`;

export const listTagsOfBot = (db: Executor, botId: string, search: string): Promise<string[]> =>
  listTagCounts(db, sql`select ${botId}::uuid as id`, tagContainsCondition(search));

/** Lists the tags of all people whose conversations the reader may read. */
export const listTags = (db: Executor, reader: TalkReader, search: string): Promise<string[]> =>
  listTagCounts(db, readableBotsQuery(reader), tagContainsCondition(search));

/**
 * Returns all spellings of a tag that people have used. For example, "Giá" and "gia" are the same tag. The result
 * always contains the given spelling.
 */
export async function listSpellings(db: Executor, reader: TalkReader, tag: string): Promise<string[]> {
  const tagCounts = await listTagCounts(
    db,
    readableBotsQuery(reader),
    sql`fold_text(tag) = ${foldText(tag)}`,
  );
  return [...new Set([tag, ...tagCounts])];
}
