-- Of two admins who change a plan at once the second is told of the first, and by whom.
alter table price_plans
  add column version integer not null default 1,
  add column changed_by uuid references users on delete set null;
