-- How often a milestone's title and day have changed, so that one person does not overwrite what another has just saved.
alter table project_milestones add column version int not null default 1;
