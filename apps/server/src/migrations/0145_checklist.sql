-- Newcomers see what to do first. Who has been here for longer than a month is none.
update users set settings = settings || '{"show_checklist": false}'::jsonb
where created_at < now() - interval '30 days';
