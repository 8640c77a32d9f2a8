create table blog_posts (
  id uuid primary key,
  slug text not null unique,
  cover text not null,
  author text not null,
  -- Markdown below front matter, as it was written.
  source_en text not null,
  source_vi text not null,
  -- Null: a draft. Ahead: scheduled.
  published_at timestamptz,
  views bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index blog_posts_by_time on blog_posts (published_at desc, id);
create index blog_posts_by_views on blog_posts (views desc, published_at desc);

-- Every address a post ever had, the present one included: none is given to another post.
create table blog_slugs (
  slug text primary key,
  post_id uuid not null references blog_posts on delete cascade
);
create index blog_slugs_by_post on blog_slugs (post_id);

-- Who read what today, unrecognisable: a hash with a key that is thrown away with the day.
create table blog_readers (
  day date not null,
  post_id uuid not null references blog_posts on delete cascade,
  reader bytea not null,
  primary key (day, post_id, reader)
);
create table blog_reader_keys (
  day date primary key,
  key bytea not null
);

-- The articles that were planted at the first start: once each, so that a removed one stays removed.
create table blog_seeds (
  slug text primary key,
  planted_at timestamptz not null default now()
);
