import { join } from "node:path";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import { deletedMark, deletedName } from "@kakehashi/contract/deletion";
import { maximumFileSize } from "@kakehashi/contract/files";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { LiveEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
import { pictureBytes } from "@kakehashi/contract/profiles";
import { accessTokenCookie } from "@kakehashi/contract/sessions";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from "fastify";
import { adminRoutes } from "./features/admin/routes.ts";
import { createAdmin } from "./features/admin/service.ts";
import { identityRoutes } from "./features/auth/identity-routes.ts";
import type { IssuerOptions } from "./features/auth/issuer.ts";
import { authRoutes } from "./features/auth/routes.ts";
import { createAuth } from "./features/auth/service.ts";
import { createSessions, type Visitor } from "./features/auth/sessions.ts";
import { createAccessTokens } from "./features/auth/tokens.ts";
import { twoStepRoutes } from "./features/auth/two-step-routes.ts";
import { bookmarkRoutes } from "./features/bookmarks/routes.ts";
import { type Bookmarks, createBookmarks } from "./features/bookmarks/service.ts";
import { catalogueRoutes } from "./features/catalogue/routes.ts";
import { createCatalogue } from "./features/catalogue/service.ts";
import { conversationRoutes } from "./features/conversations/routes.ts";
import { type Conversations, createConversations } from "./features/conversations/service.ts";
import { draftRoutes } from "./features/drafts/routes.ts";
import { createDrafts } from "./features/drafts/service.ts";
import { emojiRoutes } from "./features/emojis/routes.ts";
import { resumableRoutes } from "./features/files/resumable.ts";
import { fileRoutes } from "./features/files/routes.ts";
import { createFiles, type Files } from "./features/files/service.ts";
import { Staging } from "./features/files/staging.ts";
import { liveRoutes } from "./features/live/routes.ts";
import { createLive } from "./features/live/service.ts";
import { createMailer } from "./features/mail/service.ts";
import type { Transport } from "./features/mail/transport.ts";
import { createMentions, type Mentions } from "./features/mentions/service.ts";
import { messageRoutes } from "./features/messages/routes.ts";
import { createMessages, type Messages } from "./features/messages/service.ts";
import { notificationRoutes } from "./features/notifications/routes.ts";
import { createNotifications, type Notifications } from "./features/notifications/service.ts";
import { pageRoutes } from "./features/pages/routes.ts";
import { createPages } from "./features/pages/service.ts";
import type { Clock } from "./features/presence/clock.ts";
import { createPresence, type Presence } from "./features/presence/service.ts";
import { previewRoutes } from "./features/previews/routes.ts";
import { createPreviews } from "./features/previews/service.ts";
import { avatarRoute, profileRoutes } from "./features/profiles/routes.ts";
import { createProfiles } from "./features/profiles/service.ts";
import { pushRoutes } from "./features/push/routes.ts";
import type { SendPush } from "./features/push/send.ts";
import { createPush } from "./features/push/service.ts";
import { searchRoutes } from "./features/search/routes.ts";
import { createSearch, type Search } from "./features/search/service.ts";
import { threadRoutes } from "./features/threads/routes.ts";
import { createThreads } from "./features/threads/service.ts";
import { userRoutes } from "./features/users/routes.ts";
import { createUsers } from "./features/users/service.ts";
import type { Bus } from "./kit/bus.ts";
import type { Database } from "./kit/db/database.ts";
import { AppError } from "./kit/errors.ts";
import { describeApi } from "./kit/http/description.ts";
import { answer, answerFailures, toAppError } from "./kit/http/failures.ts";
import { readJson } from "./kit/http/json.ts";
import { refuseOtherMethods } from "./kit/http/methods.ts";
import { replaceMark } from "./kit/http/names.ts";
import { isOwnOrigin } from "./kit/http/origin.ts";
import { createRoute, languageOf, type Route } from "./kit/http/route.ts";
import { refuseUpgrade } from "./kit/http/upgrade.ts";
import type { Jobs } from "./kit/jobs.ts";
import { type Metrics, timeRequests } from "./kit/metrics.ts";
import { sharedSecret } from "./kit/secrets.ts";
import type { Storage } from "./kit/storage/storage.ts";
import { createLeaving } from "./leaving.ts";
import { operationRoutes } from "./operations.ts";
import { createSite, type SitePages } from "./site.ts";

/** Bytes of a JSON body. The longest message takes a tenth of it, escaped. */
const maximumBody = 512 * 1024;

export interface AppParts {
  db: Database;
  bus: Bus;
  jobs: Jobs;
  transport: Transport;
  storage: Storage;
  /** What arrives is kept here until it is whole. */
  dataDir: string;
  /** Whether linked pages are read; a function says which addresses may be, instead of the open internet's. */
  linkPreviews: boolean | ((address: string, port: number) => boolean);
  /** Whom one can sign in through besides. */
  google?: IssuerOptions | null;
  /** Brings push messages somewhere else than to the push services. */
  sendPush?: SendPush;
  metrics: Metrics;
  /** Without a trailing slash. */
  publicUrl: string;
  publicMetrics: boolean;
  logger: FastifyBaseLogger | false;
  /** Tests: check every answer against the contract. */
  checkAnswers?: boolean;
  /** Tests send more in a second than people in a minute. */
  rateLimits?: boolean;
  /** Tests of who comes and goes have no minutes to wait. */
  presenceClock?: Clock;
}

export interface App {
  http: FastifyInstance;
  endpoints: readonly Endpoint[];
  /** For what writes without a request: the demo workspace. */
  services: {
    conversations: Conversations;
    messages: Messages;
    bookmarks: Bookmarks;
    files: Files;
    search: Search;
    notifications: Notifications;
  };
  /** Who opens a page, by their cookies; null for a stranger. */
  readVisitor(cookieHeader: string | undefined): Promise<Visitor | null>;
  /** What the public pages tell and are told. */
  site: SitePages;
  /** Tells the sockets, finishes the requests under way, and lets go of the bus. */
  close(): Promise<void>;
}

/** The composition: every feature made from those before it, and wired to the outside. */
export async function createApp(parts: AppParts): Promise<App> {
  const { db, bus, jobs, publicUrl, metrics } = parts;
  const tokens = createAccessTokens(await sharedSecret(db.kysely, "access-token"));
  const sessions = createSessions(db.kysely, bus, tokens);
  const channel = createLive({
    bus,
    publicUrl,
    async identify(token) {
      const { actor, endpoint } = await sessions.identify(token);
      return { userId: actor.userId, sessionId: actor.sessionId, endpoint };
    },
    isLive: sessions.isLive,
    roomsOf: (userId) => conversations.idsOf(userId),
    welcome: (roomId, userIds) => conversations.welcome(roomId, userIds),
    attendance: {
      arrived: (client) => presence.attendance.arrived(client),
      left: (client) => presence.attendance.left(client),
      reported: (client, body) => presence.attendance.reported(client, body),
    },
  });
  // Whatever is told to a room has changed in it: what finds messages hears of it here, and no feature has to remember.
  const live = {
    ...channel,
    toRoom(roomId: string, event: object) {
      channel.toRoom(roomId, event);
      search.touch(roomId);
      previews.consider(event as { type: string; message?: Message });
      push.consider(event as { type: string; message?: Message });
      mentions.consider(event as LiveEvent);
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
  const mailer = createMailer(db.kysely, jobs, parts.transport);
  const pages = createPages(db.kysely, bus);
  const auth = createAuth({
    db: db.kysely,
    jobs,
    mailer,
    live,
    tokens,
    sessions,
    publicUrl,
    pages,
    google: parts.google ?? null,
    onError: (error) => http.log.warn({ err: error }, "a sign-in through Google came to nothing"),
    twoStepKey: await sharedSecret(db.kysely, "two-step"),
    slowAddresses: parts.rateLimits ?? true,
  });
  const users = createUsers(db.kysely, (userId) => {
    sessions.forgetUser(userId);
    presence.settingsChanged(userId);
  });
  const files = createFiles({
    db: db.kysely,
    storage: parts.storage,
    staging: new Staging(join(parts.dataDir, "incoming")),
    rooms: {
      requireMember: (userId, roomId) => conversations.requireMember(userId, roomId),
      requireOpen: (userId, roomId) => conversations.requireOpen(userId, roomId),
      idsOf: (userId) => conversations.idsOf(userId),
    },
    onError: (error) => http.log.error({ err: error }, "sweeping files failed"),
  });
  const notifications = createNotifications(db.kysely, live);
  const catalogue = createCatalogue(db.kysely);
  const changed = sessions.forgetUser;
  const profiles = createProfiles({ db: db.kysely, live, mailer, notifications, changed, publicUrl });
  const admin = createAdmin({ db: db.kysely, auth, users, profiles, mailer, live, changed });
  const conversations = createConversations(db.kysely, live, users);
  const presence: Presence = createPresence({
    db: db.kysely,
    bus,
    sharing: conversations.sharing,
    onError: (error) => http.log.error({ err: error }, "telling of presence failed"),
    ...(parts.presenceClock && { clock: parts.presenceClock }),
  });
  const messages = createMessages(db, live, files, conversations);
  const mentions: Mentions = createMentions(db.kysely, notifications, (error) =>
    http.log.error({ err: error }, "telling of mentions failed"),
  );
  const threads = createThreads(db.kysely, live, conversations, messages);
  const bookmarks = createBookmarks(db.kysely, live, messages);
  const drafts = createDrafts(db.kysely, live, conversations, messages);
  const search = createSearch(db.kysely, conversations, files, (error) =>
    http.log.error({ err: error }, "indexing messages failed"),
  );
  const previews = createPreviews({
    db: db.kysely,
    jobs,
    storage: parts.storage,
    folder: files.staging.folder,
    messages,
    enabled: parts.linkPreviews !== false,
    ...(typeof parts.linkPreviews === "function" && { allow: parts.linkPreviews }),
    onError: (error) => http.log.error({ err: error }, "queueing a link preview failed"),
  });
  const site = await createSite({ db, bus, jobs, mailer, publicUrl });
  const leaving = createLeaving({
    db,
    jobs,
    auth,
    mailer,
    live,
    notifications,
    files,
    conversations,
    storage: parts.storage,
    site,
    publicUrl,
    changed,
    onError: (error) => http.log.error({ err: error }, "leaving failed for somebody"),
    onPruned: (counts) => http.log.info({ counts }, "Deleted what is kept no longer."),
  });
  const push = createPush({
    db: db.kysely,
    bus,
    jobs,
    publicUrl,
    ...(parts.sendPush && { send: parts.sendPush }),
    onError: (error) => http.log.error({ err: error }, "queueing a push message failed"),
  });

  const http = fastify({
    ...(parts.logger ? { loggerInstance: parts.logger } : { logger: false }),
    // Addresses hold ids and secrets; the histogram counts requests by their route instead.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maximumBody,
    // A proxy on this machine speaks for its callers; whoever comes from elsewhere speaks for themself alone.
    trustProxy: "loopback",
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: answer,
  });
  answerFailures(http);
  timeRequests(http, metrics);
  metrics.gauge("live_connections", "Open live sockets.", live.connectionCount);
  await http.register(cookie);
  await http.register(multipart, { limits: { fileSize: maximumFileSize } });
  if (parts.rateLimits ?? true) await http.register(rateLimit, { global: false });
  readJson(http);
  http.addContentTypeParser(/^image\//, { parseAs: "buffer", bodyLimit: pictureBytes }, (_, body, done) =>
    done(null, body),
  );
  http.addHook("onRequest", async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD" && !isOwnOrigin(request.headers, publicUrl)) {
      throw new AppError("ERR.ORIGIN");
    }
  });
  operationRoutes(http, parts);
  http.addHook("onError", async (request, _, error) => {
    // Whether the change took effect before the database went away nobody knows, nor was anybody told.
    const { endpoint } = request.routeOptions.config;
    const { id } = (request.params ?? {}) as { id?: string };
    if (!endpoint?.path.startsWith("/conversations/:id") || endpoint.method === "GET" || !id) return;
    if (toAppError(error).code === "ERR.UNAVAILABLE") conversations.doubt(id);
  });

  const endpoints: Endpoint[] = [];
  await http.register(
    async (api) => {
      const authenticate = async (request: FastifyRequest) => {
        const token = accessTokenOf(request);
        return token === undefined ? null : (await sessions.identify(token)).actor;
      };
      replaceMark(api, deletedMark, (request) => deletedName[languageOf(request)]);
      const register = createRoute(api, {
        authenticate,
        secureCookies: publicUrl.startsWith("https:"),
        checkAnswers: parts.checkAnswers ?? false,
      });
      const route: Route = (endpoint, handle, readMultipart) => {
        endpoints.push(endpoint);
        register(endpoint, handle, readMultipart);
      };
      liveRoutes(route, sessions.endpointOf);
      authRoutes(route, auth);
      twoStepRoutes(route, auth);
      identityRoutes(route, auth);
      userRoutes(route, users);
      pageRoutes(route, pages);
      notificationRoutes(route, notifications);
      catalogueRoutes(route, catalogue);
      profileRoutes(route, profiles);
      avatarRoute(api, profiles);
      adminRoutes(route, admin);
      conversationRoutes(route, conversations);
      messageRoutes(route, messages, files);
      fileRoutes(route, files);
      searchRoutes(route, search);
      previewRoutes(route, previews);
      pushRoutes(route, push);
      resumableRoutes(api, files, authenticate);
      threadRoutes(route, threads, messages);
      bookmarkRoutes(route, bookmarks);
      draftRoutes(route, drafts);
      emojiRoutes(route);
      leaving.routes(route);
      site.routes(route, api);
      refuseOtherMethods(api, endpoints);
    },
    { prefix: "/api" },
  );
  search.start();
  await describeApi(http, endpoints, publicUrl);
  http.server.on("upgrade", (request, socket, head) => {
    // In development the web app's own hot updates come this way too.
    if (live.upgrade(request, socket, head) || http.server.listenerCount("upgrade") > 1) return;
    refuseUpgrade(socket, "404 Not Found");
  });

  return {
    http,
    endpoints,
    site: site.pages,
    services: { conversations, messages, bookmarks, files, search, notifications },
    async readVisitor(cookieHeader) {
      const token = http.parseCookie(cookieHeader ?? "")[accessTokenCookie];
      // An expired token still says who it was for; whether they are signed in is for the session to say.
      return token ? sessions.visitor(token) : null;
    },
    async close() {
      live.close();
      await http.close();
      await presence.close();
      await mentions.close();
      files.close();
      await search.close();
      await conversations.close();
      push.close();
      sessions.close();
      pages.close();
    },
  };
}

/** A bearer token, or, for what only reads, the cookie: an image or a download cannot carry a header. */
function accessTokenOf(request: FastifyRequest): string | undefined {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  return (
    bearer ?? (["GET", "HEAD"].includes(request.method) ? request.cookies[accessTokenCookie] : undefined)
  );
}
