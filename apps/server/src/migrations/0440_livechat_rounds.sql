-- A talk waits and is closed many times. A round is one of these times: figures are made of rounds.
create table livechat_rounds (
  conversation_id uuid not null references livechats on delete cascade,
  number integer not null,
  bot_id uuid not null references bots on delete cascade,
  -- Whether the visitor asked for a person. Otherwise somebody opened a closed talk again.
  is_asked boolean not null,
  began_at timestamptz not null default now(),
  -- The number of the conversation's last message then. Answers have higher ones.
  first_number bigint not null,
  closed_at timestamptz,
  -- Who answered when it was closed. Null if nobody had taken it.
  agent_id uuid references users,
  primary key (conversation_id, number)
);
create index livechat_rounds_by_time on livechat_rounds (bot_id, began_at);
create index livechat_rounds_by_agent on livechat_rounds (agent_id);
create unique index livechat_rounds_open on livechat_rounds (conversation_id) where closed_at is null;

-- Of the talks so far only their last state is known: each becomes one round.
insert into livechat_rounds (conversation_id, number, bot_id, is_asked, began_at, first_number, closed_at, agent_id)
select l.conversation_id, 1, l.bot_id, true, least(c.created_at, coalesce(l.closed_at, now())), 0,
  case when l.state = 'CLOSED' then coalesce(l.closed_at, l.changed_at) end,
  case when l.state = 'CLOSED' then l.agent_id end
from livechats l join conversations c on c.id = l.conversation_id;
