-- A deleted snippet can be brought back for a while. Nobody reads it meanwhile.
alter table code_snippets
  add column removed_at timestamptz,
  add column removed_by uuid references users;
create index code_snippets_removed on code_snippets (removed_at) where removed_at is not null;
create index code_snippets_removed_by on code_snippets (removed_by) where removed_by is not null;

-- One more action, beside those that the audit log knows: a project's snippet is brought back.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_log_action_check');
begin
  alter table audit_log drop constraint audit_log_action_check;
  execute 'alter table audit_log add constraint audit_log_action_check '
    || replace(known, 'ARRAY[', 'ARRAY[''code.restore''::text, ');
end
$$;
