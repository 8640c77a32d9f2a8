-- Adds a type to those that are known, whichever they are: my data export could not be written.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'notifications_type_check');
begin
  alter table notifications drop constraint notifications_type_check;
  execute 'alter table notifications add constraint notifications_type_check '
    || replace(known, 'ARRAY[', 'ARRAY[''EXPORT_FAILED''::text, ');
end
$$;
