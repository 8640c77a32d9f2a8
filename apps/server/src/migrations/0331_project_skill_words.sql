-- The list looks at skills row by row in its own order, which is fast only while they stand in the rows themselves.
alter table projects alter column skill_lexemes set storage main;
-- What stands outside of a row already is written anew.
update projects set skill_lexemes = skill_lexemes || ''::tsvector where skill_lexemes is not null;
