-- The project whose memory or glossary a file is imported into; none: the firm's.
alter table imports add column project_id uuid references projects on delete cascade;
drop index imports_by_target;
create index imports_by_target on imports (target, project_id, id desc);
-- Which project a room belongs to is asked with each translation.
