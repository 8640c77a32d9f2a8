-- Pairs of a private conversation belong to it alone: their scope is its id. They are deleted with it.
create function forget_private_memory() returns trigger language plpgsql as $$
begin
  delete from memory_units where scope = old.id;
  return null;
end
$$;
create trigger forget_private_memory after delete on conversations
  for each row execute function forget_private_memory();
create index memory_units_by_private_scope on memory_units (scope)
  where scope <> '00000000-0000-0000-0000-000000000000';

-- What visitors said was stored for the whole firm.
update memory_units m set scope = m.conversation_id
from conversations c where c.id = m.conversation_id and c.kind = 'OUTSIDE'
  and m.scope = '00000000-0000-0000-0000-000000000000'
  and not exists (select from memory_units o where o.scope = m.conversation_id and o.source_key = m.source_key
    and o.source_language = m.source_language and o.target_language = m.target_language
    and o.target_key = m.target_key);
