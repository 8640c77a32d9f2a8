-- Two more kinds of work that a message causes and that must not be lost (see migration 160). 'push': its room's devices
-- are told; `append_messages` notes it where somebody has a device. 'notice_removal': a deleted message's notifications go.
alter table message_work drop constraint message_work_kind_check;
alter table message_work add constraint message_work_kind_check
  check (kind in ('mentions', 'previews', 'push', 'notice_removal'));

create function note_deleted_message() returns trigger language plpgsql as $$
begin
  insert into message_work (message_id, kind, conversation_id)
  values (new.id, 'notice_removal', new.conversation_id)
  on conflict (message_id, kind) do nothing;
  return null;
end $$;

create trigger note_work_of_deleted after update of deleted_at on messages for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function note_deleted_message();
