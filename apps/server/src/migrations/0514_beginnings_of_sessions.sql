-- A session that continues a full one begins with what the full one knew. Without it, the session cannot be replayed.
-- Null: the session began with nothing, or before this was stored.
alter table bot_sessions add column began_with jsonb;
