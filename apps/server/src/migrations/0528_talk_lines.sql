-- More kinds of lines: who took a talk with somebody outside, handed it over, closed it, and so on.
alter table conversation_lines drop constraint conversation_lines_kind_check;
alter table conversation_lines add constraint conversation_lines_kind_check check (kind in (
  'JOINED', 'ADDED', 'LEFT', 'REMOVED', 'RENAMED', 'OWNER', 'NOT_OWNER', 'CLOSED',
  'MACHINE_AGREED', 'MACHINE_ON', 'MACHINE_OFF',
  'TALK_TAKEN', 'TALK_TAKEN_OVER', 'TALK_HANDED_OVER', 'TALK_WAITING', 'TALK_TAKEN_BACK', 'TALK_CLOSED', 'TALK_TO_BOT'
)) not valid;

-- The last step that took a talk from its agent: who took it, from whom, and when. It can be taken back until the next step.
-- Without a time it has been taken back.
alter table livechats
  add column handed_by_id uuid references users,
  add column handed_from_id uuid references users,
  add column handed_at timestamptz;
