-- A platform has refused a message because the time to answer was over, by its clock, after this act of the person. The
-- window stays closed until the person acts again.
alter table channel_people
  -- For bots. On some platforms people may answer for longer.
  add column closed_to_bots_act_at timestamptz,
  add column closed_act_at timestamptz;
