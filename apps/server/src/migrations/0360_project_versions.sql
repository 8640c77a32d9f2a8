-- How often a project's hosts have changed it, so that one does not overwrite what another has just saved.
alter table projects add column version int not null default 1;
