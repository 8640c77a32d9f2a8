-- A page that is read again may have another picture: those of before stay as long as a message shows them.
create table preview_pictures (
  id uuid primary key,
  -- In bytes; null for one of before whose size was overwritten.
  size integer,
  -- Since when neither a message nor a fresh page shows it; null while one does. A fresh one waits for its page.
  unused_since timestamptz default now()
);

-- The pictures that a message's previews show, changed with them.
create table message_preview_pictures (
  conversation_id uuid not null,
  message_id uuid not null,
  picture_id uuid not null references preview_pictures,
  primary key (conversation_id, message_id, picture_id),
  foreign key (conversation_id, message_id) references messages on delete cascade
);
create index message_preview_pictures_by_picture on message_preview_pictures (picture_id);

insert into preview_pictures (id, size)
select image_id, image_size from link_previews where image_id is not null;

with shown as materialized (
  select distinct m.conversation_id, m.id as message_id, (p -> 'image' ->> 'id')::uuid as picture_id
  from messages m cross join jsonb_array_elements(m.previews) p
  where m.previews is not null and p -> 'image' ->> 'id' is not null
), known as (
  insert into preview_pictures (id) select distinct picture_id from shown on conflict do nothing
)
insert into message_preview_pictures (conversation_id, message_id, picture_id)
select conversation_id, message_id, picture_id from shown;

alter table link_previews drop column image_size;
alter table link_previews add foreign key (image_id) references preview_pictures on delete set null;
