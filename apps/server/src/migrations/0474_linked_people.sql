-- People on the pages of one bot who are the same human have the same number here. Null: nobody has linked them.
alter table channel_people add column linked_id uuid;
create index channel_people_linked on channel_people (linked_id) where linked_id is not null;
-- What a linked person gets back when they are separated: the name that they had, and which of their tags came from
-- the others.
alter table channel_people add column own_name text;
alter table channel_people add column foreign_tags text[] not null default '{}';
alter table channel_people add constraint channel_people_linked_check check ((linked_id is null) = (own_name is null));

do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_log_action_check');
begin
  alter table audit_log drop constraint audit_log_action_check;
  execute 'alter table audit_log add constraint audit_log_action_check '
    || replace(known, 'ARRAY[', 'ARRAY[''channel.link''::text, ''channel.separate''::text, ');
end
$$;
