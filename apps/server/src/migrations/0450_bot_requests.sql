-- The hosts that the stories of a bot may call, and the number of the secret that signs these calls.
alter table bots
  add column request_hosts text[] not null default '{}',
  add column request_secret_number int not null default 1;

-- Stories that exist already go on calling what they call.
update bots b set request_hosts = found.hosts
from (
  select f.bot_id, (array_agg(distinct called.host))[1:20] as hosts
  from bot_flows f
  join bot_flow_saves s on s.flow_id = f.id
  cross join lateral jsonb_path_query(s.flow, '$.groups[*].blocks[*] ? (@.type == "request")') as block
  cross join lateral (
    select regexp_replace(lower(substring(block ->> 'address' from '^https?://([^/?#]+)')), ':(80|443)$', '') as host
  ) called
  where called.host is not null
  group by f.bot_id
) found
where found.bot_id = b.id;
