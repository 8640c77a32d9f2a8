-- Adds a type to those that are known, whichever they are: a translator handed a text of a bot over to me.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'notifications_type_check');
begin
  alter table notifications drop constraint notifications_type_check;
  execute 'alter table notifications add constraint notifications_type_check '
    || replace(known, 'ARRAY[', 'ARRAY[''BOT_TEXT_HANDED_OVER''::text, ');
end
$$;
