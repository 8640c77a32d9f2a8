-- Adds a type to those that are known, whichever they are: somebody sent my translation back.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'notifications_type_check');
begin
  alter table notifications drop constraint notifications_type_check;
  execute 'alter table notifications add constraint notifications_type_check '
    || replace(known, 'ARRAY[', 'ARRAY[''TRANSLATION_SENT_BACK''::text, ');
end
$$;
