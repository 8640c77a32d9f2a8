-- When the platform was asked for the person's picture. Null: not yet, because they have no conversation.
alter table channel_people add column picture_asked_at timestamptz;
