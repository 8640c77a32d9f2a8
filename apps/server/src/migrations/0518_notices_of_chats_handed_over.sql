-- Adds a type to those that are known, whichever they are: somebody handed me a chat with a person outside.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'notifications_type_check');
begin
  alter table notifications drop constraint notifications_type_check;
  execute 'alter table notifications add constraint notifications_type_check '
    || replace(known, 'ARRAY[', 'ARRAY[''LIVECHAT_HANDED_OVER''::text, ');
end
$$;

drop index notifications_of_talks;
create index notifications_of_talks on notifications ((data ->> 'conversation_id'))
  where type in ('LIVECHAT_WAITING', 'LIVECHAT_HANDED_OVER');
