-- Bytes of a session's turns, so that what strangers make the server store has an end.
alter table bot_sessions add column turn_bytes bigint not null default 0;
update bot_sessions s set turn_bytes = t.bytes from (
  select session_id, sum(octet_length(event::text) + octet_length(effects::text)) as bytes from bot_turns group by session_id
) t where t.session_id = s.id;
