-- The messages whose translations a pair of the memory comes from. A pair that came from messages is deleted with the last
-- of them. `memory_units.message_id` is one of them; without it a pair came from a file.
create table memory_supports (
  unit_id uuid not null references memory_units on delete cascade,
  message_id uuid not null,
  conversation_id uuid references conversations on delete set null,
  primary key (unit_id, message_id)
);
create index memory_supports_by_message on memory_supports (message_id);
create index memory_supports_by_conversation on memory_supports (conversation_id) where conversation_id is not null;

insert into memory_supports (unit_id, message_id, conversation_id)
select id, message_id, conversation_id from memory_units where message_id is not null;
-- Which other messages have the very same words and translation was not noted until now. Those of the same room have the
-- same readers.
insert into memory_supports (unit_id, message_id, conversation_id)
select u.id, t.subject_id, t.conversation_id
from translations t
join messages m on m.conversation_id = t.conversation_id and m.id = t.subject_id
join memory_units u on u.target_key = md5(t.content)::uuid and u.target = t.content and u.source = m.content
  and u.source_language = m.language and u.target_language = t.language
where u.message_id is not null and u.conversation_id = t.conversation_id and m.deleted_at is null and t.revision = m.revision
  and (t.state = 'APPROVED' or (t.state = 'TRANSLATED' and t.origin = 'PERSON'))
on conflict do nothing;
