-- The desk translates all texts of a bot: those of its stories, articles, phrases, canned answers and broadcasts. What
-- holds the text is one of five rows. A text is deleted with it.

alter table bot_text_works
  drop constraint bot_text_works_pkey,
  alter column flow_id drop not null,
  add column bot_id uuid references bots on delete cascade,
  add column article_id uuid references bot_articles on delete cascade,
  add column phrase_id uuid references bot_phrases on delete cascade,
  add column canned_id uuid references bot_canned_answers on delete cascade,
  add column broadcast_id uuid references bot_broadcasts on delete cascade,
  add column handed_over_by uuid references users on delete set null,
  add column hand_over_note text not null default '';
-- The field of a story begins with its block now: `hello.text`.
update bot_text_works w set field = w.block_id || '.' || w.field, bot_id = f.bot_id
  from bot_flows f where f.id = w.flow_id;
alter table bot_text_works
  alter column bot_id set not null,
  drop column block_id,
  add column container_id uuid not null
    generated always as (coalesce(flow_id, article_id, phrase_id, canned_id, broadcast_id)) stored,
  add constraint bot_text_works_container
    check (num_nonnulls(flow_id, article_id, phrase_id, canned_id, broadcast_id) = 1),
  add primary key (container_id, field, language);
create index bot_text_works_by_bot on bot_text_works (bot_id);
create index bot_text_works_by_flow on bot_text_works (flow_id) where flow_id is not null;
create index bot_text_works_by_article on bot_text_works (article_id) where article_id is not null;
create index bot_text_works_by_phrase on bot_text_works (phrase_id) where phrase_id is not null;
create index bot_text_works_by_canned on bot_text_works (canned_id) where canned_id is not null;
create index bot_text_works_by_broadcast on bot_text_works (broadcast_id) where broadcast_id is not null;

alter table bot_text_drafts
  drop constraint bot_text_drafts_pkey,
  alter column flow_id drop not null,
  add column article_id uuid references bot_articles on delete cascade,
  add column phrase_id uuid references bot_phrases on delete cascade,
  add column canned_id uuid references bot_canned_answers on delete cascade,
  add column broadcast_id uuid references bot_broadcasts on delete cascade;
update bot_text_drafts set field = block_id || '.' || field;
alter table bot_text_drafts
  drop column block_id,
  add column container_id uuid not null
    generated always as (coalesce(flow_id, article_id, phrase_id, canned_id, broadcast_id)) stored,
  add constraint bot_text_drafts_container
    check (num_nonnulls(flow_id, article_id, phrase_id, canned_id, broadcast_id) = 1),
  add primary key (user_id, container_id, field, language);
create index bot_text_drafts_by_article on bot_text_drafts (article_id) where article_id is not null;
create index bot_text_drafts_by_phrase on bot_text_drafts (phrase_id) where phrase_id is not null;
create index bot_text_drafts_by_canned on bot_text_drafts (canned_id) where canned_id is not null;
create index bot_text_drafts_by_broadcast on bot_text_drafts (broadcast_id) where broadcast_id is not null;

-- A translation changes what a broadcast says, before it begins.
create trigger count_changed_texts after update on bot_broadcasts
referencing old table as removed new table as added
for each statement execute function count_texts('created_by', 'octet_length(content::text)');
