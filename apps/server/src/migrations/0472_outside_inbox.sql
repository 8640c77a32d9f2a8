-- The page to which a visitor of an outside platform writes.
alter table bot_sessions add column page_id uuid references channel_pages on delete set null;
update bot_sessions s set page_id = c.page_id from channel_people c where c.session_id = s.id;
create index bot_sessions_by_page on bot_sessions (page_id) where page_id is not null;

-- What the inbox over all pages is narrowed by. Null: a talk of the web. The tags are those of the session.
alter table livechats add column page_id uuid references channel_pages on delete set null;
alter table livechats add column tags text[] not null default '{}';
update livechats l set page_id = s.page_id,
  tags = array(select jsonb_array_elements_text(s.state -> 'tags'))
from bot_sessions s where s.conversation_id = l.conversation_id;

-- The inbox reads the first rows of each page, in its order.
create index livechats_waiting_of_page on livechats (page_id, waiting_since, conversation_id)
  where page_id is not null and state = 'WAITING';
create index livechats_open_of_page on livechats (page_id, changed_at desc, conversation_id)
  where page_id is not null and state in ('WAITING', 'OPEN');
create index livechats_closed_of_page on livechats (page_id, changed_at desc, conversation_id)
  where page_id is not null and state = 'CLOSED';
create index livechats_of_agent_and_page on livechats (page_id, agent_id, changed_at desc) where page_id is not null;
create index livechats_by_tags on livechats using gin (tags) where page_id is not null;
