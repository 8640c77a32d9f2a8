-- Who answered first in a round that is over, and when. It does not change any more, and the figures of a month would have
-- to look for it in tens of thousands of conversations. Null: nobody answered.
alter table livechat_rounds add column answered_by uuid, add column answered_at timestamptz;

update livechat_rounds u set answered_by = found.user_id, answered_at = found.created_at
from (
  select r.conversation_id, r.number, a.user_id, a.created_at
  from livechat_rounds r
  join livechats l on l.conversation_id = r.conversation_id
  join bots b on b.id = r.bot_id
  cross join lateral (
    select m.user_id, m.created_at from messages m
    where m.conversation_id = r.conversation_id and m.parent_id is null and m.number > r.first_number
      and m.user_id <> l.visitor_id and m.user_id is distinct from b.user_id and m.created_at <= r.closed_at
    order by m.number limit 1) a
  where r.closed_at is not null) found
where u.conversation_id = found.conversation_id and u.number = found.number;
