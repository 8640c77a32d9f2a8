import { join } from "node:path";
import { framesPerMinute } from "@kakehashi/contract/live";
import type { FastifyBaseLogger } from "fastify";
import { createAdmin } from "./features/admin/service.ts";
import { createRepeatedEvents } from "./features/audit/service.ts";
import type { IssuerOptions } from "./features/auth/issuer.ts";
import { createAuth } from "./features/auth/service.ts";
import { createSessions } from "./features/auth/sessions.ts";
import { createAccessTokens } from "./features/auth/tokens.ts";
import { createBookmarks } from "./features/bookmarks/service.ts";
import { createCatalogue } from "./features/catalogue/service.ts";
import { createChecklist } from "./features/checklist/service.ts";
import { createConversations } from "./features/conversations/service.ts";
import { createDrafts } from "./features/drafts/service.ts";
import { createFacts } from "./features/events/service.ts";
import type { Quotas } from "./features/files/quota.ts";
import { createFiles } from "./features/files/service.ts";
import { Staging } from "./features/files/staging.ts";
import { createInvitations } from "./features/invitations/service.ts";
import { createLive } from "./features/live/service.ts";
import { createMailer } from "./features/mail/service.ts";
import type { Transport } from "./features/mail/transport.ts";
import { createMentions } from "./features/mentions/service.ts";
import { createMessages } from "./features/messages/service.ts";
import { createNotifications } from "./features/notifications/service.ts";
import { createPages } from "./features/pages/service.ts";
import type { Clock } from "./features/presence/clock.ts";
import { createPresence } from "./features/presence/service.ts";
import { createPreviews } from "./features/previews/service.ts";
import { createProfiles } from "./features/profiles/service.ts";
import type { SendPush } from "./features/push/send.ts";
import { createPush } from "./features/push/service.ts";
import { createRooms } from "./features/rooms/service.ts";
import { createSearch } from "./features/search/service.ts";
import { createStaff } from "./features/staff/service.ts";
import { createThreads } from "./features/threads/service.ts";
import { createUsers } from "./features/users/service.ts";
import type { Bus } from "./kit/bus.ts";
import type { Database } from "./kit/db/database.ts";
import type { TrustsProxy } from "./kit/http/network.ts";
import type { Jobs } from "./kit/jobs.ts";
import { createKeyring, findSharedSecret, type Keyring, sharedSecret } from "./kit/secrets.ts";
import type { Storage } from "./kit/storage/storage.ts";
import { createLeaving } from "./leaving.ts";
import { createSite } from "./site.ts";

export interface ServiceParts {
  db: Database;
  bus: Bus;
  jobs: Jobs;
  transport: Transport;
  storage: Storage;
  /** What arrives is kept here until it is whole. */
  dataDir: string;
  /** What tokens are signed and secrets are sealed with: the newest first, at least one. */
  secretKeys: readonly string[];
  /** Bytes of files that one person, and everybody together, may store. */
  storageQuotas: Quotas;
  /** Whether linked pages are read; a function says which addresses may be, instead of the open internet's. */
  linkPreviews: boolean | ((address: string, port: number) => boolean);
  /** Whom one can sign in through besides. */
  google?: IssuerOptions | null;
  /** Brings push messages somewhere else than to the push services. */
  sendPush?: SendPush;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Which peers are proxies that say truly who calls. */
  trustsProxy: TrustsProxy;
  /** Tests send more in a second than people in a minute. */
  rateLimits?: boolean;
  /** Multiplies every limit of how often a person may do something. */
  callLimitsFactor?: number;
  /** Tests of who comes and goes have no minutes to wait. */
  presenceClock?: Clock;
}

export interface Services extends Awaited<ReturnType<typeof createServices>> {}

