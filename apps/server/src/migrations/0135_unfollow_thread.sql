-- False for who stopped following: the row stays, so that the next reply of another does not bring its author back.
alter table thread_members add column following boolean not null default true;
