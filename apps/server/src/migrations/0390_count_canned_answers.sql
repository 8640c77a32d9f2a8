-- Canned answers count towards the quota of who changed them last, as the other texts of bots do (0368).

insert into storage_used as u (user_id, bytes)
select edited_by, sum(octet_length(text::text)) from bot_canned_answers group by edited_by
on conflict (user_id) do update set bytes = u.bytes + excluded.bytes;
update storage_total
set bytes = bytes + (select coalesce(sum(octet_length(text::text)), 0) from bot_canned_answers);

create trigger count_new_texts after insert on bot_canned_answers referencing new table as added
for each statement execute function count_texts('edited_by', 'octet_length(text::text)');
create trigger count_removed_texts after delete on bot_canned_answers referencing old table as removed
for each statement execute function count_texts('edited_by', 'octet_length(text::text)');
create trigger count_changed_texts after update on bot_canned_answers
referencing old table as removed new table as added
for each statement execute function count_texts('edited_by', 'octet_length(text::text)');
