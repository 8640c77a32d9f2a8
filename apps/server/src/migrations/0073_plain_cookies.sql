-- On https the cookies of a session are named __Host-…. Sessions from before keep working by their plain names until
-- they are refreshed; no later session is ever read from a plain name, because another site of the domain can set those.
alter table sessions add column plain_cookies boolean not null default false;
update sessions set plain_cookies = true where revoked_at is null;
