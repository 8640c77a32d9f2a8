import { framesPerMinute } from "@kakehashi/contract/live";
import type { FastifyBaseLogger } from "fastify";
import { createAdmin } from "./features/admin/service.ts";
import { createRepeatedEvents } from "./features/audit/service.ts";
import { createAuth } from "./features/auth/service.ts";
import { createSessions } from "./features/auth/sessions.ts";
import { createAccessTokens } from "./features/auth/tokens.ts";
import { createBookmarks } from "./features/bookmarks/service.ts";
import { createBotTexts } from "./features/bot-texts/service.ts";
import { createBots } from "./features/bots/service.ts";
import { createBroadcasts } from "./features/broadcasts/service.ts";
import { createCatalogue } from "./features/catalogue/service.ts";
import { createChannels } from "./features/channels/service.ts";
import { createChecklist } from "./features/checklist/service.ts";
import { createCodes } from "./features/codes/service.ts";
import { createConversations } from "./features/conversations/service.ts";
import { createDrafts } from "./features/drafts/service.ts";
import { createDrive } from "./features/drive/service.ts";
import { createEmojis } from "./features/emojis/service.ts";
import { createFacts } from "./features/events/service.ts";
import { createFiles } from "./features/files/service.ts";
import { createGlossary } from "./features/glossary/service.ts";
import { createImports } from "./features/imports/service.ts";
import { createInvitations } from "./features/invitations/service.ts";
import { createLive } from "./features/live/service.ts";
import { createLivechat } from "./features/livechat/service.ts";
import { createMachine } from "./features/machine/service.ts";
import { createMailer } from "./features/mail/service.ts";
import { createMemory } from "./features/memory/service.ts";
import { createMentions } from "./features/mentions/service.ts";
import { createMessages } from "./features/messages/service.ts";
import { createMilestones } from "./features/milestones/service.ts";
import { createNotifications } from "./features/notifications/service.ts";
import { createPages } from "./features/pages/service.ts";
import { createPresence } from "./features/presence/service.ts";
import { createPreviews } from "./features/previews/service.ts";
import { createProfiles } from "./features/profiles/service.ts";
import { createProjectTexts } from "./features/project-texts/service.ts";
import { createProjects } from "./features/projects/service.ts";
import { createPush } from "./features/push/service.ts";
import { createRooms } from "./features/rooms/service.ts";
import { createSearch } from "./features/search/service.ts";
import { createStaff } from "./features/staff/service.ts";
import { createTeams } from "./features/teams/service.ts";
import { createThreads } from "./features/threads/service.ts";
import { createTranslations } from "./features/translations/service.ts";
import { createUsers } from "./features/users/service.ts";
import { createTextLimit } from "./kit/http/text-limit.ts";
import { createKeyring } from "./kit/secrets.ts";
import { createLeaving } from "./leaving.ts";
import type { ServiceParts } from "./service-parts.ts";
import { createSite } from "./site.ts";

export interface Services extends Awaited<ReturnType<typeof createServices>> {}

