import type { ChecklistStep } from "@kakehashi/contract/checklist";
import type { ProfileStatus, Role } from "@kakehashi/contract/users";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";

interface ChecklistProgress {
  role: Role;
  /** The status of the person's profile. Null if they have none. */
  status: ProfileStatus | null;
  done: Record<Exclude<ChecklistStep, "profile">, boolean>;
}

/**
 * Reads which of the first steps the person has done. Searches the person's messages room by room, because the database
 * has an index for that.
 */
export async function findProgress(db: Kysely<DB>, userId: string): Promise<ChecklistProgress | undefined> {
  const { rows } = await sql<ChecklistProgress>`
    select u.role, p.status, json_build_object(
      'picture', u.avatar is not null,
      'languages', u.working_language is not null,
      'notifications', coalesce((u.settings ->> 'notify_desktop')::boolean, false)
        or exists (select from push_subscriptions s where s.user_id = u.id),
      'conversation', exists (
        select from conversation_members m join conversations c on c.id = m.conversation_id
        where m.user_id = u.id and c.kind <> 'MY_CHAT' and exists (
          select from messages w where w.conversation_id = m.conversation_id and w.user_id = u.id)),
      'invitation', exists (select from invitations i where i.inviter_id = u.id)
    ) as done
    from users u left join profiles p on p.user_id = u.id where u.id = ${userId}`.execute(db);
  return rows[0];
}
