-- Why nobody got a broadcast that is done, the most frequent reason first: [{reason, count}]. Empty if it had no recipients,
-- null if somebody got it or it is not done. Stored at the end, because a list of broadcasts must not count recipients.
alter table bot_broadcasts add column unreached jsonb;

update bot_broadcasts c set unreached = coalesce((
  select jsonb_agg(jsonb_build_object('reason', r.result, 'count', r.count) order by r.count desc, r.result)
  from (
    select result, count(*) as count from bot_broadcast_recipients where broadcast_id = c.id and result is not null
    group by result) r), '[]')
where state = 'DONE' and sent_count = 0;
