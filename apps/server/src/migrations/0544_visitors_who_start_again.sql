-- A visitor on the web who starts again begins another session. It names the first session of the same visitor, so that
-- visitors are counted as people. A session that its visitor has left gets no broadcasts.
alter table bot_sessions
  add column first_session_id uuid,
  add column is_left boolean not null default false;
create index bot_sessions_by_first on bot_sessions (first_session_id) where first_session_id is not null;
