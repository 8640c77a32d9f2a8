-- A talk that its agent does not want to see for now. It comes back at this time, or when the visitor writes. Without a
-- time only the visitor brings it back.
alter table livechats add column is_snoozed boolean not null default false;
alter table livechats add column snoozed_until timestamptz;
alter table livechats add constraint livechats_snooze_check
  check (case when is_snoozed then state = 'OPEN' else snoozed_until is null end);
