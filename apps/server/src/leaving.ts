import type { Kysely } from "kysely";
import { pruneAuditLog } from "./features/audit/service.ts";
import type { Auth } from "./features/auth/service.ts";
import type { Bots } from "./features/bots/service.ts";
import type { Broadcasts } from "./features/broadcasts/service.ts";
import type { Channels } from "./features/channels/service.ts";
import type { CodeSnippets } from "./features/codes/service.ts";
import { createAccountDeletionFeature } from "./features/deletion/routes.ts";
import type { Drafts } from "./features/drafts/service.ts";
import type { Drive } from "./features/drive/service.ts";
import type { Events } from "./features/events/service.ts";
import { createDataExportsFeature } from "./features/exports/routes.ts";
import type { Files } from "./features/files/service.ts";
import type { Imports } from "./features/imports/service.ts";
import type { Invitations } from "./features/invitations/service.ts";
import type { Live } from "./features/live/service.ts";
import type { LivechatService } from "./features/livechat/service.ts";
import type { MachineTranslation } from "./features/machine/service.ts";
import type { Mailer } from "./features/mail/service.ts";
import type { TranslationMemory } from "./features/memory/service.ts";
import type { Messages } from "./features/messages/service.ts";
import type { Notifications } from "./features/notifications/service.ts";
import type { Previews } from "./features/previews/service.ts";
import type { Projects } from "./features/projects/service.ts";
import type { Rooms } from "./features/rooms/service.ts";
import type { Translations } from "./features/translations/service.ts";
import type { DB } from "./kit/db/schema.generated.ts";
import type { ApiRouter } from "./kit/http/route.ts";
import type { Jobs } from "./kit/jobs.ts";
import type { Log } from "./kit/log.ts";
import type { Storage } from "./kit/storage/storage.ts";
import type { SiteFeatures } from "./site.ts";

/** The cron time (UTC) of the daily deletion of expired data. It is night in Asia then, and not a full hour. */
const deletionCronTime = "37 18 * * *";

export interface DeletionDependencies {
  db: Kysely<DB>;
  events: Events;
  jobs: Jobs;
  auth: Auth;
  mailer: Mailer;
  live: Live;
  notifications: Notifications;
  files: Files;
  drive: Pick<Drive, "listForExport" | "prune">;
  rooms: Rooms;
  projects: Pick<Projects, "removeDeletedPerson">;
  codes: Pick<CodeSnippets, "removeDeletedPerson" | "prune">;
  bots: Pick<Bots, "removeDeletedPerson" | "prune">;
  livechat: Pick<LivechatService, "prune">;
  channels: Pick<Channels, "prune">;
  broadcasts: Pick<Broadcasts, "prune">;
  messages: Messages;
  translations: Translations;
  memory: TranslationMemory;
  machine: MachineTranslation;
  drafts: Drafts;
  storage: Storage;
  previews: Pick<Previews, "prune">;
  invitations: Pick<Invitations, "prune">;
  imports: Pick<Imports, "prune">;
  site: Pick<SiteFeatures, "prune">;
  publicUrl: string;
  log: Log;
}

/**
 * Deletes accounts that are due for deletion, with their data and exports. Also deletes all data whose retention time
 * is over.
 */
export function createDeletionFeatures(dependencies: DeletionDependencies) {
  const exports = createDataExportsFeature(dependencies);
  const { translations, messages, memory, machine, drafts } = dependencies;
  const textsWithMentions = [translations, messages, memory, machine, drafts];
  const deletion = createAccountDeletionFeature({ ...dependencies, exports, textsWithMentions });
  dependencies.jobs.repeat("prune", deletionCronTime, async () => {
    const { auth, mailer, drive, codes, previews, invitations, imports } = dependencies;
    const { bots, livechat, channels, broadcasts, site, log } = dependencies;
    const counts = {
      ...(await auth.prune()),
      log: await pruneAuditLog(dependencies.db),
      mails: await mailer.deleteOldMails(),
      exports: await exports.prune(),
      preview_pictures: await previews.prune(),
      invitations: await invitations.prune(),
      imports: await imports.prune(),
      drive_trash: await drive.prune(),
      codes_trash: await codes.prune(),
      // Deletes old conversations of visitors with agents. `bots.prune` deletes the visitors' sessions with the bot.
      bot_talks: await livechat.prune(),
      bot_sessions: await bots.prune(),
      channels: await channels.prune(),
      bot_broadcasts: await broadcasts.prune(),
      ...(await site.prune()),
    };
    log.info({ counts }, "Deleted what is kept no longer.");
  });
  return {
    routes(router: ApiRouter): void {
      exports.routes(router);
      deletion.routes(router);
    },
  };
}
