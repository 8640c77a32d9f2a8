-- Adds types to those that are known, whichever they are: somebody asks for translations of a bot's texts, and somebody
-- added me to a bot.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'notifications_type_check');
begin
  alter table notifications drop constraint notifications_type_check;
  execute 'alter table notifications add constraint notifications_type_check '
    || replace(known, 'ARRAY[', 'ARRAY[''BOT_TEXTS_ASKED''::text, ''BOT_PERSON_ADDED''::text, ');
end
$$;
