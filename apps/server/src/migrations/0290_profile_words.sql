-- The words of a profile, by which hosts find people for their projects.
alter table profiles add column folded_description text generated always as (fold_text(description)) stored;
create index profiles_by_words on profiles using gin (folded_description gin_trgm_ops) where status = 'ACCEPTED';
