-- The library of code snippets. A snippet is read by its author, and by who has joined its project.
create table code_snippets (
  id uuid primary key,
  slug text not null unique,
  -- Without cascade: what an author shared with a project stays there when their account is deleted.
  author_id uuid not null references users,
  -- Null: its author alone reads it.
  project_id uuid references projects on delete set null,
  title text not null,
  description text not null,
  language text not null,
  content text not null,
  size integer not null,
  line_count integer not null,
  -- The number of the newest version.
  version integer not null default 1,
  edited_by uuid not null references users,
  lexemes tsvector not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index code_snippets_by_author on code_snippets (author_id, updated_at desc);
create index code_snippets_by_project on code_snippets (project_id, updated_at desc) where project_id is not null;
create index code_snippets_by_editor on code_snippets (edited_by);

-- Every version as a whole, the newest among them.
create table code_versions (
  snippet_id uuid not null references code_snippets on delete cascade,
  number integer not null,
  title text not null,
  description text not null,
  language text not null,
  content text not null,
  size integer not null,
  user_id uuid not null references users,
  restored_from integer,
  created_at timestamptz not null default now(),
  primary key (snippet_id, number)
);
create index code_versions_by_user on code_versions (user_id);

-- Two more actions, beside those that the audit log knows: who reads a snippet changes, and one of a project is deleted.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_log_action_check');
begin
  alter table audit_log drop constraint audit_log_action_check;
  execute 'alter table audit_log add constraint audit_log_action_check '
    || replace(known, 'ARRAY[', 'ARRAY[''code.share''::text, ''code.remove''::text, ');
end
$$;
