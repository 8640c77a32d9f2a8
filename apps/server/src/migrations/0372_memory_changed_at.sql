-- When a pair's translation or its approval last changed; none: not since it was created. Whoever corrects a pair names the
-- change that they read. `updated_at` is newer where the pair was said again since, and says what is used most recently.
alter table memory_units add column changed_at timestamptz;
