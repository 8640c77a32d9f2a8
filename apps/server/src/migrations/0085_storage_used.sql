-- Bytes that each person's files take, their smaller copies included, and all files together. Triggers keep both in
-- the transaction that stores or removes a file, so that they never differ from the table of files. A quota is compared
-- with them in the same transaction: their rows are locked until it ends.
create table storage_used (
  user_id uuid primary key references users on delete cascade,
  bytes bigint not null
);
create table storage_total (
  only_row boolean primary key default true check (only_row),
  bytes bigint not null
);

-- Uploads in pieces count from their beginning with the length that was announced.
create table file_reservations (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  size bigint not null,
  created_at timestamptz not null default now()
);
create index file_reservations_by_age on file_reservations (created_at);

insert into storage_used
select user_id, sum(size + coalesce(small_size, 0) + coalesce(medium_size, 0)) from files group by user_id;
insert into storage_total (bytes) select coalesce(sum(bytes), 0) from storage_used;

-- Rows are locked in one order (people by id, then the total), so that no two transactions wait for each other.
create function count_storage() returns trigger language plpgsql as $$
declare
  sign integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  if tg_table_name = 'files' then
    insert into storage_used as u (user_id, bytes)
    select f.user_id, sign * sum(f.size + coalesce(f.small_size, 0) + coalesce(f.medium_size, 0))
    from counted f group by f.user_id order by f.user_id
    on conflict (user_id) do update set bytes = u.bytes + excluded.bytes;
    update storage_total set bytes = bytes
      + sign * coalesce((select sum(size + coalesce(small_size, 0) + coalesce(medium_size, 0)) from counted), 0);
  else
    -- A person who is deleted takes their reservations along.
    insert into storage_used as u (user_id, bytes)
    select f.user_id, sign * sum(f.size) from counted f join users p on p.id = f.user_id
    group by f.user_id order by f.user_id
    on conflict (user_id) do update set bytes = u.bytes + excluded.bytes;
    update storage_total set bytes = bytes + sign * coalesce((select sum(size) from counted), 0);
  end if;
  return null;
end $$;

create trigger count_new_files after insert on files
  referencing new table as counted for each statement execute function count_storage();
create trigger count_removed_files after delete on files
  referencing old table as counted for each statement execute function count_storage();
create trigger count_new_reservations after insert on file_reservations
  referencing new table as counted for each statement execute function count_storage();
create trigger count_removed_reservations after delete on file_reservations
  referencing old table as counted for each statement execute function count_storage();
