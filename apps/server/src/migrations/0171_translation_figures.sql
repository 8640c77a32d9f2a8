-- What people did in a time, without a look at all that was ever translated.
create index translation_history_by_time on translation_history (created_at);
