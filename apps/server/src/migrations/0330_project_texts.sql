-- A project's texts are translated as messages of its client's room. `client_id` and `author_id` make one message of
-- however many attempts to send it; `message_id` is null until it is sent.
create table project_texts (
  project_id uuid not null references projects on delete cascade,
  field text not null check (field in ('name', 'description', 'skill')),
  author_id uuid not null references users,
  client_id uuid not null,
  conversation_id uuid not null references conversations on delete cascade,
  message_id uuid,
  primary key (project_id, field)
);
create unique index project_texts_by_message on project_texts (message_id);
create index project_texts_by_author on project_texts (author_id);
create index project_texts_by_conversation on project_texts (conversation_id);

-- What was approved, by language. It is current while `original_hash` is the md5 of the project's text: no change of the
-- text can leave an old translation shown. It refers to `project_texts` and not to `projects`, because a translation has
-- locked its room, and a member's step locks the project first and then the rooms.
create table project_translations (
  project_id uuid not null,
  field text not null,
  language text not null check (language in ('en', 'vi', 'ja')),
  content text not null,
  original_hash text not null,
  folded text generated always as (fold_text(left(content, 20000))) stored,
  primary key (project_id, language, field),
  foreign key (project_id, field) references project_texts on delete cascade
);
create index project_translations_by_text on project_translations (project_id, field);
