-- What a translator asked the author, in the message's thread. It goes with its message.
alter table translations add column question_id uuid;
