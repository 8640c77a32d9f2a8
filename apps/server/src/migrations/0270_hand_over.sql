-- Who gave a claim to whoever has it now, and what they said with it. Both go when the claim ends.
alter table translations
  add column handed_over_by uuid references users on delete set null,
  add column hand_over_note text not null default '';
