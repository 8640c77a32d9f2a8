import { createConversations } from "../features/conversations/service.ts";
import { createDrive } from "../features/drive/service.ts";
import { createFiles } from "../features/files/service.ts";
import { createInvitations } from "../features/invitations/service.ts";
import { createMentions } from "../features/mentions/service.ts";
import { createMessages } from "../features/messages/service.ts";
import { createProfiles } from "../features/profiles/service.ts";
import { createThreads } from "../features/threads/service.ts";
import type { AccountServices } from "./accounts.ts";
import type { BaseServices } from "./base.ts";

export type ChatServices = ReturnType<typeof createChatServices>;

/** Creates the services for writing and sharing in rooms: messages, conversations, threads, files. */
export function createChatServices(
  base: BaseServices,
  { live, rooms, mailer, pages, notifications, staff }: AccountServices,
) {
  const files = createFiles({ ...base, rooms, quotas: base.storageQuotas });
  const drive = createDrive({ ...base, live, files, rooms });
  const profiles = createProfiles({ ...base, live, mailer, notifications, staff });
  const messages = createMessages({ ...base, db: base.database, live, rooms, files, notifications });
  const conversations = createConversations({ ...base, live, rooms, messages });
  const threads = createThreads({ ...base, live, messages, conversations });
  const mentions = createMentions({ ...base, notifications, messages });
  const invitations = createInvitations({ ...base, mailer, pages, notifications, rooms, conversations });
  return { files, drive, profiles, messages, conversations, threads, mentions, invitations };
}
