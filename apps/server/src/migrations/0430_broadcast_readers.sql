-- When the broadcast had reached the visitor's page, was in sight there, and a link or button of it was pressed.
alter table bot_broadcast_recipients
  add column delivered_at timestamptz,
  add column read_at timestamptz,
  add column clicked_at timestamptz;
