-- Deleting an account deleted its sum of bytes before its files, so that these were subtracted from nothing. The sums
-- of deleted people are counted anew: what they sent stays in its rooms.
lock table files, file_reservations in share mode;
delete from storage_used s using users u where u.id = s.user_id and u.deleted_at is not null;
insert into storage_used (user_id, bytes)
select f.user_id, sum(f.size + coalesce(f.small_size, 0) + coalesce(f.medium_size, 0))
from files f join users u on u.id = f.user_id where u.deleted_at is not null group by f.user_id;
