-- The names that the contract lists (`auditActions`, `notificationTypes`), and no others. A test compares the lists: who adds a
-- name replaces the constraint in a new migration. Not valid: rows that are there are not read, so nothing waits for it.
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
    'glossary.change', 'glossary.remove'
)) not valid;

alter table notifications add constraint notifications_type_check check (type in (
    'INVITE_DEVELOPER', 'INVITE_JOIN_PROJECT', 'ACCEPT_JOIN_PROJECT', 'REJECT_JOIN_PROJECT',
    'ACCEPT_REQUEST_ACTIVE_ACCOUNT', 'REJECT_REQUEST_ACTIVE_ACCOUNT', 'ACTIVE_ACCOUNT', 'DEACTIVATE_ACCOUNT',
    'AGREED_INVITE', 'REFUSE_INVITE', 'JOIN_PROJECT', 'DEVELOPER_JOIN_PROJECT', 'DEVELOPER_CANCEL_JOIN_PROJECT',
    'COMMUNICATOR_APPLY_PROJECT', 'COMMUNICATOR_CANCEL_APPLY_PROJECT', 'BRIDGE_SYSTEM_ENGINEER_APPLY_PROJECT',
    'BRIDGE_SYSTEM_ENGINEER_CANCEL_APPLY_PROJECT', 'MARK_RUN_PROJECT', 'HOST_JOIN_PROJECT', 'REACT', 'EXPORT_READY',
    'MENTION', 'REPLY', 'INVITATION_ACCEPTED', 'ACTIVATION_REQUESTED', 'CONTACT_RECEIVED'
)) not valid;
