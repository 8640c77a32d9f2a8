-- A deleted bot is gone for everybody at once. A job then deletes its visitors' sessions, talks and stories in steps, and
-- its row at last.
alter table bots add column removed_at timestamptz;
create index bots_removed on bots (id) where removed_at is not null;

-- When a talk was changed and the change may not have been sent to those who watch it: the process may have died after
-- its commit. Null: it was sent.
alter table livechats add column untold_at timestamptz;
create index livechats_untold on livechats (untold_at) where untold_at is not null;
