-- Returns the approved translations that the translation memory has for exactly this text, in the other working
-- languages of the room's members. For each language it returns the newest translation, or nothing. A translation that
-- was kept for this room or its project comes before one that was kept for the whole firm.
create or replace function recalled_texts(room uuid, source_key uuid, language text)
returns table (target_language text, target text)
language sql stable as $$
  select distinct on (u.target_language) u.target_language, u.target
  from memory_units u
  where u.source_key = recalled_texts.source_key and u.source_language = recalled_texts.language and u.approved
    and (u.scope in ('00000000-0000-0000-0000-000000000000', recalled_texts.room)
      or u.scope in (
        select p.id from projects p
        where recalled_texts.room in (p.team_id, p.client_id, p.support_id)))
    and exists (
      select from conversation_members m join users p on p.id = m.user_id
      where m.conversation_id = recalled_texts.room and p.working_language = u.target_language)
  order by u.target_language, u.scope = '00000000-0000-0000-0000-000000000000', u.updated_at desc, u.id
$$;

-- Returns the texts of recalled_texts as JSON, as a new message carries them (`MessageTranslation` of the contract), in
-- the order of the contract's languages.
create or replace function recalled_translations(room uuid, source_key uuid, language text) returns jsonb
language sql stable as $$
  select jsonb_agg(
    jsonb_build_object(
      'language', r.target_language, 'state', 'TRANSLATED', 'content', r.target, 'revision', 1, 'version', 1,
      'origin', 'MEMORY', 'user_id', null, 'claimed_by', null,
      'updated_at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by array_position(array['en', 'vi', 'ja'], r.target_language))
  from recalled_texts(recalled_translations.room, recalled_translations.source_key, recalled_translations.language) r
$$;

-- Adds to new messages the translations that the memory has for them, and writes the rows in translations and
-- translation_history. Returns the messages that got translations, as they are now.
create or replace function keep_recalled(room uuid, message_ids uuid[], source_keys uuid[]) returns setof messages
language sql as $$
  with recalled as (
    select a.id, recalled_translations(keep_recalled.room, i.source_key, a.language) as translations
    from unnest(keep_recalled.message_ids, keep_recalled.source_keys) as i(id, source_key)
    join messages a on a.conversation_id = keep_recalled.room and a.id = i.id
  ), changed as (
    update messages a set translations = r.translations,
      translation_bytes = (select sum(octet_length(t ->> 'content')) from jsonb_array_elements(r.translations) as t)
    from recalled r
    where a.conversation_id = keep_recalled.room and a.id = r.id and r.translations is not null
    returning a.*
  ), kept as (
    insert into translations (id, subject_kind, subject_id, conversation_id, source, language, state, content, revision,
      version, last_version, origin, updated_at)
    select uuidv7(), 'MESSAGE', a.id, a.conversation_id, a.language, t.language, t.state, t.content, t.revision, t.version,
      t.version, t.origin, t.updated_at
    from changed a cross join lateral jsonb_to_recordset(a.translations) as t(
      language text, state text, content text, revision integer, version integer, origin text, updated_at timestamptz)
    returning id, version, content, revision, origin, state
  ), written as (
    insert into translation_history (translation_id, step, event, version, content, revision, origin, state)
    select id, 1, 'RECALLED', version, content, revision, origin, state from kept
  )
  select * from changed order by number
$$;

-- Makes the people whom a reply mentions follow its thread from that reply on. A person who stopped following the
-- thread follows it again.
create or replace function follow_called(room uuid, thread uuid, user_ids uuid[], number bigint) returns void
language sql as $$
  insert into thread_members (conversation_id, message_id, user_id, read_number, read_high)
  select m.conversation_id, follow_called.thread, m.user_id, follow_called.number - 1, follow_called.number - 1
  from conversation_members m
  where m.conversation_id = follow_called.room and m.user_id = any(follow_called.user_ids)
  on conflict (conversation_id, message_id, user_id) do update
  set following = true, read_number = excluded.read_number,
    read_high = greatest(thread_members.read_high, excluded.read_high)
  where not thread_members.following
$$;

-- The only way to write messages: into a room, or with `parent` as replies in that message's thread (decision 39). One
-- call writes all waiting sends for one place. It returns the messages that it wrote, in order, and after replies also
-- the thread's first message as it is now. Some sends are left out: of people who are not in the room, into a closed
-- room, with a client_id that is stored already, with a file that another message has, and notes (`notes[i]`) into a
-- conversation whose kind is not OUTSIDE. A reply is never a note, because threads are internal anyway.
--
-- The message with the id `calls[i]` mentions the person `callees[i]`. `source_keys[i]` is the memory's key of the i-th
-- text. If the memory has approved translations of exactly this text, they are written together with the message
-- (decision 49).
create or replace function append_messages(
  room uuid, parent uuid, ids uuid[], user_ids uuid[], client_ids uuid[], contents text[], languages text[],
  files text[], calls uuid[], callees uuid[], source_keys uuid[], notes boolean[]
) returns setof messages language plpgsql as $$
#variable_conflict use_column
declare
  thread messages;
  -- How many changes the call makes besides its new messages, each of which needs a seq. Replies also change the
  -- thread's first message, which shows how many replies there are.
  changes integer := 0;
  added integer;
  authors uuid[];
  has_devices boolean;
  is_known boolean;
  may_have_notes boolean;
begin
  -- Locks the room before anything else is checked, so that the checks below see what earlier calls have committed. The
  -- same statement asks whether the room's members have devices for pushes, and whether the memory knows one of the
  -- texts: separate statements would cost every send some microseconds. Most texts are new to the memory, and one look
  -- into its index shows that.
  select
    exists (select from push_subscriptions) and exists (
      select from conversation_members m join push_subscriptions s on s.user_id = m.user_id
      where m.conversation_id = append_messages.room),
    exists (select from memory_units u where u.source_key = any(append_messages.source_keys) and u.approved),
    c.kind = 'OUTSIDE' and append_messages.parent is null
  into has_devices, is_known, may_have_notes
  from conversations c where c.id = append_messages.room and c.closed_at is null for no key update;
  if not found then
    return;
  end if;
  if append_messages.parent is not null then
    select * into thread from messages p
    where p.conversation_id = append_messages.room and p.id = append_messages.parent and p.parent_id is null;
    if not found then
      return;
    end if;
    changes := 1;
  end if;

  -- Locks the files. A call that deletes one of them at the same time either runs before this lock, and then the
  -- message is left out below, or after it, and then it finds the file in a message.
  if cardinality(array_remove(append_messages.files, null)) > 0 then
    perform from files f
    where f.id in (
      select (e ->> 'id')::uuid
      from unnest(append_messages.files) as i(files) cross join lateral jsonb_array_elements(i.files::jsonb) e
      where i.files is not null)
    order by f.id for update;
  end if;

  return query
  with fresh as (
    select i.*, row_number() over (order by i.place) as step
    from unnest(append_messages.ids, append_messages.user_ids, append_messages.client_ids, append_messages.contents,
      append_messages.languages, append_messages.files, append_messages.notes)
      with ordinality as i(id, user_id, client_id, content, language, files, is_note, place)
    join conversation_members m on m.conversation_id = append_messages.room and m.user_id = i.user_id
    where (may_have_notes or not i.is_note) and (
      -- Whether this send is stored already. The range and the order make PostgreSQL use the index on client_id. On
      -- tables without statistics all indexes look equally good, and the cached plan would read the whole room.
      select x.id from messages x where x.conversation_id = append_messages.room and x.user_id = i.user_id
        and x.client_id between i.client_id and i.client_id
      order by x.client_id limit 1) is null
    and (i.files is null or not exists (
      select from jsonb_array_elements(i.files::jsonb) e left join files f
        on f.id = (e ->> 'id')::uuid and f.message_id is null and f.removed_at is null
      where f.id is null))
  ), numbered as (
    update conversations c
    set last_seq = c.last_seq + f.total + changes,
      last_number = case when changes = 0 then c.last_number + f.total else c.last_number end,
      last_message_at = case when changes = 0 then now() else c.last_message_at end,
      changed_at = now()
    from (select count(*) as total from fresh) f
    where c.id = append_messages.room and f.total > 0
    returning c.last_seq - f.total - changes as seq,
      case when changes = 0 then c.last_number - f.total else coalesce(thread.reply_number, 0) end as number
  ), added as (
    insert into messages (conversation_id, id, seq, changed_seq, number, parent_id, user_id, client_id, content, language,
      files, is_note)
    select append_messages.room, f.id, n.seq + f.step, n.seq + f.step, n.number + f.step, append_messages.parent,
      f.user_id, f.client_id, f.content, f.language, f.files::jsonb, f.is_note
    from fresh f cross join numbered n
    returning messages.*
  ), read as (
    update conversation_members m set read_number = a.number, read_high = a.number
    from (select user_id, max(number) as number from added where changes = 0 group by user_id) a
    where m.conversation_id = append_messages.room and m.user_id = a.user_id
  ), carried as (
    update files f set message_id = a.id
    from added a, jsonb_array_elements(a.files) e
    where a.files is not null and f.id = (e ->> 'id')::uuid
  )
  select * from added order by number;
  get diagnostics added = row_count;
  if added = 0 then
    return;
  end if;

  if is_known then
    -- Messages with translations are returned a second time, now with their translations.
    return query select r.* from keep_recalled(append_messages.room, append_messages.ids, append_messages.source_keys) r;
  end if;
  -- A push job tells the members' devices of the new messages. One row is enough: the job covers every message from
  -- this one on.
  if has_devices then
    insert into message_work (message_id, kind, conversation_id)
    select a.id, 'push', a.conversation_id from messages a
    where a.conversation_id = append_messages.room and a.id = any(append_messages.ids)
    order by a.seq limit 1;
  end if;

  if append_messages.parent is null then
    if cardinality(append_messages.calls) > 0 then
      insert into mentions (conversation_id, user_id, number, author_id)
      select a.conversation_id, u.user_id, a.number, a.user_id
      from unnest(append_messages.calls, append_messages.callees) as u(message_id, user_id)
      join messages a on a.conversation_id = append_messages.room and a.id = u.message_id;
    end if;
    return;
  end if;

  select array_agg(user_id order by latest desc) into authors from (
    select user_id, max(number) as latest from messages
    where conversation_id = append_messages.room and id = any(append_messages.ids) group by user_id) a;
  return query
  update messages p
  set changed_seq = c.last_seq, reply_number = coalesce(p.reply_number, 0) + added,
    reply_count = coalesce(p.reply_count, 0) + added, last_reply_at = now(),
    -- The three people who replied last, the latest first: `shownReplierCount` of the contract.
    reply_user_ids = (authors || array(
      select e from unnest(p.reply_user_ids) with ordinality as o(e, place) where e <> all (authors) order by place))[1:3]
  from conversations c
  where c.id = append_messages.room and p.conversation_id = c.id and p.id = append_messages.parent
  returning p.*;

  -- A person who replies follows the thread, and has read the replies before. The author of the thread's first message
  -- follows it, too, unless they have stopped.
  insert into thread_members (conversation_id, message_id, user_id, read_number, read_high)
  select append_messages.room, append_messages.parent, a.user_id, max(a.number), max(a.number) from messages a
  where a.conversation_id = append_messages.room and a.id = any(append_messages.ids) group by a.user_id
  on conflict (conversation_id, message_id, user_id) do update
  set following = true, read_number = greatest(thread_members.read_number, excluded.read_number),
    read_high = greatest(thread_members.read_high, excluded.read_high);
  insert into thread_members (conversation_id, message_id, user_id)
  select m.conversation_id, append_messages.parent, m.user_id from conversation_members m
  where m.conversation_id = append_messages.room and m.user_id = thread.user_id
  on conflict (conversation_id, message_id, user_id) do nothing;

  if cardinality(append_messages.calls) > 0 then
    perform follow_called(append_messages.room, append_messages.parent, c.user_ids, c.number) from (
      select a.number, array_agg(u.user_id) as user_ids
      from unnest(append_messages.calls, append_messages.callees) as u(message_id, user_id)
      join messages a on a.conversation_id = append_messages.room and a.id = u.message_id
      group by a.number order by a.number) c;
  end if;
end $$;
