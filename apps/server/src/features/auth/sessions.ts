import type { Language } from "@kakehashi/contract/languages";
import type { AccountType, Role } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { Bus } from "../../kit/bus.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import type { Events } from "../events/service.ts";
import { findLiveSession, type LiveSession } from "./session-store.ts";
import type { AccessTokens } from "./tokens.ts";

/** Milliseconds that a session is believed unasked. The bus tells of every change at once; this is for when it fails. */
const trust = 30_000;
/** The same while the bus is away, and tells nothing of what other processes end. */
const trustWithoutBus = 5_000;
const remembered = 20_000;
const changed = "auth.session-changed";
const userChanged = "auth.user-changed";

/** What the guards of the pages ask about a signed-in person. */
export interface Visitor {
  readonly role: Role;
  readonly accountType: AccountType | null;
  readonly workingLanguage: Language | null;
}

interface KnownSession {
  since: number;
  row: Promise<LiveSession | undefined>;
  /** Not known before it is loaded. */
  userId?: string;
}

/** Who a token speaks for, now: the token may be good while its session is over. */
export interface Sessions {
  identify(accessToken: string): Promise<{ actor: Actor; endpoint: string; plainCookies: boolean }>;
  isLive(sessionId: string): Promise<boolean>;
  /**
   * Who opens a page, by a token that may have expired: what a page may be chosen by, and nothing more. Null where no
   * live session stands behind it. `plain`: it came by a cookie's plain name, which only old sessions may.
   */
  visitor(accessToken: string, plain: boolean): Promise<Visitor | null>;
  /** The name of a live session's own queue. */
  endpointOf(sessionId: string): Promise<string>;
  /** After the commit of what changed a session or its user: every process asks the database again. */
  forget(sessionId: string): void;
  /** The same for all of a person's sessions. */
  forgetUser(userId: string): void;
  close(): void;
}

export interface SessionParts {
  db: Kysely<DB>;
  events: Events;
  bus: Bus;
  tokens: AccessTokens;
}

export function createSessions({ db, events, bus, tokens }: SessionParts): Sessions {
  const forgetUser = (userId: string) => bus.publish(userChanged, userId);
  events.on("AccountChanged", ({ userId }) => forgetUser(userId));
  events.on("ProfileDecided", ({ userId }) => forgetUser(userId));
  events.on("SettingsChanged", ({ userId }) => forgetUser(userId));
  events.on("AccountDeleted", ({ userId }) => forgetUser(userId));
  const known = new LRUCache<string, KnownSession>({ max: remembered });
  const ends = [
    bus.subscribe(changed, (sessionId) => known.delete(sessionId)),
    bus.subscribe(userChanged, (userId) => {
      // Whose a session is that still loads is not known yet: it loads again.
      for (const [id, entry] of [...known]) if ((entry.userId ?? userId) === userId) known.delete(id);
    }),
    bus.onLoss(() => known.clear()),
  ];

  function load(sessionId: string): Promise<LiveSession | undefined> {
    const seen = known.get(sessionId);
    if (seen && Date.now() - seen.since < (bus.isReachable() ? trust : trustWithoutBus)) return seen.row;
    // The promise itself is kept: a change that comes while it loads throws it out, and the next one asks anew.
    const row = findLiveSession(db, sessionId);
    const entry: KnownSession = { since: Date.now(), row };
    known.set(sessionId, entry);
    row.then(
      (session) => {
        entry.userId = session?.user_id ?? "";
      },
      () => {
        if (known.peek(sessionId) === entry) known.delete(sessionId);
      },
    );
    return row;
  }

  return {
    async identify(accessToken) {
      const { userId, sessionId } = await tokens.verify(accessToken);
      const session = await load(sessionId);
      if (!session || session.user_id !== userId) throw new AppError("ERR.TOK0101");
      return {
        actor: { userId, sessionId, role: session.role, writes: session.writes, mayWrite: !session.blocked },
        endpoint: session.live_endpoint,
        plainCookies: session.plain_cookies,
      };
    },
    isLive: async (sessionId) => (await load(sessionId)) !== undefined,
    async visitor(accessToken, plain) {
      const claims = await tokens.read(accessToken);
      const session = claims && (await load(claims.sessionId));
      if (!session || (plain && !session.plain_cookies)) return null;
      const { role, account_type, working_language } = session;
      return { role, accountType: account_type, workingLanguage: working_language };
    },
    async endpointOf(sessionId) {
      const session = await load(sessionId);
      if (!session) throw new AppError("ERR.TOK0101");
      return session.live_endpoint;
    },
    forget: (sessionId) => bus.publish(changed, sessionId),
    forgetUser,
    close: () => {
      for (const end of ends) end();
    },
  };
}
