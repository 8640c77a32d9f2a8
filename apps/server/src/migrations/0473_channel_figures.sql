-- The figures of outside chats read what has failed in a period. Whatever has failed has an error. An index that names the
-- state would make every change of it write all indexes anew.
create index channel_deliveries_failed on channel_deliveries (created_at) where error is not null;
create index channel_sends_failed on channel_sends (page_id, created_at)
  where state = 'FAILED' and message_id is null;
