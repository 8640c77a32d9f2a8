-- A client's jobs, and who takes part in them.
create table projects (
  id uuid primary key,
  host_id uuid not null references users,
  name text not null,
  description text not null,
  category_id uuid not null references categories,
  start_date date not null,
  min_cost numeric(13, 2) not null check (min_cost >= 0),
  max_cost numeric(13, 2) not null check (max_cost > min_cost),
  currency_id uuid not null references currencies,
  time text not null,
  skill text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DEACTIVE')),
  running_since timestamptz,
  team_id uuid references conversations on delete set null,
  client_id uuid references conversations on delete set null,
  support_id uuid references conversations on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  folded text generated always as (fold_text(left(name, 2000) || ' ' || left(description, 20000) || ' ' || left(skill, 20000))) stored,
  folded_skill text generated always as (fold_text(left(skill, 20000))) stored
);
create index projects_by_age on projects (created_at desc, id desc) where status = 'ACTIVE';
create index projects_by_category on projects (category_id, created_at desc, id desc);
create index projects_by_start on projects (start_date, id) where status = 'ACTIVE';
create index projects_by_budget on projects (currency_id, max_cost desc, id desc);
create index projects_by_host on projects (host_id);
create index projects_by_words on projects using gin (folded gin_trgm_ops);
create index projects_by_team on projects (team_id);
create index projects_by_client on projects (client_id);
create index projects_by_support on projects (support_id);

-- One live row for each person and project; what ended without a status is archived.
create table project_members (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  status text not null check (status in (
    'WAITING', 'WAITING_CONFIRM_INVITE', 'WAITING_ACCEPT_APPLY', 'ACTIVE', 'ACCEPTED_APPLY', 'AGREED_INVITE',
    'CANCELED_APPLY', 'REFUSED_INVITE', 'REFUSED_APPLY'
  )),
  is_host boolean not null default false,
  reason text not null default '',
  joined_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  archived_at timestamptz
);
create unique index project_members_live on project_members (project_id, user_id) where archived_at is null;
create index project_members_by_status on project_members (project_id, status, changed_at desc) where archived_at is null;
create index project_members_by_user on project_members (user_id, status) where archived_at is null;
create index project_members_of_user on project_members (user_id);

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
    'post.update', 'post.remove', 'contact.state', 'contact.reply', 'memory.change', 'memory.remove', 'glossary.add',
    'glossary.change', 'glossary.remove', 'project.create', 'project.update', 'project.activate', 'project.deactivate',
    'project.run', 'member.invite', 'member.withdraw', 'member.agree', 'member.refuse', 'member.apply',
    'member.cancel', 'member.accept', 'member.reject', 'member.confirm', 'member.remove', 'member.leave', 'member.host'
)) not valid;
