-- Which message of a bot a call sends: the turn of its session, and the place among what the bot does in that turn. Null:
-- a person says it, or it was stored before this.
alter table channel_sends add column session_id uuid, add column turn_number integer, add column effect_number integer;
alter table channel_sends add constraint channel_sends_turn_check
  check ((turn_number is null) = (session_id is null) and (turn_number is null) = (effect_number is null));
-- A bot's messages that have failed, or that wait after a failure. Whatever is sent has no error.
create index channel_sends_in_trouble on channel_sends (person_id, id)
  where turn_number is not null and error is not null;