/** Every feature made from those before it. */
export async function createServices(parts: ServiceParts, log: FastifyBaseLogger) {
  const { db, bus, jobs, storage, publicUrl, trustsProxy } = parts;
  const limited = parts.rateLimits ?? true;
  const limitsFactor = limited ? (parts.callLimitsFactor ?? 1) : null;
  const keyring = createKeyring(parts.secretKeys);
  const events = createFacts({ log });
  /** What most features are made from. */
  const base = { db: db.kysely, events, log, bus, jobs, publicUrl };

  const tokens = createAccessTokens(keyring.keysFor("access-token"));
  const sessions = createSessions({ ...base, tokens });
  const live = createLive({
    ...base,
    trustsProxy,
    async identify(token) {
      const { actor, endpoint } = await sessions.identify(token);
      return { userId: actor.userId, sessionId: actor.sessionId, endpoint };
    },
    isLive: sessions.isLive,
    ...(limitsFactor && { framesPerMinute: framesPerMinute * limitsFactor }),
  });
  const mailer = createMailer({ ...base, transport: parts.transport });
  const pages = createPages(db.kysely, bus);
  const repeatedEvents = createRepeatedEvents(base);
  const auth = createAuth({
    ...base,
    repeatedEvents,
    mailer,
    live,
    tokens,
    sessions,
    pages,
    google: parts.google ?? null,
    secondFactor: await secondFactorKeys(db, keyring),
    slowAddresses: limited,
  });
  await auth.twoStep.resealSecrets();
  const users = createUsers({ ...base, live });
  const rooms = createRooms({ ...base, live, users, limitsFactor });
  const presence = createPresence({
    ...base,
    live,
    rooms,
    ...(parts.presenceClock && { clock: parts.presenceClock }),
  });
  const notifications = createNotifications({ ...base, live });
  const staff = createStaff({ ...base, mailer, notifications, live });
  const catalogue = createCatalogue(db.kysely);
  const files = createFiles({
    ...base,
    storage,
    staging: new Staging(join(parts.dataDir, "incoming")),
    rooms,
    quotas: parts.storageQuotas,
  });
  const profiles = createProfiles({ ...base, live, mailer, notifications, staff });
  const messages = createMessages({ ...base, db, live, rooms, files, notifications });
  const conversations = createConversations({ ...base, live, rooms, messages });
  const invitations = createInvitations({
    ...base,
    mailer,
    pages,
    notifications,
    rooms,
    conversations,
    limited,
  });
  const threads = createThreads({ ...base, live, messages, conversations });
  const mentions = createMentions({ ...base, notifications });
  const bookmarks = createBookmarks({ ...base, live, messages });
  const drafts = createDrafts({ ...base, live, rooms, messages });
  const search = createSearch({ ...base, rooms, files });
  const previews = createPreviews({
    ...base,
    slowDb: db.slow,
    storage,
    folder: files.staging.folder,
    messages,
    enabled: parts.linkPreviews !== false,
    ...(typeof parts.linkPreviews === "function" && { allow: parts.linkPreviews }),
  });
  const push = createPush({ ...base, keyring, ...(parts.sendPush && { send: parts.sendPush }) });
  const checklist = createChecklist(db.kysely);
  const site = await createSite({ ...base, db, mailer, staff, keyring });
  const leaving = createLeaving({
    ...base,
    db,
    auth,
    mailer,
    live,
    notifications,
    files,
    rooms,
    storage,
    previews,
    invitations,
    site,
  });
  const admin = createAdmin({ ...base, auth, users, profiles, mailer, repeatedEvents });

  return {
    live,
    sessions,
    auth,
    users,
    pages,
    notifications,
    catalogue,
    checklist,
    profiles,
    admin,
    rooms,
    conversations,
    invitations,
    messages,
    files,
    search,
    previews,
    push,
    threads,
    bookmarks,
    drafts,
    leaving,
    site,
    /** After the last request. */
    async close(): Promise<void> {
      await repeatedEvents.close();
      await presence.close();
      await mentions.close();
      files.close();
      await search.close();
      await rooms.close();
      push.close();
      sessions.close();
      pages.close();
    },
  };
}

async function secondFactorKeys(db: Database, keyring: Keyring) {
  return {
    keyring,
    recoveryKey: await sharedSecret(db.kysely, keyring, "recovery-codes"),
    // Older installations sealed secrets and hashed codes with one key, which lay in the database in the clear.
    formerKey: await findSharedSecret(db.kysely, keyring, "two-step"),
  };
}
