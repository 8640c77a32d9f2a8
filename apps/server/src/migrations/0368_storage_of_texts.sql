-- Texts that may become large count towards the same quota as files: each version of a snippet and each save of a story
-- for who wrote it, an article and a phrase's answer for who changed it last.

-- Arguments of the trigger: the column of the person, and the bytes of a row. A statement that changes no sum locks nothing.
create function count_texts() returns trigger language plpgsql as $$
declare
  rows_of constant text := 'select %1$I as user_id, %2$s (%3$s)::bigint as bytes from %4$I';
  changes text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then format(rows_of, tg_argv[0], '', tg_argv[1], 'added') end,
    case when tg_op <> 'INSERT' then format(rows_of, tg_argv[0], '-', tg_argv[1], 'removed') end);
  difference bigint;
begin
  -- Rows are locked in one order (people by id, then the total), as `count_storage` does.
  execute 'with sums as (
      select user_id, sum(bytes)::bigint as bytes from (' || changes || ') c
      group by user_id having sum(bytes) <> 0
    ), counted as (
      insert into storage_used as u (user_id, bytes) select user_id, bytes from sums order by user_id
      on conflict (user_id) do update set bytes = u.bytes + excluded.bytes
    )
    select coalesce(sum(bytes), 0) from sums' into difference;
  if difference <> 0 then
    update storage_total set bytes = bytes + difference;
  end if;
  return null;
end $$;

do $$
declare
  counted record;
begin
  for counted in select * from (values
    ('code_versions', 'user_id', 'size + octet_length(title) + octet_length(description)'),
    ('bot_flow_saves', 'user_id', 'octet_length(flow::text)'),
    ('bot_articles', 'edited_by', 'octet_length(title::text) + octet_length(text::text) + octet_length(buttons::text)'),
    ('bot_phrases', 'edited_by', 'coalesce(octet_length(answer::text), 0)')
  ) as t (name, person, bytes) loop
    execute format('lock table %I in share row exclusive mode', counted.name);
    execute format('insert into storage_used as u (user_id, bytes)
      select %1$I, sum(%2$s) from %3$I group by %1$I having sum(%2$s) > 0
      on conflict (user_id) do update set bytes = u.bytes + excluded.bytes',
      counted.person, counted.bytes, counted.name);
    execute format('update storage_total set bytes = bytes + (select coalesce(sum(%s), 0) from %I)',
      counted.bytes, counted.name);
    execute format('create trigger count_new_texts after insert on %I referencing new table as added
      for each statement execute function count_texts(%L, %L)', counted.name, counted.person, counted.bytes);
    execute format('create trigger count_removed_texts after delete on %I referencing old table as removed
      for each statement execute function count_texts(%L, %L)', counted.name, counted.person, counted.bytes);
    execute format('create trigger count_changed_texts after update on %I
      referencing old table as removed new table as added
      for each statement execute function count_texts(%L, %L)', counted.name, counted.person, counted.bytes);
  end loop;
end $$;

-- A deleted story kept all its saves for ever. Those that no visitor's session runs go now, as they do from now on.
delete from bot_flow_publications p using bot_flows f
where f.id = p.flow_id and f.removed_at is not null
  and not exists (select from bot_sessions v where v.flow_id = p.flow_id and v.save_number = p.save_number);
delete from bot_flow_saves s using bot_flows f
where f.id = s.flow_id and f.removed_at is not null
  and not exists (select from bot_flow_publications p where p.flow_id = s.flow_id and p.save_number = s.number)
  and not exists (select from bot_sessions v where v.flow_id = s.flow_id and v.save_number = s.number);
