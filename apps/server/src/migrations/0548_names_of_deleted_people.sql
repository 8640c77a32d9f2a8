-- Only an edit causes work again, and an edit has a new revision. Without it, the server has taken the name of a deleted
-- person out of the text: that calls nobody, and loads no preview and no translation again.
create or replace trigger note_work_of_edited after update of content on messages for each row
  when (new.revision > old.revision and new.content is distinct from old.content and new.deleted_at is null
    and (position('@' in new.content) > 0 or position('://' in new.content) > 0 or new.previews is not null))
  execute function note_message_work();
create or replace trigger note_machine_work_of_edited after update of content on messages for each row
  when (current_setting('kakehashi.machine', true) = 'on' and new.content <> '' and new.deleted_at is null
    and new.revision > old.revision and new.content is distinct from old.content)
  execute function note_machine_work();

-- The names of people who were deleted before are still in texts of others. Their deletion goes on: the hourly job
-- finds them like those whose deletion was interrupted.
update users set deletion_due_at = now() where deleted_at is not null;
