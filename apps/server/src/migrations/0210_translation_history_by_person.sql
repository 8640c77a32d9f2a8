-- A person's copy of their data holds what they translated, read page by page.
create index translation_history_by_person on translation_history (user_id, translation_id, step);
