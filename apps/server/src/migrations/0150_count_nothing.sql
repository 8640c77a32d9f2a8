-- A statement that stores or removes no row counts nothing, and locks nothing. Each file's transaction begins with the
-- removal of its reservation, and most files have none: it took the total's row there, before its person's.
create or replace function count_storage() returns trigger language plpgsql as $$
declare
  sign integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  if not exists (select from counted) then
    return null;
  end if;
  -- Rows are locked in one order (people by id, then the total), so that no two transactions wait for each other.
  if tg_table_name = 'files' then
    insert into storage_used as u (user_id, bytes)
    select f.user_id, sign * sum(f.size + coalesce(f.small_size, 0) + coalesce(f.medium_size, 0))
    from counted f group by f.user_id order by f.user_id
    on conflict (user_id) do update set bytes = u.bytes + excluded.bytes;
    update storage_total set bytes = bytes
      + sign * (select sum(size + coalesce(small_size, 0) + coalesce(medium_size, 0)) from counted);
  else
    -- A person who is deleted takes their reservations along.
    insert into storage_used as u (user_id, bytes)
    select f.user_id, sign * sum(f.size) from counted f join users p on p.id = f.user_id
    group by f.user_id order by f.user_id
    on conflict (user_id) do update set bytes = u.bytes + excluded.bytes;
    update storage_total set bytes = bytes + sign * (select sum(size) from counted);
  end if;
  return null;
end $$;
