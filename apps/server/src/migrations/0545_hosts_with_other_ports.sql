-- Removes hosts whose port is not one of the web's. No story could ever call them, and the settings refuse them from now on.
update bots set request_hosts = array(
  select host from unnest(request_hosts) with ordinality as listed (host, place)
  where host !~ ':\d+$' or host ~ ':(?:80|443)$'
  order by place
)
where exists (select from unnest(request_hosts) as host where host ~ ':\d+$' and host !~ ':(?:80|443)$');
