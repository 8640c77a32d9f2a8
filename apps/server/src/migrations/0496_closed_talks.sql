-- The closed talks of one agent are found by this index, too, without reading the open ones.
drop index livechats_of_agent_and_page;
create index livechats_of_agent_and_page on livechats (page_id, agent_id, state, changed_at desc)
  where page_id is not null;

-- The tags of closed talks on outside platforms, so that one tag of one page is read in the order of the list. A page may
-- have a hundred thousand closed talks and none with the tag. Open talks are few: each of them is looked at.
create table closed_talk_tags (
  page_id uuid not null,
  tag text not null,
  changed_at timestamptz not null,
  conversation_id uuid not null references livechats on delete cascade,
  primary key (page_id, tag, changed_at, conversation_id)
);
create index closed_talk_tags_by_talk on closed_talk_tags (conversation_id);
insert into closed_talk_tags
select l.page_id, t.tag, l.changed_at, l.conversation_id from livechats l cross join lateral (select distinct unnest(l.tags)) t (tag)
where l.state = 'CLOSED' and l.page_id is not null;

-- Only closing, changing and opening a closed talk write here: a message in an open talk costs nothing.
create function list_closed_talk_tags() returns trigger language plpgsql as $$
begin
  delete from closed_talk_tags where conversation_id = new.conversation_id;
  if new.state = 'CLOSED' then
    insert into closed_talk_tags
    select new.page_id, t.tag, new.changed_at, new.conversation_id from (select distinct unnest(new.tags)) t (tag);
  end if;
  return null;
end $$;
create trigger list_closed_talk_tags_of_new after insert on livechats
  for each row when (new.state = 'CLOSED' and new.page_id is not null and new.tags <> '{}')
  execute function list_closed_talk_tags();
create trigger list_closed_talk_tags after update of state, tags, changed_at on livechats
  for each row when (
    (old.state = 'CLOSED' or new.state = 'CLOSED') and new.page_id is not null and (old.tags <> '{}' or new.tags <> '{}'))
  execute function list_closed_talk_tags();
