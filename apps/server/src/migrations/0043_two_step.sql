-- An authenticator app's secret, encrypted; not in force until a first code has shown that the app holds it.
create table two_step (
  user_id uuid primary key references users on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: it and all before it are spent.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id uuid not null references two_step on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- Somebody who has given the first proof and not yet the second: no session, and good for nothing else.
create table sign_in_challenges (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  -- The password as it was then: a challenge does not outlive it.
  password_hash text,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_challenges_by_expiry on sign_in_challenges (expires_at);

-- Who somebody is elsewhere: the issuer's own name for them, which stays when their address changes.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  email text not null,
  created_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- Somebody who was sent to the issuer and has not come back. The hash is of what only their browser holds.
create table identity_flows (
  hash bytea primary key,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  next text not null,
  -- The account that asks to be linked; none for a sign-in.
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
create index identity_flows_by_expiry on identity_flows (expires_at);
