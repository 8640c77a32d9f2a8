-- What translators asked the author, in the message's thread: each question of a translation, not the last one alone. The
-- key is checked at the commit, because the first question may be what makes the translation's row.
create table translation_questions (
  translation_id uuid not null references translations on delete cascade deferrable initially deferred,
  message_id uuid not null,
  primary key (translation_id, message_id)
);
create index translation_questions_by_message on translation_questions (message_id);
insert into translation_questions (translation_id, message_id)
select id, question_id from translations where question_id is not null;

-- A translation with a question is kept, also if it says nothing else.
alter table translations add column was_asked_about boolean not null default false;
update translations set was_asked_about = true where question_id is not null;
alter table translations drop column question_id;
