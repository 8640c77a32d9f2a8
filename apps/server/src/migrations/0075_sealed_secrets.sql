-- The key that sealed the row. Null: written before secrets were sealed; the next start seals it.
alter table secrets add column key_id text;
alter table two_step add column key_id text;

-- Access tokens are signed by a key that never lies in the database.
delete from secrets where name = 'access-token';

-- What was sent is over: its links and codes are nobody's business any more.
update mails set text_body = '', html_body = '' where sent_at is not null;
do $$ begin
  if to_regclass('pgboss.job') is not null then
    execute $clear$ delete from pgboss.job where state = 'completed' $clear$;
  end if;
end $$;
