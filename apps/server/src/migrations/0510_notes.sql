-- A note is for colleagues: the person outside never gets it (decision 88). Only a conversation of the kind OUTSIDE has notes.
-- The default is a constant, so no row is written.
alter table messages add column is_note boolean not null default false;
