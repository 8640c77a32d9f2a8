-- The list of projects is found in indexes that hold what it is narrowed by, so that no project's texts are read for
-- it. Words are found as the search finds them: the server writes them (kit/text/fold.ts). Null: not written yet.
alter table projects add column lexemes tsvector;
alter table projects add column skill_lexemes tsvector;
-- Long texts stand outside the rows, so that many rows are looked at in few pages.
alter table projects set (toast_tuple_target = 256);
-- Which words are common, and how common.
alter table projects alter column lexemes set statistics 1000;
alter table projects alter column skill_lexemes set statistics 1000;

drop index projects_by_age, projects_by_category, projects_by_start, projects_by_budget, projects_by_words;
create index projects_by_age on projects (status, created_at desc, id desc)
  include (category_id, currency_id, min_cost, max_cost, running_since);
create index projects_by_start on projects (status, start_date, id)
  include (category_id, currency_id, min_cost, max_cost, running_since);
create index projects_by_budget on projects (status, max_cost desc, id desc)
  include (category_id, currency_id, min_cost, running_since);
create index projects_by_category on projects (category_id);
create index projects_by_currency on projects (currency_id);
create index projects_by_word on projects using gin (lexemes) with (fastupdate = off);
create index projects_by_skill on projects using gin (skill_lexemes) with (fastupdate = off);
create index projects_without_words on projects (id) where lexemes is null;
