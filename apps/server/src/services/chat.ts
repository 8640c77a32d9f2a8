import { createConversationsFeature } from "../features/conversations/routes.ts";
import { createDriveFeature } from "../features/drive/routes.ts";
import { createFilesFeature } from "../features/files/routes.ts";
import { createInvitationsFeature } from "../features/invitations/routes.ts";
import { createMentions } from "../features/mentions/service.ts";
import { createMessagesFeature } from "../features/messages/routes.ts";
import { createProfilesFeature } from "../features/profiles/routes.ts";
import { createThreadsFeature } from "../features/threads/routes.ts";
import type { AccountServices } from "./accounts.ts";
import type { BaseServices } from "./base.ts";

export type ChatServices = ReturnType<typeof createChatServices>;

/** Creates the services for writing and sharing in rooms: messages, conversations, threads, files. */
export function createChatServices(
  baseServices: BaseServices,
  { live, rooms, mailer, pages, notifications, staff }: AccountServices,
) {
  const files = createFilesFeature({ ...baseServices, rooms, quotas: baseServices.storageQuotas });
  const drive = createDriveFeature({ ...baseServices, live, files, rooms });
  const profiles = createProfilesFeature({ ...baseServices, live, mailer, notifications, staff });
  const messages = createMessagesFeature({
    ...baseServices,
    db: baseServices.database,
    live,
    rooms,
    files,
    notifications,
  });
  const conversations = createConversationsFeature({ ...baseServices, live, rooms, messages });
  const threads = createThreadsFeature({ ...baseServices, live, messages, conversations });
  const mentions = createMentions({ ...baseServices, notifications, messages });
  const invitations = createInvitationsFeature({
    ...baseServices,
    mailer,
    pages,
    notifications,
    rooms,
    conversations,
  });
  return { files, drive, profiles, messages, conversations, threads, mentions, invitations };
}
