-- A scheduled broadcast can be changed until it begins (decision 99). The revision grows with each change, so that nobody
-- overwrites what somebody else has saved.
alter table bot_broadcasts
  add column revision integer not null default 1,
  add column edited_by uuid references users;
update bot_broadcasts set edited_by = created_by;
alter table bot_broadcasts alter column edited_by set not null;
create index bot_broadcasts_by_editor on bot_broadcasts (edited_by);