/** Creates the services of all features. Each feature gets the services of features before it. */
export async function createServices(parts: ServiceParts, log: FastifyBaseLogger) {
  const { db, ...otherParts } = parts;
  const limited = parts.rateLimits ?? true;
  const limitsFactor = limited ? (parts.callLimitsFactor ?? 1) : null;
  const keyring = createKeyring(parts.secretKeys);
  const events = createFacts({ log });
  const textLimit = createTextLimit(limitsFactor);
  /** All dependencies that features get. Each feature takes those that it needs. */
  const base = { ...otherParts, db: db.kysely, events, log, keyring, limited, limitsFactor, textLimit };

  const tokens = createAccessTokens(keyring.keysFor("access-token"));
  const sessions = createSessions({ ...base, tokens });
  const live = createLive({
    ...base,
    sessions,
    ...(limitsFactor && { framesPerMinute: framesPerMinute * limitsFactor }),
  });
  const mailer = createMailer(base);
  const pages = createPages(base);
  const repeatedEvents = createRepeatedEvents(base);
  const auth = await createAuth({
    ...base,
    repeatedEvents,
    mailer,
    live,
    tokens,
    sessions,
    pages,
    google: parts.google ?? null,
  });
  const users = createUsers({ ...base, live });
  const rooms = createRooms({ ...base, live, users });
  const presence = createPresence({
    ...base,
    live,
    rooms,
    ...(parts.presenceClock && { clock: parts.presenceClock }),
  });
  const emojis = createEmojis();
  const notifications = createNotifications({ ...base, live, mailer });
  const staff = createStaff({ ...base, mailer, notifications, live });
  const catalogue = createCatalogue(base);
  const files = createFiles({ ...base, rooms, quotas: parts.storageQuotas });
  const drive = createDrive({ ...base, live, files, rooms });
  const profiles = createProfiles({ ...base, live, mailer, notifications, staff });
  const messages = createMessages({ ...base, db, live, rooms, files, notifications });
  const conversations = createConversations({ ...base, live, rooms, messages });
  const invitations = createInvitations({ ...base, mailer, pages, notifications, rooms, conversations });
  const projects = createProjects({ ...base, live, rooms, files, notifications, profiles });
  const teams = createTeams({ ...base, rooms, files });
  const milestones = createMilestones({ ...base, mailer, messages, projects });
  const codes = createCodes({ ...base, files, projects });
  const bots = createBots({
    ...base,
    live,
    files,
    profiles,
    ...(typeof parts.linkPreviews === "function" && { allow: parts.linkPreviews }),
  });
  const livechat = createLivechat({
    ...base,
    live,
    users,
    rooms,
    files,
    messages,
    conversations,
    bots,
    notifications,
  });
  const channels = createChannels({
    ...base,
    live,
    users,
    messages,
    files,
    bots,
    livechat,
    profiles,
    ...(typeof parts.linkPreviews === "function" && { allow: parts.linkPreviews }),
  });
  const broadcasts = createBroadcasts({
    ...base,
    live,
    files,
    bots,
    channels,
    broadcastsPerSecond: parts.broadcastsPerSecond ?? 50,
  });
  const threads = createThreads({ ...base, live, messages, conversations });
  const mentions = createMentions({ ...base, notifications, messages });
  const glossary = createGlossary({ ...base, rooms, projects });
  const translations = createTranslations({
    ...base,
    live,
    rooms,
    notifications,
    messages,
    glossary,
    projects,
  });
  const memory = createMemory({ ...base, maximumBytes: files.quota.bounds.memory, messages, projects });
  const botTexts = createBotTexts({ ...base, live, bots, memory, notifications });
  const imports = createImports({ ...base, files, memory, glossary });
  const machine = createMachine({ ...base, rooms, messages, translations, memory });
  const bookmarks = createBookmarks({
    ...base,
    live,
    rooms,
    messages,
    translations,
    channels,
    livechat,
    machine,
  });
  const projectTexts = createProjectTexts({ ...base, messages, projects, bookmarks });
  const drafts = createDrafts({ ...base, live, rooms, messages });
  const search = createSearch({ ...base, rooms, files });
  const previews = createPreviews({
    ...base,
    slowDb: db.slow,
    folder: files.staging.folder,
    maximumPictureBytes: files.quota.bounds.previewPictures,
    messages,
    enabled: parts.linkPreviews !== false,
    ...(typeof parts.linkPreviews === "function" && { allow: parts.linkPreviews }),
  });
  const push = createPush({ ...base, messages, ...(parts.sendPush && { send: parts.sendPush }) });
  const checklist = createChecklist(base);
  const site = await createSite({ ...base, db, mailer, staff });
  const leaving = createLeaving({
    ...base,
    db,
    auth,
    mailer,
    live,
    notifications,
    files,
    drive,
    rooms,
    projects,
    codes,
    bots,
    livechat,
    channels,
    broadcasts,
    previews,
    invitations,
    imports,
    site,
  });
  const admin = createAdmin({ ...base, auth, users, profiles, mailer, repeatedEvents });

  return {
    live,
    repeatedEvents,
    sessions,
    pages,
    auth,
    users,
    rooms,
    presence,
    emojis,
    notifications,
    staff,
    catalogue,
    files,
    drive,
    profiles,
    messages,
    conversations,
    invitations,
    projects,
    teams,
    milestones,
    codes,
    bots,
    livechat,
    channels,
    broadcasts,
    threads,
    mentions,
    glossary,
    translations,
    memory,
    botTexts,
    imports,
    machine,
    bookmarks,
    projectTexts,
    drafts,
    search,
    previews,
    push,
    checklist,
    site,
    leaving,
    admin,
  };
}

/** Closes the features in reverse order. Call this after the last request. `live` was closed before. */
export async function closeServices({ live: _live, ...services }: Services): Promise<void> {
  for (const service of Object.values(services).reverse()) if ("close" in service) await service.close();
}
