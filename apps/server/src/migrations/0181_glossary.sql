-- What one thing is called in each language. `scope` says for whom, as in the memory: everybody (the nil UUID) or a project.
create table glossary_entries (
  id uuid primary key,
  scope uuid not null default '00000000-0000-0000-0000-000000000000',
  en text,
  vi text,
  ja text,
  note text not null default '',
  do_not_translate boolean not null default false,
  folded text generated always as (fold_text(coalesce(en, '') || ' ' || coalesce(vi, '') || ' ' || coalesce(ja, ''))) stored,
  user_id uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (scope, en, vi, ja)
);
