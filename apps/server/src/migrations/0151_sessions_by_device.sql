-- A sign-in asks whether the account knows its browser: one look, however often a person has signed in.
create index sessions_by_device on sessions (user_id, device);
drop index sessions_by_user;
