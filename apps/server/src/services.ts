import { join } from "node:path";
import { framesPerMinute, type LiveEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
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
import type { Quotas } from "./features/files/quota.ts";
import { createFiles } from "./features/files/service.ts";
import { Staging } from "./features/files/staging.ts";
import { createInvitations, type Invitations } from "./features/invitations/service.ts";
import { createLive } from "./features/live/service.ts";
import { createMailer } from "./features/mail/service.ts";
import type { Transport } from "./features/mail/transport.ts";
import { createMentions, type Mentions } from "./features/mentions/service.ts";
import { createMessages } from "./features/messages/service.ts";
import { createNotifications } from "./features/notifications/service.ts";
import { createPages } from "./features/pages/service.ts";
import type { Clock } from "./features/presence/clock.ts";
import { createPresence, type Presence } from "./features/presence/service.ts";
import { createPreviews } from "./features/previews/service.ts";
import { createProfiles } from "./features/profiles/service.ts";
import type { SendPush } from "./features/push/send.ts";
import { createPush } from "./features/push/service.ts";
import { createRooms } from "./features/rooms/service.ts";
import { createSearch } from "./features/search/service.ts";
import { createStaff, type Staff } from "./features/staff/service.ts";
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

/** Every feature made from those before it; where one calls back, it is wired here. */
export async function createServices(parts: ServiceParts, log: FastifyBaseLogger) {
  const { db, bus, jobs, publicUrl } = parts;
  const limitsFactor = (parts.rateLimits ?? true) ? (parts.callLimitsFactor ?? 1) : null;
  const keyring = createKeyring(parts.secretKeys);
  const tokens = createAccessTokens(keyring.keysFor("access-token"));
  const sessions = createSessions(db.kysely, bus, tokens);
  const channel = createLive({
    bus,
    publicUrl,
    trustsProxy: parts.trustsProxy,
    async identify(token) {
      const { actor, endpoint } = await sessions.identify(token);
      return { userId: actor.userId, sessionId: actor.sessionId, endpoint };
    },
    isLive: sessions.isLive,
    ...(limitsFactor && { framesPerMinute: framesPerMinute * limitsFactor }),
    onError: (error) => log.error({ err: error }, "sending to a live socket failed"),
  });
  // Whatever is told to a room has changed in it: what finds messages hears of it here, and no feature has to remember.
  const live = {
    ...channel,
    toRoom(roomId: string, event: object, edited = false) {
      channel.toRoom(roomId, event);
      search.touch(roomId);
      previews.consider(event as { type: string; message?: Message }, edited);
      push.consider(event as { type: string; message?: Message });
      mentions.consider(event as LiveEvent, edited);
    },
    toUser(userId: string, event: object) {
      channel.toUser(userId, event);
      mentions.heed(userId, event);
    },
    leave(userId: string, roomId: string) {
      channel.leave(userId, roomId);
      presence.parted(userId);
    },
  };
  const mailer = createMailer(db.kysely, jobs, parts.transport, () => void staff.waitingChanged());
  const pages = createPages(db.kysely, bus);
  const events = createRepeatedEvents(db.kysely, (error) =>
    log.error({ err: error }, "writing to the audit log failed"),
  );
  const auth = createAuth({
    db: db.kysely,
    events,
    jobs,
    mailer,
    live,
    tokens,
    sessions,
    publicUrl,
    pages,
    google: parts.google ?? null,
    onError: (error) => log.warn({ err: error }, "a sign-in through Google came to nothing"),
    secondFactor: await secondFactorKeys(db, keyring),
    slowAddresses: parts.rateLimits ?? true,
    onConfirmed: (tx, userId) => invitations.honourLater(tx, userId),
  });
  await auth.twoStep.resealSecrets();
  const users = createUsers(db.kysely, (userId) => {
    sessions.forgetUser(userId);
    presence.settingsChanged(userId);
  });
  const rooms = createRooms({ db: db.kysely, live, users, limitsFactor });
  const presence: Presence = createPresence({
    db: db.kysely,
    bus,
    live,
    rooms,
    onError: (error) => log.error({ err: error }, "telling of presence failed"),
    ...(parts.presenceClock && { clock: parts.presenceClock }),
  });
  const files = createFiles({
    db: db.kysely,
    storage: parts.storage,
    staging: new Staging(join(parts.dataDir, "incoming")),
    rooms,
    quotas: parts.storageQuotas,
    onError: (error) => log.error({ err: error }, "sweeping files failed"),
  });
  const notifications = createNotifications(db.kysely, live, (error) =>
    log.error({ err: error }, "telling of a notification failed"),
  );
  const staff: Staff = createStaff({
    db: db.kysely,
    jobs,
    mailer,
    notifications,
    live,
    publicUrl,
    onError: (error) => log.error({ err: error }, "telling the admins what waits failed"),
  });
  const catalogue = createCatalogue(db.kysely);
  const changed = sessions.forgetUser;
  const profiles = createProfiles({ db: db.kysely, live, mailer, notifications, staff, changed, publicUrl });
  const admin = createAdmin({ db: db.kysely, auth, users, profiles, mailer, staff, live, events, changed });
  const messages = createMessages({ db, live, rooms, files, notifications });
  const conversations = createConversations({ db: db.kysely, live, rooms, messages });
  const invitations: Invitations = createInvitations({
    db: db.kysely,
    jobs,
    mailer,
    pages,
    notifications,
    rooms,
    conversations,
    publicUrl,
    limited: parts.rateLimits ?? true,
  });
  const mentions: Mentions = createMentions(db.kysely, notifications, (error) =>
    log.error({ err: error }, "telling of mentions failed"),
  );
  const threads = createThreads({ db: db.kysely, live, messages, conversations });
  const bookmarks = createBookmarks(db.kysely, live, messages);
  const drafts = createDrafts({ db: db.kysely, live, rooms, messages });
  const search = createSearch({
    db: db.kysely,
    rooms,
    files,
    onError: (error) => log.error({ err: error }, "indexing messages failed"),
  });
  const previews = createPreviews({
    db: db.kysely,
    slowDb: db.slow,
    jobs,
    storage: parts.storage,
    folder: files.staging.folder,
    messages,
    enabled: parts.linkPreviews !== false,
    ...(typeof parts.linkPreviews === "function" && { allow: parts.linkPreviews }),
    onError: (error) => log.error({ err: error }, "queueing a link preview failed"),
  });
  const site = await createSite({ db, bus, jobs, mailer, staff, keyring });
  const leaving = createLeaving({
    db,
    jobs,
    auth,
    mailer,
    live,
    notifications,
    files,
    rooms,
    storage: parts.storage,
    previews,
    invitations,
    site,
    publicUrl,
    changed,
    onError: (error) => log.error({ err: error }, "leaving failed for somebody"),
    onPruned: (counts) => log.info({ counts }, "Deleted what is kept no longer."),
  });
  const push = createPush({
    db: db.kysely,
    bus,
    jobs,
    keyring,
    publicUrl,
    ...(parts.sendPush && { send: parts.sendPush }),
    onError: (error) => log.error({ err: error }, "queueing a push message failed"),
  });

  return {
    live,
    sessions,
    auth,
    users,
    pages,
    notifications,
    catalogue,
    checklist: createChecklist(db.kysely),
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
      await events.close();
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
