-- What the firm states about itself: one row at most, written by an admin. Without it the site states nothing.
create table firm (
  only_one boolean primary key default true check (only_one),
  -- The facts as the contract names them, texts in each language.
  facts jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  changed_by uuid references users on delete set null
);
