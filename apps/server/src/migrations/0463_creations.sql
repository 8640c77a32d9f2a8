-- Ids of attempts to create something, made by the client. A call that is repeated because its answer was lost finds
-- what it created. Each person has ids of their own. `projects.client_id` is a room, so the column has another name there.
alter table projects add column creation_id uuid;
create unique index projects_by_creation on projects (host_id, creation_id) where creation_id is not null;
alter table project_milestones add column creation_id uuid;
create unique index project_milestones_by_creation on project_milestones (project_id, author_id, creation_id)
  where creation_id is not null;
