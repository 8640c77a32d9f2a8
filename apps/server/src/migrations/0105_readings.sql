-- How a name is read (in kana) and written in Latin letters; empty where the person has not said.
alter table users
  add column reading text not null default '',
  add column latin_name text not null default '';

-- Everything a person can be found by, folded. Japanese is typed without the space between the names as often as with it.
alter table users add column names_folded text generated always as (fold_text(
  name || ' ' || reading || ' ' || latin_name || ' ' || translate(name, ' ・', '') || ' ' || translate(reading, ' ・', '')
)) stored;
create index users_by_folded_names on users using gin (names_folded gin_trgm_ops);
alter table users drop column name_folded;
