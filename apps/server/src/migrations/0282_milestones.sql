-- A project's plan.
create table project_milestones (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  title text not null,
  due_date date not null,
  done_at timestamptz,
  -- Who added it, and so wrote the message with this id as its client_id: its thread is about the milestone.
  author_id uuid not null references users,
  created_at timestamptz not null default now()
);
create index project_milestones_by_day on project_milestones (project_id, due_date, id);
