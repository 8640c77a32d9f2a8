-- The tags of a bot's people are offered while somebody types one. Without this index all talks of a bot were read, also
-- of one whose people have no tags.
create index livechats_tagged on livechats (bot_id, changed_at desc) where tags <> '{}';
