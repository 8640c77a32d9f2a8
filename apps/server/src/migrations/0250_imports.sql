-- Files that are imported into the memory or the glossary. A job reads the file; each of its steps writes what was read and,
-- in the same transaction, how far it came: after a crash the next run goes on there.
create table imports (
  id uuid primary key,
  -- One file is imported once. The file itself is deleted when the import has ended.
  file_id uuid not null unique,
  target text not null check (target in ('memory', 'glossary')),
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  file_name text not null,
  -- For pairs of which the file does not say whether they were checked.
  approved boolean not null,
  user_id uuid references users on delete set null,
  format text check (format in ('TMX', 'TBX', 'CSV')),
  encoding text,
  read_bytes bigint not null default 0,
  total_bytes bigint not null,
  -- Units of the file that were dealt with, in their order: imported or skipped.
  units bigint not null default 0,
  added integer not null default 0,
  replaced integer not null default 0,
  unchanged integer not null default 0,
  -- How many units were skipped, by reason.
  skipped jsonb not null default '{}',
  problem jsonb,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index imports_by_target on imports (target, id desc);
create index imports_by_user on imports (user_id);
create index imports_by_end on imports (ended_at) where ended_at is not null;

-- The first of the skipped units of an import.
create table import_skips (
  import_id uuid not null references imports on delete cascade,
  -- The unit's place in the file.
  unit bigint not null,
  line integer not null,
  reason text not null,
  detail text not null,
  text text not null,
  primary key (import_id, unit)
);

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
    'account.delete_request', 'account.delete_cancel', 'account.delete', 'password.change', 'password.reset',
    'email.request', 'email.change', 'email.undo', 'two-step.on', 'two-step.off', 'two-step.reset',
    'two-step.recovery-code', 'two-step.recovery-codes', 'sign-in.open', 'sign-in.fail', 'sign-in.slow',
    'sign-in.code', 'session.end', 'session.end-all', 'session.copied', 'access.admin', 'access.forge',
    'access.ended', 'identity.link', 'identity.unlink', 'data.export', 'profile.create', 'profile.update',
    'profile.request', 'profile.accept', 'profile.refuse', 'profile.block', 'profile.unblock', 'user.role',
    'user.unlock', 'user.sign-out', 'mail.resend', 'page.close', 'page.open', 'categories.add', 'categories.rename',
    'categories.remove', 'categories.order', 'currencies.add', 'currencies.rename', 'currencies.remove',
    'currencies.order', 'plan.add', 'plan.change', 'plan.remove', 'plan.order', 'firm.change', 'post.create',
    'post.update', 'post.remove', 'contact.state', 'contact.reply', 'memory.change', 'memory.remove', 'memory.import',
    'memory.export', 'glossary.add', 'glossary.change', 'glossary.remove', 'glossary.import', 'glossary.export',
    'project.create', 'project.update', 'project.activate', 'project.deactivate', 'project.run', 'member.invite',
    'member.withdraw', 'member.agree', 'member.refuse', 'member.apply', 'member.cancel', 'member.accept',
    'member.reject', 'member.confirm', 'member.remove', 'member.leave', 'member.host'
)) not valid;
