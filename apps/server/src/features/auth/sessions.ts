import type { Language } from "@kakehashi/contract/languages";
import type { AccountType, Role } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { Bus } from "../../kit/bus.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import type { Events } from "../events/service.ts";
import { type ActiveSession, findActiveSession } from "./session-store.ts";
import type { AccessTokens } from "./tokens.ts";

/**
 * How long a cached session is trusted. The message bus announces each change of a session at once, so this limit
 * matters only if such a message gets lost.
 */
const cacheTrustMs = 30_000;
/**
 * How long a cached session is trusted while the message bus is down, because other processes cannot announce changes
 * then.
 */
const cacheTrustWithoutBusMs = 5_000;
const maximumCachedSessions = 20_000;
const sessionsChangedSubject = "auth.session-changed";
const userChangedSubject = "auth.user-changed";

/** The data about a signed-in person that decides which pages the person may open. */
export interface PageVisitor {
  readonly role: Role;
  readonly accountType: AccountType | null;
  readonly workingLanguage: Language | null;
}

interface CachedSession {
  loadedAt: number;
  row: Promise<ActiveSession | undefined>;
  /** The person to whom the session belongs. Undefined until the session's row has been loaded. */
  userId?: string;
}

/**
 * Finds the person and the session of an access token. Also checks the session itself, because a token may be valid
 * although its session has ended.
 */
export interface SessionLookup {
  identify(accessToken: string): Promise<{ actor: Actor; endpoint: string; plainCookies: boolean }>;
  isActive(sessionId: string): Promise<boolean>;
  /**
   * Finds the visitor of a page. Accepts an expired token, because the token only decides which page is shown. Returns
   * null if the session has ended. `isPlainCookie`: the token came in a cookie without the name prefix `__Host-`. Only
   * sessions of older server versions may use such a cookie.
   */
  findPageVisitor(accessToken: string, isPlainCookie: boolean): Promise<PageVisitor | null>;
  /** Returns the live endpoint of a session: the name of the queue for its live events. */
  endpointOf(sessionId: string): Promise<string>;
  /**
   * Makes every process load a session again. Call this after the commit that changed the session or its
   * user.
   */
  reloadSessionEverywhere(sessionId: string): void;
  /** Makes every process load the sessions of a person again. Call this after the commit that changed the person. */
  reloadSessionsOfUser(userId: string): void;
  close(): void;
}

export interface SessionLookupDependencies {
  db: Kysely<DB>;
  events: Events;
  bus: Bus;
  tokens: AccessTokens;
}

export function createSessionLookup({ db, events, bus, tokens }: SessionLookupDependencies): SessionLookup {
  const reloadSessionsOfUser = (userId: string) => bus.publish(userChangedSubject, userId);
  events.on("AccountChanged", ({ userId }) => reloadSessionsOfUser(userId));
  events.on("ProfileDecided", ({ userId }) => reloadSessionsOfUser(userId));
  events.on("SettingsChanged", ({ userId }) => reloadSessionsOfUser(userId));
  events.on("AccountDeleted", ({ userId }) => reloadSessionsOfUser(userId));
  const cachedSessions = new LRUCache<string, CachedSession>({ max: maximumCachedSessions });
  const unsubscribers = [
    bus.subscribe(sessionsChangedSubject, (sessionId) => cachedSessions.delete(sessionId)),
    bus.subscribe(userChangedSubject, (userId) => {
      // The owner of a session that is still loading is not known yet. The owner may be this person, so that session is
      // loaded again too.
      for (const [id, entry] of [...cachedSessions])
        if ((entry.userId ?? userId) === userId) cachedSessions.delete(id);
    }),
    bus.onMessagesLost(() => cachedSessions.clear()),
  ];

  function loadSession(sessionId: string): Promise<ActiveSession | undefined> {
    const cachedSession = cachedSessions.get(sessionId);
    if (
      cachedSession &&
      Date.now() - cachedSession.loadedAt < (bus.isReachable() ? cacheTrustMs : cacheTrustWithoutBusMs)
    )
      return cachedSession.row;
    // Caches the promise of the session, not its result. A change during the load removes the promise, and the next
    // caller loads the session again.
    const row = findActiveSession(db, sessionId);
    const entry: CachedSession = { loadedAt: Date.now(), row };
    cachedSessions.set(sessionId, entry);
    row.then(
      (session) => {
        entry.userId = session?.user_id ?? "";
      },
      () => {
        if (cachedSessions.peek(sessionId) === entry) cachedSessions.delete(sessionId);
      },
    );
    return row;
  }

  return {
    async identify(accessToken) {
      const { userId, sessionId } = await tokens.verify(accessToken);
      const session = await loadSession(sessionId);
      if (!session || session.user_id !== userId) throw new AppError("ERR.TOK0101");
      return {
        actor: {
          userId,
          sessionId,
          role: session.role,
          writingLanguage: session.writingLanguage,
          mayWrite: !session.is_blocked,
        },
        endpoint: session.live_endpoint,
        plainCookies: session.plain_cookies,
      };
    },
    isActive: async (sessionId) => (await loadSession(sessionId)) !== undefined,
    async findPageVisitor(accessToken, isPlainCookie) {
      const claims = await tokens.readClaimsIgnoringExpiry(accessToken);
      const session = claims && (await loadSession(claims.sessionId));
      if (!session || (isPlainCookie && !session.plain_cookies)) return null;
      const { role, account_type, working_language } = session;
      return { role, accountType: account_type, workingLanguage: working_language };
    },
    async endpointOf(sessionId) {
      const session = await loadSession(sessionId);
      if (!session) throw new AppError("ERR.TOK0101");
      return session.live_endpoint;
    },
    reloadSessionEverywhere: (sessionId) => bus.publish(sessionsChangedSubject, sessionId),
    reloadSessionsOfUser,
    close: () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    },
  };
}
