-- What is pruned daily is found by its age, not by reading the whole table.
create index refresh_tokens_by_expiry on refresh_tokens (expires_at);
create index sessions_by_refresh on sessions (refreshed_at);
create index mail_links_by_expiry on mail_links (expires_at);
create index attempts_by_time on attempts (last_at);
