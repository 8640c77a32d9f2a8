-- In which rooms a machine may translate: their texts leave the server. A room without a row keeps them.
create table machine_rooms (
  conversation_id uuid primary key references conversations on delete cascade,
  allowed_at timestamptz not null default now()
);

-- Who agrees in a room of two people. It has a row in machine_rooms once both do.
create table machine_agreements (
  conversation_id uuid not null references conversations on delete cascade,
  user_id uuid not null references users on delete cascade,
  agreed_at timestamptz not null default now(),
  primary key (conversation_id, user_id)
);
create index machine_agreements_by_user on machine_agreements (user_id);

-- What the admin chose: one row at most. Without one, new rooms keep their texts.
create table machine_settings (
  is_only boolean primary key default true check (is_only),
  new_rooms boolean not null
);

create function allow_machine_in_new_room() returns trigger language plpgsql as $$
begin
  insert into machine_rooms (conversation_id)
  select new.id from machine_settings where new_rooms
  on conflict do nothing;
  return null;
end $$;
create trigger allow_machine_in_new_room after insert on conversations for each row
  when (new.kind not in ('MY_CHAT', 'DIRECT')) execute function allow_machine_in_new_room();

-- Why a machine did not translate. The same words again are counted, so that an outage is one row.
create table machine_failures (
  machine text not null,
  provider text not null,
  problem text not null,
  reason text not null,
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (machine, problem, reason)
);
create index machine_failures_by_time on machine_failures (last_at desc);

-- Three more kinds of lines: one of two people agreed, the machine translates from now on, or no longer.
alter table conversation_lines drop constraint conversation_lines_kind_check;
alter table conversation_lines add constraint conversation_lines_kind_check check (kind in (
  'JOINED', 'ADDED', 'LEFT', 'REMOVED', 'RENAMED', 'OWNER', 'NOT_OWNER', 'CLOSED',
  'MACHINE_AGREED', 'MACHINE_ON', 'MACHINE_OFF'
)) not valid;

-- Two more actions of admins: new rooms use the machine, or do not.
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
    'member.reject', 'member.confirm', 'member.remove', 'member.leave', 'member.host',
    'machine.open', 'machine.close'
)) not valid;
