-- New names waited in a list of their own beside the index, up to 4 MB, and each search for a name read that list: 0.7 s.
-- Names are written seldom, so they go into the index at once. The function empties the list.
alter index users_by_folded_names set (fastupdate = off);
select gin_clean_pending_list('users_by_folded_names'::regclass);
