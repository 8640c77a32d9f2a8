-- A conversation of two whose other person's account was deleted: nobody would read what is sent into it.
alter table conversations add column closed_at timestamptz;
update conversations c set closed_at = u.deleted_at
from conversation_members m join users u on u.id = m.user_id
where c.kind = 'DIRECT' and m.conversation_id = c.id and u.deleted_at is not null;

-- As before (0054), but a closed room takes nothing. Its row is read here anyway, and read again once whoever closed it
-- has let go of it.
create or replace function append_messages(
  room uuid, ids uuid[], user_ids uuid[], client_ids uuid[], contents text[], languages text[], files text[]
) returns setof messages language plpgsql as $$
#variable_conflict use_column
begin
  perform 1 from conversations c where c.id = append_messages.room and c.closed_at is null for no key update;
  if not found then
    return;
  end if;
  return query
  with fresh as (
    select i.*, row_number() over (order by i.place) as step
    from unnest(append_messages.ids, append_messages.user_ids, append_messages.client_ids, append_messages.contents,
      append_messages.languages, append_messages.files)
      with ordinality as i(id, user_id, client_id, content, language, files, place)
    join conversation_members m on m.conversation_id = append_messages.room and m.user_id = i.user_id
    where (
      select x.id from messages x where x.conversation_id = append_messages.room and x.user_id = i.user_id
        and x.client_id between i.client_id and i.client_id
      order by x.client_id limit 1) is null
    and (i.files is null or not exists (
      select from jsonb_array_elements(i.files::jsonb) e left join files f
        on f.id = (e ->> 'id')::uuid and f.message_id is null and f.removed_at is null
      where f.id is null))
  ), numbered as (
    update conversations c
    set last_seq = c.last_seq + f.total, last_number = c.last_number + f.total,
      changed_at = now(), last_message_at = now()
    from (select count(*) as total from fresh) f
    where c.id = append_messages.room and f.total > 0
    returning c.last_seq - f.total as seq, c.last_number - f.total as number
  ), added as (
    insert into messages (conversation_id, id, seq, changed_seq, number, user_id, client_id, content, language, files)
    select append_messages.room, f.id, n.seq + f.step, n.seq + f.step, n.number + f.step, f.user_id, f.client_id,
      f.content, f.language, f.files::jsonb
    from fresh f cross join numbered n
    returning messages.*
  ), read as (
    update conversation_members m set read_number = a.number, read_high = a.number
    from (select user_id, max(number) as number from added group by user_id) a
    where m.conversation_id = append_messages.room and m.user_id = a.user_id
  ), carried as (
    update files f set message_id = a.id
    from added a, jsonb_array_elements(a.files) e
    where a.files is not null and f.id = (e ->> 'id')::uuid
  )
  select * from added order by number;
end $$;
