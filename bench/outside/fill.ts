import { sql } from "kysely";
import type { Database } from "../../apps/server/src/kit/db/database.ts";
import { newId } from "../../apps/server/src/kit/ids.ts";

/** How many conversations one SQL statement inserts, so that no statement becomes too large and slow. */
const conversationsPerStatement = 10_000;

export interface FilledDatabase {
  /**
   * The agent whose inbox is measured. This person works on every bot that has a platform page, except the last bot.
   */
  readonly userId: string;
  readonly botIds: readonly string[];
  readonly pageIds: readonly string[];
}

async function addUser({ kysely }: Database, name: string): Promise<string> {
  const id = newId();
  await kysely
    .insertInto("users")
    .values({
      id,
      email: `${id}@bench.example`,
      name,
      role: "brse",
      interface_language: "en",
      working_language: "en",
      account_type: "PERSONAL",
      live_endpoint: newId(),
    })
    .execute();
  return id;
}

/**
 * The inbox shows the last message of each conversation in the agent's language. So each last message gets translations
 * into all other languages.
 */
const translationsJson = JSON.stringify(
  [
    { language: "en", content: "Hello, is it still there?" },
    { language: "ja", content: "こんにちは。まだ在庫はありますか？" },
  ].map((text) => ({
    ...text,
    state: "TRANSLATED",
    revision: 1,
    version: 1,
    origin: "PERSON",
    user_id: null,
    claimed_by: null,
    updated_at: "2026-01-01T00:00:00.000Z",
  })),
);

/**
 * Inserts conversations with customers on two platforms: 1 % wait for an agent, 3 % are open, and the rest are closed.
 */
export async function insertConversations(db: Database, conversationCount: number): Promise<FilledDatabase> {
  const { kysely } = db;
  const [userId, otherAgentId] = [await addUser(db, "Agent"), await addUser(db, "Other agent")];
  const botIds = Array.from({ length: 5 }, newId);
  const pageIds = Array.from({ length: 10 }, newId);
  await sql`
    insert into bots (id, name, languages, platforms, created_by)
    select id, 'Bot', '{vi}', '{MESSENGER,ZALO}', ${otherAgentId}::uuid from unnest(${botIds}::uuid[]) id`.execute(
    kysely,
  );
  await sql`
    insert into bot_people (bot_id, user_id, part)
    select id, ${userId}::uuid, 'AGENT' from unnest(${botIds.slice(0, -1)}::uuid[]) id
    union all select id, ${otherAgentId}::uuid, 'OWNER' from unnest(${botIds}::uuid[]) id`.execute(kysely);
  await sql`
    insert into channel_pages (id, platform, external_id, bot_id, name, state, key_id, tokens)
    select id, (array['MESSENGER', 'ZALO'])[1 + n % 2], n::text, (${botIds}::uuid[])[1 + n % 5], 'Page ' || n,
      'CONNECTED', 'key', 'x'::bytea
    from unnest(${pageIds}::uuid[]) with ordinality p (id, n)`.execute(kysely);
  for (let fromNumber = 1; fromNumber <= conversationCount; fromNumber += conversationsPerStatement) {
    const numberSeries = sql`generate_series(${fromNumber}::int, ${Math.min(conversationCount, fromNumber + conversationsPerStatement - 1)}::int) n`;
    await sql`
      with given as materialized (
        select n, gen_random_uuid() as user_id, gen_random_uuid() as room_id, gen_random_uuid() as session_id,
          (${pageIds}::uuid[])[1 + n % 10] as page_id, now() - n * interval '37 seconds' as at
        from ${numberSeries}),
      visitors as (
        insert into users (id, email, name, working_language, interface_language, live_endpoint, is_outside)
        select user_id, 'outside:' || user_id, (array['Nguyễn', 'Trần', 'Lê', 'Phạm'])[1 + n % 4] || ' ' || n, 'vi', 'vi',
          user_id::text, true
        from given),
      rooms as (
        insert into conversations (id, kind, name, last_number, last_seq, changed_at)
        select room_id, 'OUTSIDE', 'x', 1, 1, at from given),
      sessions as (
        insert into bot_sessions (id, bot_id, platform, token_hash, state, conversation_id, is_paused, last_at)
        select g.session_id, p.bot_id, p.platform, sha256(g.session_id::text::bytea),
          jsonb_build_object('language', 'vi', 'turn', 1, 'state', '{"kind":"ended"}'::jsonb, 'variables', '[]'::jsonb,
            'tags', case when n % 20 = 0 then '["vip"]'::jsonb else '[]'::jsonb end),
          g.room_id, true, g.at
        from given g join channel_pages p on p.id = g.page_id)
      insert into livechats (conversation_id, bot_id, visitor_id, source, page_id, tags, state, agent_id, waiting_since, changed_at)
      select g.room_id, p.bot_id, g.user_id, p.platform, p.id,
          case when n % 20 = 0 then array['vip'] else '{}' end,
        case when n % 100 = 0 then 'WAITING' when n % 100 < 4 then 'OPEN' else 'CLOSED' end,
        case when n % 100 in (1, 2) then ${userId}::uuid when n % 100 = 0 then null else ${otherAgentId}::uuid end, g.at, g.at
      from given g join channel_pages p on p.id = g.page_id`.execute(kysely);
    await sql`
      insert into channel_people (id, page_id, external_id, session_id, last_act_at, read_seq)
      select gen_random_uuid(), p.id, s.id::text, s.id, s.last_at, 1
      from bot_sessions s join livechats l on l.conversation_id = s.conversation_id
      join channel_pages p on p.bot_id = s.bot_id and p.platform = s.platform
      where not exists (select from channel_people c where c.session_id = s.id)
      on conflict do nothing`.execute(kysely);
  }
  await sql`
    insert into conversation_members (conversation_id, user_id)
    select l.conversation_id, m.id from livechats l, unnest(array[l.visitor_id, l.agent_id]) m (id)
    where m.id is not null`.execute(kysely);
  await sql`
    insert into messages (id, conversation_id, seq, number, changed_seq, user_id, content, language, client_id, translations)
    select gen_random_uuid(), l.conversation_id, 1, 1, 1, l.visitor_id, 'Chào shop, còn hàng không ạ?', 'vi', gen_random_uuid(),
      ${translationsJson}::jsonb
    from livechats l`.execute(kysely);
  // Each conversation that has an agent gets an answer after one minute. Each closed conversation is closed after ten
  // minutes.
  await sql`
    insert into messages (id, conversation_id, seq, number, changed_seq, user_id, content, language, client_id, created_at)
    select gen_random_uuid(), l.conversation_id, 2, 2, 2, l.agent_id, 'Dạ còn ạ.', 'vi', gen_random_uuid(),
      l.changed_at + interval '1 minute'
    from livechats l where l.agent_id is not null`.execute(kysely);
  await sql`
    insert into livechat_rounds (conversation_id, number, bot_id, began_at, is_asked, first_number, agent_id, closed_at,
      answered_by, answered_at)
    select conversation_id, 1, bot_id, changed_at, true, 1, agent_id,
      case when state = 'CLOSED' then changed_at + interval '10 minutes' end,
      case when state = 'CLOSED' then agent_id end, case when state = 'CLOSED' then changed_at + interval '1 minute' end
    from livechats`.execute(kysely);
  for (const table of [
    "livechats",
    "livechat_rounds",
    "bot_sessions",
    "channel_people",
    "conversation_members",
    "messages",
    "users",
    "conversations",
  ])
    await sql`analyze ${sql.table(table)}`.execute(kysely);
  return { userId, botIds, pageIds };
}
