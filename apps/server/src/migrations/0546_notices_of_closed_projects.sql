-- Adds types to those that are known, whichever they are: a host deactivated a project of mine, or activated it again.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'notifications_type_check');
begin
  alter table notifications drop constraint notifications_type_check;
  execute 'alter table notifications add constraint notifications_type_check '
    || replace(known, 'ARRAY[', 'ARRAY[''DEACTIVATE_PROJECT''::text, ''ACTIVATE_PROJECT''::text, ');
end
$$;
