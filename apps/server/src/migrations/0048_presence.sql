-- When a person was last there, as far as it was written down: when they left, and every few minutes while they stay.
-- Apart from users, and with room on its pages: its rows change, and nothing else is to be copied with them.
create table last_seen (
  user_id uuid primary key references users on delete cascade,
  seen_at timestamptz not null
) with (fillfactor = 60);
