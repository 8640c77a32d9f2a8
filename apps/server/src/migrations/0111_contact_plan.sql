-- The title of the plan that the sender asked about, as they read it; empty for none.
alter table contact_messages add column plan text not null default '' check (char_length(plan) <= 200);
