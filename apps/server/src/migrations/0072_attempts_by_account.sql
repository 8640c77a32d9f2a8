-- A hash of the account that a count belongs to, so that an admin can clear all of them at once.
alter table attempts add column account bytea;
create index attempts_by_account on attempts (account);
