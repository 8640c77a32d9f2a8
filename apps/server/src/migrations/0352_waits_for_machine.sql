-- The machine's monthly budget had no room for this translation. It is tried again when there is some.
alter table translations add column waits_for_machine boolean not null default false;
-- The newest message first.
create index translations_waiting_for_machine on translations (subject_id desc) where waits_for_machine;
