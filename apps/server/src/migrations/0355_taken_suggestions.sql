-- Whether the writer of a text began with a suggestion of the memory.
alter table translation_history add column from_memory boolean not null default false;
