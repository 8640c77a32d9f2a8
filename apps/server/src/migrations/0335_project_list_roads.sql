-- The list of projects chooses itself how it finds words, by what it measures (list-store.ts). The planner multiplies
-- the frequencies of the pairs that one Japanese word is made of, so it took common words for rare ones. Without
-- statistics it always takes the index of words. Statistics that are there go with a change of the column's type.
alter table projects alter column lexemes set statistics 0;
alter table projects alter column skill_lexemes set statistics 0;
alter table projects alter column lexemes type tsvector;
alter table projects alter column skill_lexemes type tsvector;

-- One index, so that words and skills together are found by one look.
drop index projects_by_word, projects_by_skill;
create index projects_by_word on projects using gin (lexemes, skill_lexemes) with (fastupdate = off);

-- Amounts are compared within a currency: only its own range is read.
drop index projects_by_currency;
create index projects_by_currency on projects (currency_id, status, max_cost desc, id desc)
  include (min_cost, category_id, running_since, created_at, start_date);

-- A person's parts are found without their rows.
drop index project_members_by_user;
create index project_members_by_user on project_members (user_id, status) include (project_id, is_host)
  where archived_at is null;
