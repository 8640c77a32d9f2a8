-- The list of projects is found in narrow rows: a word that half of all projects have is found in a few pages. The
-- words stand outside of the rows, and their columns have no statistics: the planner multiplies the frequencies of the
-- pairs that one Japanese word is made of, and would take common words for rare ones.
create table listed_projects (
  id uuid primary key references projects on delete cascade,
  category_id uuid not null,
  currency_id uuid not null,
  created_at timestamptz not null,
  start_date date not null,
  is_running boolean not null,
  status text not null,
  min_cost numeric(13, 2) not null,
  max_cost numeric(13, 2) not null,
  -- Null: not written yet. The server writes them (kit/text/fold.ts).
  lexemes tsvector,
  skill_lexemes tsvector
) with (toast_tuple_target = 128);
alter table listed_projects
  alter column lexemes set storage external,
  alter column skill_lexemes set storage external,
  alter column lexemes set statistics 0,
  alter column skill_lexemes set statistics 0;

insert into listed_projects
select id, category_id, currency_id, created_at, start_date, running_since is not null, status, min_cost, max_cost,
  lexemes, skill_lexemes
from projects;

create function list_project() returns trigger language plpgsql as $$
begin
  insert into listed_projects (id, category_id, currency_id, created_at, start_date, is_running, status, min_cost, max_cost)
  values (new.id, new.category_id, new.currency_id, new.created_at, new.start_date, new.running_since is not null,
    new.status, new.min_cost, new.max_cost)
  on conflict (id) do update set category_id = excluded.category_id, currency_id = excluded.currency_id,
    created_at = excluded.created_at, start_date = excluded.start_date, is_running = excluded.is_running,
    status = excluded.status, min_cost = excluded.min_cost, max_cost = excluded.max_cost;
  return null;
end $$;
create trigger projects_are_listed
  after insert or update of category_id, currency_id, created_at, start_date, running_since, status, min_cost, max_cost
  on projects for each row execute function list_project();

drop index projects_by_age, projects_by_start, projects_by_budget, projects_by_currency, projects_by_word,
  projects_without_words;
alter table projects drop column lexemes, drop column skill_lexemes;

create index listed_projects_by_age on listed_projects (status, created_at desc, id desc)
  include (category_id, currency_id, min_cost, max_cost, is_running);
create index listed_projects_by_start on listed_projects (status, start_date, id)
  include (category_id, currency_id, min_cost, max_cost, is_running);
create index listed_projects_by_budget on listed_projects (status, max_cost desc, id desc)
  include (category_id, currency_id, min_cost, is_running);
-- Amounts are compared within a currency: only its own range is read.
create index listed_projects_by_currency on listed_projects (currency_id, status, max_cost desc, id desc)
  include (min_cost, category_id, is_running, created_at, start_date);
-- One index, so that words and skills together are found by one look.
create index listed_projects_by_word on listed_projects using gin (lexemes, skill_lexemes) with (fastupdate = off);
create index listed_projects_without_words on listed_projects (id) where lexemes is null;
