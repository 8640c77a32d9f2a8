-- Invitations by e-mail address, to a group or to a direct conversation with the sender. Whether the address has an
-- account is asked when the mail is written, and is not kept.
create table invitations (
  id uuid primary key,
  inviter_id uuid not null references users on delete cascade,
  conversation_id uuid references conversations on delete cascade,
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  mailed_at timestamptz,
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references users on delete cascade
);
-- Inviting once more renews the invitation that waits.
create unique index invitations_waiting
  on invitations (inviter_id, email, coalesce(conversation_id, '00000000-0000-0000-0000-000000000000'))
  where accepted_at is null and revoked_at is null;
create index invitations_by_email on invitations (email) where accepted_at is null and revoked_at is null;
create index invitations_by_room on invitations (conversation_id) where accepted_at is null and revoked_at is null;
create index invitations_by_inviter on invitations (inviter_id, created_at);
create index invitations_by_accepter on invitations (accepted_by);
create index invitations_by_age on invitations (expires_at);
