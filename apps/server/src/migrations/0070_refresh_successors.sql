-- The token that replaced a spent one, encrypted with a key made from the spent one: two tabs that show the same token
-- get the same successor, and a copy of this table alone gives nobody a token.
alter table refresh_tokens add column successor bytea;
