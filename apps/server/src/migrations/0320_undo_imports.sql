-- An import can be taken back as a whole. What it added or changed is listed until then, or until the import is forgotten.
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check
  check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED', 'UNDOING', 'UNDONE'));
-- Of imports before this version nobody knows what they changed.
alter table imports add column is_listed boolean not null default false;
alter table imports alter column is_listed set default true;
-- Units that were taken back, and those that stay because somebody has changed them since.
alter table imports add column undone integer not null default 0;
alter table imports add column kept integer not null default 0;

create table import_changes (
  import_id uuid not null references imports on delete cascade,
  -- A pair of the memory or an entry of the glossary.
  unit_id uuid not null,
  -- When it was written. A unit with another time of change has been changed since.
  at timestamptz not null default now(),
  -- What it was before. Null: the import added it.
  before jsonb,
  primary key (import_id, unit_id)
);

-- Adds actions to those that the audit log knows, whichever they are.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_log_action_check');
begin
  alter table audit_log drop constraint audit_log_action_check;
  execute 'alter table audit_log add constraint audit_log_action_check '
    || replace(known, 'ARRAY[', 'ARRAY[''memory.import-undo''::text, ''glossary.import-undo''::text, ');
end
$$;
