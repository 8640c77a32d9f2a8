-- Of what a member is told in one room; null follows their settings.
alter table conversation_members
  add column notify_about text check (notify_about in ('all', 'mentions', 'none'));
