-- Adds a type to those that are known, whichever they are: the texts of a bot that I asked for are translated.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'notifications_type_check');
begin
  alter table notifications drop constraint notifications_type_check;
  execute 'alter table notifications add constraint notifications_type_check '
    || replace(known, 'ARRAY[', 'ARRAY[''BOT_TEXTS_TRANSLATED''::text, ');
end
$$;
