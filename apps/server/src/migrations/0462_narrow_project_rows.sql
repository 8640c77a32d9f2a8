-- Moves the words out of the rows of `listed_projects`, so that a search reads a fifth of the pages. PostgreSQL moves
-- values out only when a row is above 2 kB, whatever `toast_tuple_target` says. The filler makes a row with words that
-- long. It is compressed to 31 bytes, and the words are moved out then. The expression names the words, because a
-- generated column is only computed anew when a column that it names changes.
alter table listed_projects add column filler text
  generated always as (repeat(' ', 2100 + 0 * length(lexemes || skill_lexemes))) stored;
