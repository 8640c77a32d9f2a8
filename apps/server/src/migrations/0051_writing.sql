-- Two writers of one post: who saves over what they have not seen is told.
alter table blog_posts
  add column version integer not null default 1,
  add column changed_by uuid references users on delete set null;

-- Pictures inside posts, re-encoded. An address holds one picture for good.
create table blog_pictures (
  name text primary key,
  bytes bytea not null,
  uploaded_by uuid references users on delete set null,
  created_at timestamptz not null default now()
);
