-- Broadcasts reach people on Messenger and Zalo. Those of before were for the web alone.
update bot_broadcasts set audience = audience || '{"platform": "WEB", "page_id": null}';

-- Why nothing was sent is checked by the contract's list alone, which grows with the platforms. QUEUED: the message waits
-- for the platform.
alter table bot_broadcast_recipients drop constraint bot_broadcast_recipients_result_check;
alter table bot_broadcast_recipients add column platform text not null default 'WEB', add column page_id uuid;
create index bot_broadcast_recipients_queued on bot_broadcast_recipients (broadcast_id) where result = 'QUEUED';

-- A broadcast's message to one person of a page, and what has become of it. No reference to the broadcast, as for
-- recipients (0407).
create table channel_broadcasts (
  broadcast_id uuid not null,
  person_id uuid not null references channel_people on delete cascade,
  -- The session that the message stands in.
  session_id uuid not null,
  page_id uuid not null references channel_pages on delete cascade,
  state text not null check (state in ('QUEUED', 'SENT', 'FAILED')),
  -- Why it has failed.
  reason text,
  -- Whether the broadcast is paused, or was stopped while the call was being made.
  is_held boolean not null default false,
  -- Whether the broadcast knows the present state.
  is_told boolean not null default false,
  changed_at timestamptz not null default now(),
  delivered_at timestamptz,
  read_at timestamptz,
  primary key (broadcast_id, person_id),
  check ((state = 'FAILED') = (reason is not null))
);
create index channel_broadcasts_waiting on channel_broadcasts (broadcast_id, page_id) where state = 'QUEUED';
create index channel_broadcasts_news on channel_broadcasts (broadcast_id) where state <> 'QUEUED' and not is_told;
create index channel_broadcasts_over_quota on channel_broadcasts (broadcast_id, page_id) where reason = 'QUOTA';
create index channel_broadcasts_by_person on channel_broadcasts (person_id);
create index channel_broadcasts_by_page on channel_broadcasts (page_id);

-- The broadcast that says it. HELD: the broadcast is paused.
alter table channel_sends add column broadcast_id uuid;
alter table channel_sends drop constraint channel_sends_state_check;
alter table channel_sends add constraint channel_sends_state_check
  check (state in ('QUEUED', 'HELD', 'SENDING', 'SENT', 'FAILED'));
create index channel_sends_by_broadcast on channel_sends (broadcast_id, person_id) where broadcast_id is not null;
