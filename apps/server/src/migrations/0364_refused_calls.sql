-- Four more actions of the log: a wrong password of somebody who is signed in, too many of them, a refused call, and
-- signing out.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_log_action_check');
begin
  alter table audit_log drop constraint audit_log_action_check;
  execute 'alter table audit_log add constraint audit_log_action_check '
    || replace(known, 'ARRAY[', 'ARRAY[''access.password''::text, ''access.slow''::text, ''access.refused''::text, '
      '''session.sign-out''::text, ');
end
$$;
