-- Why a session ended, so that its browser can say it.
alter table sessions add column end_reason text
  check (end_reason in ('sign-out', 'replaced', 'elsewhere', 'password', 'admin', 'copied', 'deletion'));

-- The session that a sign-in through Google began in, to be ended when the new one opens: on the way back the browser
-- does not send the cookies of the old one.
alter table identity_flows add column replaces uuid;
