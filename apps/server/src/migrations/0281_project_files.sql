-- A file that a project carries instead of a message. Whoever sees the project reads it.
alter table files add column project_id uuid references projects on delete set null;
create index files_by_project on files (project_id, created_at, id) where project_id is not null;
drop index files_unsent;
create index files_unsent on files (created_at)
  where message_id is null and project_id is null and removed_at is null;
