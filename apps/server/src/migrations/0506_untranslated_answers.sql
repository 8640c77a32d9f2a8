-- Answers that wait for their translation are few. Those that no translator was asked for are looked for every minute.
create index channel_deliveries_untranslated on channel_deliveries (created_at desc) where state = 'UNTRANSLATED';
