-- Whether visitors are asked how they found people's answers.
alter table bots add column asks_rating boolean not null default true;

-- What the visitor said of a round after it was closed.
alter table livechat_rounds add column rating smallint check (rating between 1 and 5);
alter table livechat_rounds add column rating_comment text check (rating is not null or rating_comment is null);
alter table livechat_rounds add column rated_at timestamptz;
