-- The visitor's IANA time zone, as their page tells it. Null if it is not known.
alter table bot_sessions add column time_zone text;

-- A broadcast that comes when each visitor's own clock shows a time: {"at": "2026-11-22T09:30", "time_zone": …}. The
-- zone is for visitors whose own is not known.
alter table bot_broadcasts add column reader_time jsonb;
-- Then its recipients get it in waves, one for each moment. The wave that is being sent, or comes next.
alter table bot_broadcasts add column wave_at timestamptz;
-- The recipient's wave. Null: at once.
alter table bot_broadcast_recipients add column due_at timestamptz;
