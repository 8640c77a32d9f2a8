-- A visitor of a bot waits for a person.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'notifications_type_check');
begin
  alter table notifications drop constraint notifications_type_check;
  execute 'alter table notifications add constraint notifications_type_check '
    || replace(known, 'ARRAY[', 'ARRAY[''LIVECHAT_WAITING''::text, ');
end
$$;
-- They are marked as read when somebody takes the talk, and deleted with it.
create index notifications_of_talks on notifications ((data ->> 'conversation_id')) where type = 'LIVECHAT_WAITING';
