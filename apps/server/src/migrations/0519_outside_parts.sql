-- What a message of somebody outside has besides its words and files: files that could not be fetched, and the like. Null
-- for nearly all messages, so no row is written.
alter table messages add column outside jsonb;
-- Why a file could not be fetched. Null if it could, and for older files.
alter table outside_files add column reason text
  check (reason in ('TOO_LARGE', 'TOO_SLOW', 'NO_ROOM', 'UNAVAILABLE'));
