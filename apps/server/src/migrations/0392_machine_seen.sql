-- When a process with a machine last said that it is there. A process without one reads here whether what waits for the
-- machine's budget waits in vain.
create table machine_seen (
  is_only boolean primary key default true check (is_only),
  at timestamptz not null
);
