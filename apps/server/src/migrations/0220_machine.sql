-- What a translation machine answered, so that the same words are asked for once. Both keys are hashes: of the masked text
-- with its languages and the machine, and of the text alone, by which a deleted message takes its answers along.
create table machine_answers (
  key bytea primary key,
  source_key bytea not null,
  translation text not null,
  created_at timestamptz not null default now()
);
create index machine_answers_by_source on machine_answers (source_key);
create index machine_answers_by_time on machine_answers (created_at);

-- Characters that were sent to the machine, by month (UTC).
create table machine_months (
  month date primary key,
  characters bigint not null
);

-- A machine that refused is left alone until `off_until`. `reason` is its last failure, also one that passed.
create table machine_states (
  machine text primary key,
  off_since timestamptz,
  off_until timestamptz,
  reason text not null,
  failed_at timestamptz not null
);

-- One more kind of work that a message causes (migrations 160 and 190). Only a process with a machine sets
-- `kakehashi.machine` on its connections: without one, a message costs a look at that setting and nothing more.
alter table message_work drop constraint message_work_kind_check;
alter table message_work add constraint message_work_kind_check
  check (kind in ('mentions', 'previews', 'push', 'notice_removal', 'machine'));

create function note_machine_work() returns trigger language plpgsql as $$
begin
  insert into message_work (message_id, kind, conversation_id)
  select new.id, 'machine', new.conversation_id
  where exists (
    select from conversation_members m join users u on u.id = m.user_id
    where m.conversation_id = new.conversation_id and u.working_language <> new.language)
  on conflict (message_id, kind) do update set created_at = now();
  return null;
end $$;

create trigger note_machine_work_of_new after insert on messages for each row
  when (current_setting('kakehashi.machine', true) = 'on' and new.content <> '')
  execute function note_machine_work();
create trigger note_machine_work_of_edited after update of content on messages for each row
  when (current_setting('kakehashi.machine', true) = 'on' and new.content <> '' and new.deleted_at is null
    and new.content is distinct from old.content)
  execute function note_machine_work();
