-- What a message causes besides, and must not be lost with the process that wrote it: notifications of a mention or of
-- a reply, previews of links. A trigger notes it in the message's own transaction, whoever writes the message. Its
-- condition is judged before anything is queued: a message that causes neither costs no statement more.
create table message_work (
  message_id uuid not null,
  kind text not null check (kind in ('mentions', 'previews')),
  conversation_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (message_id, kind),
  foreign key (conversation_id, message_id) references messages on delete cascade
);
create index message_work_by_time on message_work (created_at);

create function note_message_work() returns trigger language plpgsql as $$
begin
  insert into message_work (message_id, kind, conversation_id)
  select new.id, kind, new.conversation_id
  from (values
    ('mentions', position('@' in new.content) > 0 or (tg_op = 'INSERT' and new.parent_id is not null)),
    ('previews', position('://' in new.content) > 0 or new.previews is not null)
  ) as causes (kind, holds)
  where holds
  on conflict (message_id, kind) do update set created_at = now();
  return null;
end $$;

create trigger note_work_of_new after insert on messages for each row
  when (new.parent_id is not null or position('@' in new.content) > 0 or position('://' in new.content) > 0)
  execute function note_message_work();
create trigger note_work_of_edited after update of content on messages for each row
  when (new.content is distinct from old.content and new.deleted_at is null
    and (position('@' in new.content) > 0 or position('://' in new.content) > 0 or new.previews is not null))
  execute function note_message_work();
