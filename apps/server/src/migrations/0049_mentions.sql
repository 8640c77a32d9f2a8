-- Whom the messages of a room call, as long as they do: changed with the message, in its transaction. A member's mentions
-- are counted after their read mark, so there is no counter to drift. A call in a reply makes its person follow the thread
-- instead, whose mark is another.
create table mentions (
  conversation_id uuid not null references conversations on delete cascade,
  -- The nil UUID: everybody in the room.
  user_id uuid not null,
  -- The message's place in the room.
  number bigint not null,
  author_id uuid not null,
  primary key (conversation_id, user_id, number)
);

-- What was written before.
insert into mentions (conversation_id, user_id, number, author_id)
select distinct m.conversation_id, called.id::uuid, m.number, m.user_id
from messages m cross join lateral (
  select (regexp_matches(m.content,
    '@\[[^]\n]{1,200}\]\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)', 'g'))[1] as id
  union all
  select '00000000-0000-0000-0000-000000000000' where m.content ~ '(?<![\w@.])@all(?!\w)'
) called
where m.parent_id is null and m.deleted_at is null and m.content like '%@%';

-- Drafts: a device that was away tells when its words were written, and the later words win. Thrown away ones stay, empty,
-- so that an older device cannot bring them back.
alter table drafts add column edited_at timestamptz;
update drafts set edited_at = updated_at;
alter table drafts alter column edited_at set not null, alter column edited_at set default now();
